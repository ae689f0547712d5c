import type { Machine } from '#contract/machines.ts'
import type { Round, Stop } from '#contract/rounds.ts'
import { type InventoryRecord, unpackInventory } from '#contract/sync.ts'
import { weekdayOf } from '#domain/calendar.ts'
import { businessBetween } from '#domain/forecast/unmet.ts'
import type { MachineId } from '#domain/ids.ts'
import type { Position } from '#domain/machines/distance.ts'
import { opensFrom } from '#domain/machines/opening-hours.ts'
import type { DayMachine } from '#domain/rounds/day.ts'
import { minuteOn, momentOn } from '#domain/rounds/day-minutes.ts'
import { type RestOfDay, replanRest } from '#domain/rounds/plan-day.ts'
import { type RestPlan, restMarks, restPlanOf, restUndone } from '#domain/rounds/rest.ts'
import { estimatedTable, middleOf } from '#domain/rounds/travel.ts'
import { usualCosts } from '#domain/rounds/usual-cost.ts'
import { expectedStock, piecesToPutIn, ratesFor, USUAL_MARGIN, USUAL_REST } from '#domain/rounds/usual-day.ts'
import { type VisitValue, visitValue, waitsAfter } from '#domain/rounds/visit-value.ts'
import { fromIso, type Moment } from '#domain/time.ts'
import { MILLI } from '#domain/units.ts'
import { getSession } from './device.ts'
import { recordAll } from './outbox.ts'
import { isSelling, sellingsOf } from './outlook.ts'
import { atOneMoment, pendingOperations, shownStock } from './own-work.ts'
import { openStops, readOwnRounds } from './rounds.ts'

/** Money is not on every phone, so values are counted in hundredths of an ordinary sale price, which has this weight in a forecast. */
const [PRICE, ORDINARY] = [100, 10]
/** Bounds the time: less than a second for 40 stops on an old phone. */
const [ITERATIONS, MAX_MS] = [3_000, 700]
const NOTHING: VisitValue = { total: 0, parts: { margin: 0, service: 0, expiring: 0, cash: 0, issues: 0, due: 0 }, until: 0, lost: 0 }

/** A new plan for the open stops of a round from now on, from the place of the last visit. It is computed on this device. */
export async function replanRound(round: Round): Promise<RestPlan> {
  const { db, account } = getSession()
  const [machines, records, own, synced, [van]] = await atOneMoment(db, ['machines', 'inventory', 'vans'], () =>
    Promise.all([db.machines.toArray(), db.inventory.toArray(), pendingOperations(db), db.meta.get('syncedAt'), db.vans.toArray()]),
  )
  const now = Date.now() + own.offset
  const stockFrom = synced?.key === 'syncedAt' && synced.value !== null ? Math.min(synced.value, now) : now
  const stocks = new Map(records.map((one) => [one.machineId, shownStock(unpackInventory(one), own)]))
  const open = openStops(round)
  const began = performance.now()
  const rest = restOfDay(round, { machines, stocks, stockFrom, now, timeZone: account.timezone, maxPieces: van?.maxPieces })
  const isOver = (done: number) => done >= ITERATIONS || performance.now() - began > MAX_MS
  return restPlanOf(open, replanRest(rest, { seed: 1, isOver }))
}

/** When a minute of a plan is. */
export const momentOfPlan = ({ date }: Pick<Round, 'date'>, minutes: number): Moment =>
  momentOn(date, minutes, getSession().account.timezone)

type Known = {
  machines: readonly Machine[]
  stocks: ReadonlyMap<MachineId, InventoryRecord>
  stockFrom: Moment
  now: Moment
  timeZone: string
  /** Of the van of the user. */
  maxPieces?: number | null | undefined
}

