import type { MachineType } from '#domain/machines/machine.ts'
import { DAY, MINUTE, type Moment } from '#domain/time.ts'
import type { DemoProduct } from './catalogue.ts'
import type { Chance } from './chance.ts'
import { arrivals, choicesOf, choose, daysOfCover } from './demand.ts'
import type { Deferred } from './endings.ts'
import type { LocalHour } from './local-hours.ts'
import { countAll, fill, recount, writeOff } from './operations.ts'
import { drawOutages, isOut } from './outages.ts'
import type { EmployeePass } from './people.ts'
import type { Planogram } from './planogram.ts'
import { type PlannedVisit, planVisits, type RoundStop } from './routes.ts'
import { type PaymentMethod, paymentsAt, type SiteKind, shareOfDay } from './sites.ts'
import { pointsOf, Stock, type StockUse } from './stock-points.ts'
import type { History, StockChange, Vend } from './story.ts'

/** The input of a machine's history. `hours` is its time span, `passes` those of the employees at the site. */
type Cast = {
  type: MachineType
  site: SiteKind
  country: string
  planogram: Planogram
  catalogue: readonly DemoProduct[]
  round: RoundStop
  ending: Deferred
  hours: readonly LocalHour[]
  from: Moment
  now: Moment
  passes: readonly EmployeePass[]
  notes: Notes
  /** Called with each customer's first choice, sold out or not. */
  onWanted?: ((at: Moment, takes: readonly StockUse[]) => void) | undefined
}

/** A serviceman's notes on a change. */
export type Notes = { first: string; counted: string; lost: string[] }

const SALES_PER_DAY = 25
/** The longest time in which a nearly empty machine ran down. */
const MAX_NEGLECT_DAYS = 12

/** Simulates one machine hour by hour: sales, visits and occasional faults. */
export function historyOf(cast: Cast, chance: Chance): History {
  const stock = new Stock(pointsOf(cast.planogram))
  const { serviceman, stop } = cast.round
  const opening = (at: Moment, isNew: boolean): StockChange => {
    return { at, serviceman, reason: 'ADJUST', note: cast.notes.first, lines: countAll(stock, isNew, chance) }
  }
  if (cast.ending === 'never-connected') {
    const installed = planVisits(cast.hours, stop, 'ordinary', MAX_NEGLECT_DAYS, cast.now - 3 * DAY, chance).at(-1)?.at ?? cast.from
    return { vends: [], visits: [], changes: [opening(installed, true)], outages: [] }
  }

  const history: History = { vends: [], visits: [], changes: [opening(cast.from, false)], outages: [] }
  history.outages = drawOutages(cast.type, cast.ending, cast.from, cast.now, chance)
  const choices = choicesOf(cast.planogram, stock.points, cast.catalogue, chance)
  let salesPerDay = chance.logNormal(SALES_PER_DAY, 0.4)
  // Raises the sales, because only a busy machine runs empty between visits.
  if (cast.ending === 'nearly-empty') salesPerDay *= Math.max(1, daysOfCover(choices, stock.points, salesPerDay) / MAX_NEGLECT_DAYS)
  const visits = planVisits(cast.hours, stop, cast.ending, daysOfCover(choices, stock.points, salesPerDay), cast.now, chance)
  const pay = payments(cast, chance)
  /** Until then the previous event lasts, and nothing can be sold or refilled. */
  let busyUntil = cast.from

  const visit = ({ at, thorough }: PlannedVisit) => {
    const counted = chance.happens(0.12) ? recount(stock, chance) : []
    if (counted.length > 0) history.changes.push({ at, serviceman, reason: 'ADJUST', note: cast.notes.counted, lines: counted })
    const lost = chance.happens(0.05) ? writeOff(stock, chance) : []
    const note = chance.pick(cast.notes.lost)
    if (lost.length > 0) history.changes.push({ at: at + 2 * MINUTE, serviceman, reason: 'LOSS', note, lines: lost })
    const lines = fill(stock, thorough, chance)
    if (lines.length > 0) history.visits.push({ at: at + 9 * MINUTE, serviceman, lines })
    busyUntil = at + 9 * MINUTE
  }

  const sell = (at: Moment) => {
    if (at <= busyUntil || at >= cast.now || isOut(history.outages, at)) return
    const choice = choose(choices, stock, chance, ({ takes }) => cast.onWanted?.(at, takes))
    if (choice === null) return
    stock.take(choice.takes)
    history.vends.push({ at, slotNumber: choice.slotNumber, ...pay(choice.vendPrice) })
    busyUntil = at
  }

  for (const hour of cast.hours) {
    for (const at of arrivals(hour.at, salesPerDay * shareOfDay(cast.site, hour), chance)) {
      while (visits[0] && visits[0].at <= at) visit(visits.shift() as PlannedVisit)
      sell(at)
    }
  }
  for (const left of visits) visit(left)
  return history
}

/** How the next customer pays. Cards belong to a few people at the site, some of whom buy a lot of coffee. */
function payments({ site, country, passes }: Cast, chance: Chance): (price: number) => Pick<Vend, 'price' | 'method' | 'cardIdentifier'> {
  const ways = paymentsAt(site, country)
  const here = chance.shuffled(passes.filter(({ isActive }) => isActive)).slice(0, 12)
  return (price) => {
    const method: PaymentMethod = chance.pickBy(ways, ({ often }) => often).method
    if (method === 'FREE') return { price: 0, method }
    if (method !== 'RFID') return { price, method }
    const pass = here[Math.floor(here.length * chance.next() ** 2)]
    return pass ? { price, method, cardIdentifier: pass.cardIdentifier } : { price, method: 'CASH' }
  }
}
