import * as v from 'valibot'
import { type Round, RoundMarked, type Stop, StopMark } from '#contract/rounds.ts'
import type { MachineId, OperationId, UserId } from '#domain/ids.ts'
import {
  AFTER_ALL,
  byPosition,
  isOnRound,
  isVisitCall,
  type RoundMark,
  type SkipReason,
  type StopState,
  stateOfRound,
  stateOfStop,
  UNPLACED,
  type Worked,
} from '#domain/rounds/round.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { COFFEE_MACHINE, type Marks, type Removed, roundOf, type Stamped, type State } from './model-state.ts'

export const NO_MARKS: Marks = { plan: new Map(), round: null, positions: new Map(), stops: new Map() }

/** What a mark says about a round. */
type Mark = { of: number; round?: RoundMark; position?: number; stop?: { state: StopState; reason: SkipReason | null } }
export type Marked = Mark & { at: Moment; by: OperationId }

/** Null if it is not valid. */
export function readMark(call: 'markStop' | 'markRound', body: unknown): Mark | null {
  if (call === 'markRound') {
    const read = v.safeParse(RoundMarked, body)
    return read.success ? { of: read.output.round, round: read.output.state } : null
  }
  const read = v.safeParse(StopMark, body)
  if (!read.success) return null
  const { round, state, reason, position } = read.output
  return {
    of: round,
    ...(position === undefined ? {} : { position }),
    ...(state === undefined ? {} : { stop: { state, reason: state === 'SKIPPED' ? (reason ?? 'OTHER') : null } }),
  }
}

/** Adds a mark; `always`: also an earlier one. A mark adds a stop that is not on the round. */
export function marked({ plan, round, positions, stops }: Marks, machine: MachineId, given: Marked, always: boolean): Marks {
  const { at, by } = given
  const later = <T>(before: Stamped<T> | null | undefined, value: T | undefined): Stamped<T> | null =>
    value === undefined || (before && !always && (before.at > at || (before.at === at && before.by > by)))
      ? (before ?? null)
      : { value, at, by }
  const put = <T>(all: ReadonlyMap<MachineId, Stamped<T>>, value: T | undefined) => {
    const one = later(all.get(machine), value)
    return one ? new Map(all).set(machine, one) : all
  }
  const isNew = given.round === undefined && !plan.has(machine)
  return {
    plan: isNew ? new Map(plan).set(machine, null) : plan,
    round: later(round, given.round),
    positions: put(positions, given.position),
    stops: put(stops, given.stop),
  }
}

/** A change by the office, at the server's time. Null: the stop is put on the round, at a position. */
export const planned = (marks: Marks, machine: MachineId, removed: Removed, position: number, at: Moment): Marks => ({
  ...marks,
  plan: new Map(marks.plan).set(machine, removed),
  positions:
    removed !== null || marks.positions.get(machine)?.value === position
      ? marks.positions
      : new Map(marks.positions).set(machine, { value: position, at, by: '' }),
})

export const MACHINES: readonly MachineId[] = [1, 2, COFFEE_MACHINE]

/** All that a round says, for comparison. */
export const textOf = ({ round, positions, stops }: Marks): string =>
  JSON.stringify([round, ...MACHINES.map((machine) => [positions.get(machine) ?? null, stops.get(machine) ?? null])])

/** What a person recorded at a machine on the day of the rounds; null if nothing. `isVisit`: in a visit. */
function workOf({ day, operations }: State, userId: UserId, machine: MachineId): { worked: Worked; isVisit: boolean } {
  if (!day) return { worked: null, isVisit: false }
  const own = [...operations.values()].filter(
    (one) =>
      one.userId === userId &&
      one.machineId === machine &&
      one.status === 'applied' &&
      isVisitCall(one.call) &&
      one.at >= day.from &&
      one.at < day.until,
  )
  const times = own.map(({ at }) => at)
  const worked = times.length > 0 ? { from: Math.min(...times), until: Math.max(...times) } : null
  return { worked, isVisit: own.some(({ isInVisit }) => isInVisit) }
}

/** Whether an operation changes the round of its user. */
export const isWork = ({ day, rounds }: State, userId: UserId, call: string, at: Moment): boolean =>
  day !== null && rounds.has(userId) && isVisitCall(call) && at >= day.from && at < day.until

/** The round of a person as phones get it. `isBlind`: a planted bug. */
export function shownRound(state: State, userId: UserId): Round {
  const { plan, round, positions, stops: marks } = state.rounds.get(userId) ?? NO_MARKS
  const stops = MACHINES.flatMap((machineId): Stop[] => {
    const removedAt = plan.get(machineId)
    const { worked, isVisit } = workOf(state, userId, machineId)
    if (removedAt === undefined) return isVisit && worked ? [stopOf(machineId, AFTER_ALL, 'DONE', null, worked)] : []
    const mark = marks.get(machineId)
    const isRemoved = removedAt !== null && !(mark?.value.state === 'PLANNED' && mark.at > removedAt)
    const given = mark?.value.state ?? 'PLANNED'
    if (!isOnRound({ isRemoved, mark: given, worked: state.ignoresWork ? null : worked })) return []
    const stopState = stateOfStop(given, worked)
    const position = positions.get(machineId)?.value ?? (state.day && machineId === 2 ? UNPLACED : machineId)
    return [stopOf(machineId, position, stopState, stopState === 'SKIPPED' ? (mark?.value.reason ?? null) : null, worked)]
  })
  const all = inOrder(stops)
  const given = round?.value ?? null
  return {
    id: roundOf(userId),
    date: '1970-01-01',
    from: toIso(state.day?.from ?? 0),
    until: toIso(state.day?.until ?? 0),
    user: { id: userId, name: '' },
    state: state.day ? stateOfRound({ isPublished: true, mark: given }, all) : (given ?? 'PUBLISHED'),
    version: 1,
    publishedAt: toIso(0),
    markedAt: round ? toIso(round.at) : null,
    planned: null,
    stops: all,
  }
}

const startOf = ({ visitedFrom }: Stop) => visitedFrom ?? ''

function inOrder(stops: readonly Stop[]): Stop[] {
  const unplanned = stops.filter(({ position }) => position >= AFTER_ALL).toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : 1))
  return [
    ...stops.filter(({ position }) => position < AFTER_ALL).toSorted(byPosition),
    ...unplanned.map((stop, index) => ({ ...stop, position: AFTER_ALL + index })),
  ]
}

const stopOf = (machineId: MachineId, position: number, state: StopState, skipReason: SkipReason | null, worked: Worked): Stop => ({
  machineId,
  machine: { name: '', address: null, lat: null, lng: null },
  position,
  tasks: [],
  why: null,
  arrival: null,
  minutes: null,
  saves: null,
  state,
  skipReason,
  note: null,
  visitedFrom: worked && toIso(worked.from),
  visitedUntil: worked && toIso(worked.until),
  isAdded: false,
})
