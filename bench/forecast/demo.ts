import type { Move } from '#domain/forecast/past.ts'
import { DAY, type Moment } from '#domain/time.ts'
import { type DemoMachine, demoFleet } from '../../server/demo/fleet.ts'
import { movementsOf } from '../../server/demo/movements.ts'
import { DEMO_COMPANIES } from '../../server/demo/people.ts'
import type { History, KnownMachine } from './history.ts'

export type Wish = { seed: string; to: Moment; days: number; machines: number }

/** The history of the demo company. Machines without telemetry are left out, because they have no forecast. */
export function demoHistory({ seed, to, days, machines }: Wish): History {
  const [company] = DEMO_COMPANIES
  if (!company) throw new Error('the demo has no companies')
  const products = new Map<string, number>()
  const wanted: Moment[][][] = []
  const fleet = demoFleet(company, {
    seed,
    now: to,
    days,
    machines,
    servicemen: Math.ceil(machines / 16),
    onWanted: (machine, at, takes) => {
      wanted[machine] ??= []
      for (const { point } of takes) {
        const place = wanted[machine]?.[point]
        if (place) place.push(at)
        else if (wanted[machine]) wanted[machine][point] = [at]
      }
    },
  })
  const known = [...fleet].flatMap((machine, index) =>
    machine.device && machine.state === 'RUNNING' ? [knownMachine(machine, products, wanted[index] ?? [])] : [],
  )
  return { from: to - days * DAY, to, timeZone: company.timezone, machines: known }
}

function knownMachine(machine: DemoMachine, products: Map<string, number>, wanted: readonly Moment[][]): KnownMachine {
  const moves = machine.points.map((): Move[] => [])
  for (const { at, kind, cause, point, quantity } of movementsOf(machine))
    moves[point]?.push({ at, kind: kind === 'count' ? 'count' : cause === 'SALE' ? 'sale' : 'delta', quantity })
  return {
    kind: machine.type,
    places: machine.points.map(({ sku }, index) => {
      const product = products.get(sku) ?? products.size
      products.set(sku, product)
      return { product, moves: moves[index] ?? [], wanted: wanted[index] ?? [] }
    }),
  }
}
