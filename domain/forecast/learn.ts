import { DAY, type Moment } from '../time.ts'
import { calibrating, ratesOf, widened } from './calibrate.ts'
import { businessOf, closedSpans, daysOf, type MachineDays } from './days.ts'
import type { Demand } from './demand.ts'
import { busyByFold, PARTS_END, type WeeksByFold } from './held-out.ts'
import { EVEN, type Rhythm, rhythmOf, type WeekOfSales } from './rhythm.ts'
import { type Hours, hoursUntil, mergeWeeks, type PlaceHistory, weekOf } from './seen.ts'

/** A machine's history: `kind` groups similar machines, `until` is its last contact. */
export type MachinePast = { kind: string; until: Moment; places: readonly PlacePast[] }
/** `stock`: current pieces, if known. */
type PlacePast = PlaceHistory & { product: number; stock?: number | undefined }

/**
 * The model of a machine: its rhythm, the rate of each slot, in order, while nothing is sold out, and the share of customers who otherwise
 * switch (domain/forecast/switching.ts).
 */
export type Learnt = { rhythm: Rhythm; demands: Demand[]; switching: number }

/** Length of the history in days; older data has too little weight. */
export const LEARNT_DAYS = 70

type LearningOptions = { now: Moment; days?: number; timeZone: string }

/** Learns from the history of all machines of a company, each from all others. Yields after each machine so that other work can run. */
export function* learning(
  machines: readonly MachinePast[],
  { now, days = LEARNT_DAYS, timeZone }: LearningOptions,
): Generator<void, Learnt[]> {
  const hours = hoursUntil(now, days, timeZone)
  const parts: WeeksByFold[] = []
  for (const machine of machines) {
    parts.push(weeksIn(machine, hours, now))
    yield
  }
  const weeks = parts.map(mergeWeeks)
  const kinds = [...new Set(machines.map(({ kind }) => kind))]
  const usual = new Map<string, Rhythm>()
  for (const kind of kinds) usual.set(kind, rhythmOf(mergeWeeks(weeks.filter((_, index) => machines[index]?.kind === kind)), EVEN))

  const rhythms = machines.map(({ kind }, index) => rhythmOf(weeks[index] ?? NOTHING, usual.get(kind)))
  const known: MachineDays[] = []
  for (const [index, { places, until }] of machines.entries()) {
    const business = businessOf(hours, rhythms[index] ?? EVEN)
    const closed = closedSpans(places, business, hours.first, until)
    known.push(
      places.map((place) => ({
        product: place.product,
        stock: place.stock,
        ...daysOf(place, closed, { now, until, days, first: hours.first, business }),
      })),
    )
    yield
  }
  const demands: Demand[][] = machines.map(() => [])
  const switchings = machines.map(() => 0)
  for (const kind of kinds) {
    const indices = machines.flatMap((machine, index) => (machine.kind === kind ? [index] : []))
    const own = indices.map((index) => known[index] ?? [])
    const busy = busyByFold(
      indices.map((index) => parts[index] ?? []),
      indices.map((index) => rhythms[index] ?? EVEN),
      { hours, now, days },
    )
    const calibration = yield* calibrating(own, busy)
    ratesOf(own, 0, calibration).forEach((rates, at) => {
      switchings[indices[at] ?? 0] = calibration.switching
      demands[indices[at] ?? 0] = rates.map((demand) => widened(demand, calibration))
    })
  }
  return machines.map((_, index) => ({ rhythm: rhythms[index] ?? EVEN, demands: demands[index] ?? [], switching: switchings[index] ?? 0 }))
}

const NOTHING: WeekOfSales = mergeWeeks([])

/** The sales of a machine between consecutive folds. */
const weeksIn = ({ places, until }: MachinePast, hours: Hours, now: Moment): WeekOfSales[] =>
  PARTS_END.map((end, index) => {
    const from = index === 0 ? 0 : now - (PARTS_END[index - 1] ?? 0) * DAY
    const to = Math.min(until, now - end * DAY)
    return mergeWeeks(places.map((place) => weekOf({ ...place, since: Math.max(place.since, from) }, hours, to)))
  })