/** The rest of a round as a problem of the planner. */
export function restOfDay(round: Pick<Round, 'date' | 'stops' | 'planning'>, known: Known): RestOfDay {
  const { machines, now } = known
  // Absent from the responses of earlier servers.
  const { works, pause, minutes, start: home, ...costs } = round.planning ?? USUAL_REST
  const open = openStops(round)
  const others = machines.filter(({ id }) => !open.some(({ machineId }) => machineId === id))
  const places: (Position | null)[] = [...open.map(({ machine }) => machine), ...others].map(placeOf)
  const start = places.length
  const middle = middleOf(places.filter((place) => place !== null))
  const begin = home ?? middle
  const travel = estimatedTable([...places, begin, placeOfLastVisit(round) ?? begin])
  const rates = ratesFor(PRICE, costs)
  const usual = usualCosts({ travel, rates, machines: places.map((_, place) => ({ place, minutes })), starts: [start] })
  const weekday = weekdayOf(Date.parse(round.date), 'UTC')
  const minuteOf = (at: Moment) => minuteOn(round.date, at, known.timeZone)
  const until = endOfWork(round, works.to, minuteOf)
  return {
    travel,
    rates,
    person: {
      id: '',
      start,
      end: start,
      works: { from: works.from, to: until },
      ...(pause && { pause }),
      ...(known.maxPieces && { capacity: known.maxPieces }),
    },
    now: minuteOf(now),
    at: start + 1,
    machines: open.map((stop, place): DayMachine => {
      const machine = machines.find(({ id }) => id === stop.machineId)
      const opens = opensFrom(machine?.openingHours, weekday, until)
      const planned =
        machine && visitValueOf(machine, { ...known, pieceCost: minutes.perPiece * rates.perMinute, usualCost: usual[place] ?? 0 })
      return {
        id: String(stop.machineId),
        place,
        value: planned?.value ?? NOTHING,
        pieces: planned?.pieces ?? 0,
        minutes,
        ...(opens !== undefined && { opens }),
        ...(isFixed(stop, planned !== undefined && planned !== null) && { fixedTo: '' }),
      }
    }),
  }
}

/** What this device cannot weigh stays on the round: other tasks, what a manager has set, and machines without a forecast. */
const isFixed = ({ tasks, why }: Stop, isForetold: boolean): boolean =>
  !isForetold || why === null || why.code === 'PINNED' || tasks.some((task) => task !== 'RESTOCK')

const placeOf = ({ lat, lng }: { lat: number | null; lng: number | null }): Position | null =>
  lat === null || lng === null ? null : { lat, lng }

function placeOfLastVisit({ stops }: Pick<Round, 'stops'>): Position | null {
  const [last] = stops
    .filter(({ visitedUntil }) => visitedUntil !== null)
    .toSorted((a, b) => fromIso(b.visitedUntil ?? '') - fromIso(a.visitedUntil ?? ''))
  return last ? placeOf(last.machine) : null
}

/** The office may have planned a longer day than the working hours. */
const endOfWork = ({ stops }: Pick<Round, 'stops'>, worksUntil: number, minuteOf: (at: Moment) => number): number =>
  Math.max(worksUntil, ...stops.flatMap(({ arrival, minutes }) => (arrival === null ? [] : [minuteOf(fromIso(arrival)) + (minutes ?? 0)])))

type Valuing = Known & { pieceCost: number; usualCost: number }

/** Null without a forecast. */
function visitValueOf(machine: Machine, { stocks, stockFrom, now, timeZone, pieceCost, usualCost }: Valuing) {
  const record = stocks.get(machine.id)
  const selling = record && isSelling(machine) ? sellingsOf(record, stockFrom) : null
  const rhythm = selling?.values().next().value?.rhythm
  if (!record || !selling || !rhythm) return null
  const expected = record.stocks.flatMap(({ productInstallationId, maxQuantity, balance }) => {
    const place = selling.get(productInstallationId)
    if (!place) return []
    const { demand, pieces, from, weight, portion } = place
    const passed = businessBetween(from, now, timeZone, rhythm)
    const most = Math.floor((maxQuantity === null ? balance : maxQuantity * MILLI) / portion)
    return [expectedStock({ demand, there: pieces, most, margin: (USUAL_MARGIN * PRICE * weight) / ORDINARY }, passed, pieceCost)]
  })
  const value = visitValue({
    stocks: expected,
    waits: waitsAfter({ arrival: now, timeZone, rhythm }),
    usualCost,
    isDrinks: machine.type === 'COFFEE',
  })
  const missing = expected.map(({ filled, pieces }) => filled - pieces)
  return { value, pieces: piecesToPutIn(missing, machine.type === 'COFFEE') }
}

/**
 * Records a new plan by marks of its stops, which work without a network. The round may have changed since it was planned. Returns how they are
 * taken back; null if nothing could be stored.
 */
export async function acceptRest(planned: Round, plan: RestPlan): Promise<(() => Promise<boolean>) | null> {
  const round = (await readOwnRounds()).find(({ id }) => id === planned.id) ?? planned
  const open = openStops(round)
  const marks = restMarks(open, plan)
  const markAll = (bodies: readonly ({ machineId: MachineId } & object)[]): Promise<boolean> =>
    recordAll(bodies.map(({ machineId, ...body }) => ({ call: 'markStop', machineId, body: { round: round.id, ...body } })))
  const bodies = marks.map((mark) =>
    'skipped' in mark ? { machineId: mark.machineId, state: 'SKIPPED', reason: mark.skipped, note: '' } : mark,
  )
  if (!(await markAll(bodies))) return null
  return () => markAll(restUndone(open, marks).map((stop) => ({ ...stop, state: 'PLANNED' })))
}
