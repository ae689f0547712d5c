import { checkDigitOf } from '#domain/machines/device.ts'
import type { MachineState, MachineType } from '#domain/machines/machine.ts'
import { DAY, type Moment } from '#domain/time.ts'
import { CATALOGUE, type DemoProduct } from './catalogue.ts'
import { POLISH_CATALOGUE } from './catalogue-in-polish.ts'
import { Chance } from './chance.ts'
import { catalogueFor, type DemoCurrency, type Money, moneyIn, stepOf } from './currencies.ts'
import { type Deferred, drawEndings, stateAt } from './endings.ts'
import { historyOf, type Notes } from './history.ts'
import { localHours } from './local-hours.ts'
import { type DemoCompany, passesOf, servicemenOf } from './people.ts'
import { drawPlanogram, type Planogram } from './planogram.ts'
import { positionsAround } from './positions.ts'
import { planRounds } from './routes.ts'
import { nameSites } from './site-names.ts'
import { SITES, type SiteKind } from './sites.ts'
import { pointsOf, type StockPoint, type StockUse } from './stock-points.ts'
import type { History } from './story.ts'

/** `serviceman` is an index into the company's servicemen. A machine without telemetry has no device. */
export type DemoMachine = {
  name: string
  type: MachineType
  vendor: string
  model: string
  address: string
  lat: number
  lng: number
  site: SiteKind
  state: MachineState
  ending: Deferred
  serviceman: number
  device: { imei: string; signalPercent: number } | null
  catalogue: readonly DemoProduct[]
  planogram: Planogram
  points: StockPoint[]
  history: History
}

/** `machines` and `servicemen` default to those of the company. The same input gives exactly the same fleet. */
export type FleetWish = { seed: string; now: Moment; days?: number; machines?: number; servicemen?: number; onWanted?: WantedIn }
/** `machine`: its index in the fleet. */
type WantedIn = (machine: number, at: Moment, takes: readonly StockUse[]) => void

const MAKES: Record<MachineType, { vendor: string; model: string }[]> = {
  COFFEE: [
    { vendor: 'Brunnmatt', model: 'Aroma 7' },
    { vendor: 'Brunnmatt', model: 'Aroma 9 Duo' },
    { vendor: 'Calvori', model: 'Corte G250' },
  ],
  SNACK: [
    { vendor: 'Stellwerk', model: 'Spiral 6-42' },
    { vendor: 'Calvori', model: 'Palladio 40' },
  ],
}

const LANDS: Record<DemoCompany['country'], { catalogue: readonly DemoProduct[]; currency: DemoCurrency; notes: Notes }> = {
  DE: {
    catalogue: CATALOGUE,
    currency: 'EUR',
    notes: { first: 'First count', counted: 'Counted while filling', lost: ['Past its date', 'Damaged', 'Spilled'] },
  },
  PL: {
    catalogue: POLISH_CATALOGUE,
    currency: 'PLN',
    notes: { first: 'Pierwsze liczenie', counted: 'Policzone przy uzupełnianiu', lost: ['Po terminie', 'Uszkodzone', 'Rozsypane'] },
  },
}

/** The money of a company, whose currency may differ from that of its country. */
export const moneyOf = ({ country, currency }: DemoCompany): Money => moneyIn(currency, LANDS[country].currency)

export const catalogueOf = (company: DemoCompany): readonly DemoProduct[] =>
  catalogueFor(LANDS[company.country].catalogue, moneyOf(company))

/** Generates the company's machines with their histories one at a time, so that a fleet of any size fits in memory. */
export function* demoFleet(company: DemoCompany, { seed, now, days = 90, ...wish }: FleetWish): Generator<DemoMachine> {
  const { machines = company.machines, servicemen = servicemenOf(company).length } = wish
  const { notes } = LANDS[company.country]
  const catalogue = catalogueOf(company)
  const coin = stepOf(company.currency)
  const { country, centre, timezone } = company
  const chance = new Chance(`${seed}/${company.key}/${machines}`)
  const from = now - days * DAY
  const hours = localHours(from, now, timezone)
  const positions = positionsAround(centre, machines)
  const types = positions.map((_, index) => typeOf(index))
  const sites = nameSites(positions, chance)
  const rounds = planRounds(positions, centre, servicemen)
  const endings = drawEndings(types, chance)
  const passes = passesOf(company, seed)

  for (const [index, { key, lat, lng }] of positions.entries()) {
    const own = new Chance(`${seed}/${company.key}/${key}`)
    const [type, site, round, ending] = [types[index], sites[index], rounds[index], endings[index]]
    if (!type || !site || !round || !ending) continue
    const planogram = drawPlanogram(type, catalogue, { coin, dear: SITES[site.kind].dear }, own)
    const onWanted = wish.onWanted && ((at: Moment, takes: readonly StockUse[]) => wish.onWanted?.(index, at, takes))
    const cast = { type, site: site.kind, country, planogram, catalogue, round, ending, hours, from, now, passes, notes, onWanted }
    yield {
      name: site.name,
      type,
      ...own.pick(MAKES[type]),
      address: site.address,
      lat,
      lng,
      site: site.kind,
      state: stateAt[ending],
      ending,
      serviceman: round.serviceman,
      device: ending === 'never-connected' ? null : { imei: drawImei(own), signalPercent: own.whole(35, 98) },
      catalogue,
      planogram,
      points: pointsOf(planogram),
      history: historyOf(cast, own),
    }
  }
}

/** Three coffee machines to two snack machines, evenly over the region. */
const typeOf = (index: number): MachineType => (index % 5 === 1 || index % 5 === 3 ? 'SNACK' : 'COFFEE')

/** An IMEI with its check digit. */
export function drawImei(chance: Chance): string {
  const digits = ['35', ...Array.from({ length: 12 }, () => chance.whole(0, 9))].join('')
  return digits + checkDigitOf(digits)
}
