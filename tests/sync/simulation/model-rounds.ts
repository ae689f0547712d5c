import * as v from 'valibot'
import { type Round, RoundMarked, StopMark } from '#contract/rounds.ts'
import type { MachineId, OperationId, UserId } from '#domain/ids.ts'
import type { RoundMark, SkipReason, StopState } from '#domain/rounds/round.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { COFFEE_MACHINE, type Marks, roundOf, type Said, type State } from './model-state.ts'

export const NO_MARKS: Marks = { round: null, positions: new Map(), stops: new Map() }

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

/** Adds a mark; `always`: also an earlier one. */
export function marked({ round, positions, stops }: Marks, machine: MachineId, said: Marked, always: boolean): Marks {
  const { at, by } = said
  const later = <T>(before: Said<T> | null | undefined, value: T | undefined): Said<T> | null =>
    value === undefined || (before && !always && (before.at > at || (before.at === at && before.by > by)))
      ? (before ?? null)
      : { value, at, by }
  const put = <T>(all: ReadonlyMap<MachineId, Said<T>>, value: T | undefined) => {
    const one = later(all.get(machine), value)
    return one ? new Map(all).set(machine, one) : all
  }
  return { round: later(round, said.round), positions: put(positions, said.position), stops: put(stops, said.stop) }
}

const MACHINES: readonly MachineId[] = [1, 2, COFFEE_MACHINE]

/** All that a round says, for comparison. */
export const textOf = ({ round, positions, stops }: Marks): string =>
  JSON.stringify([round, ...MACHINES.map((machine) => [positions.get(machine) ?? null, stops.get(machine) ?? null])])

/** The round of a person as phones get it. */
export function shownRound(state: State, userId: UserId): Round {
  const { round, positions, stops } = state.rounds.get(userId) ?? NO_MARKS
  return {
    id: roundOf(userId),
    date: '1970-01-01',
    from: toIso(0),
    until: toIso(0),
    user: { id: userId, name: '' },
    state: round?.value ?? 'PUBLISHED',
    version: 1,
    publishedAt: toIso(0),
    markedAt: round ? toIso(round.at) : null,
    planned: null,
    stops: MACHINES.map((machineId) => ({
      machineId,
      machine: { name: '', address: null, lat: null, lng: null },
      position: positions.get(machineId)?.value ?? machineId,
      tasks: [],
      why: null,
      arrival: null,
      minutes: null,
      saves: null,
      state: stops.get(machineId)?.value.state ?? 'PLANNED',
      skipReason: stops.get(machineId)?.value.reason ?? null,
      note: null,
      visitedFrom: null,
      visitedUntil: null,
      isAdded: false,
    })),
  }
}
