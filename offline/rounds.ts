import * as v from 'valibot'
import type { Machine } from '#contract/machines.ts'
import { type Round, RoundMarked, type Stop, StopMark } from '#contract/rounds.ts'
import { AFTER_ALL, byPosition, isVisitCall, NEW_STOP, stateOfRound, UNPLACED } from '#domain/rounds/round.ts'
import { fromIso, type Moment, toIso } from '#domain/time.ts'
import { isPending } from './projection.ts'
import type { OutboxEntry } from './records.ts'

/**
 * A round with the user's pending work and marks, by the rules of the server: recorded work counts more than a mark, and the latest mark
 * counts. `offset` corrects entries that have no final time yet. `machines`: for stops that were just added.
 */
export function roundWith(round: Round, entries: readonly OutboxEntry[], offset: number, machines: readonly Machine[] = []): Round {
  const timed = entries
    .filter(isPending)
    .map((entry) => ({ ...entry, at: entry.occurredAt ?? entry.rawAt + offset }))
    .toSorted((a, b) => a.at - b.at)
  const [from, until] = [fromIso(round.from), fromIso(round.until)]
  let { stops, state, markedAt } = round
  let marked = state === 'FINISHED' || (state === 'STARTED' && markedAt !== null) ? state : null
  for (const { call, machineId, body, at, visit } of timed) {
    if (call === 'markRound') {
      const mark = v.safeParse(RoundMarked, body)
      if (!mark.success || mark.output.round !== round.id) continue
      // Marks belong to different machines, so a later one may have been sent before.
      if (markedAt !== null && fromIso(markedAt) > at) continue
      marked = mark.output.state
      markedAt = toIso(at)
    } else if (call === 'markStop') {
      const mark = v.safeParse(StopMark, body)
      if (mark.success && mark.output.round === round.id) stops = withMark(stops, machineId, mark.output, machines)
    } else if (isVisitCall(call) && at >= from && at < until) {
      if (stops.some((stop) => stop.machineId === machineId)) stops = withWork(stops, machineId, at)
      else if (visit) stops = withWork([...stops, addedStop(machineId, AFTER_ALL, machines)], machineId, at)
    }
  }
  stops = inOrder(stops)
  state = stateOfRound({ isPublished: state !== 'DRAFT', mark: marked }, stops)
  return { ...round, stops, state, markedAt }
}

/** Unplanned visits come last, in the order in which they were made. */
function inOrder(stops: readonly Stop[]): Stop[] {
  const unplanned = stops
    .filter(({ position }) => position >= AFTER_ALL)
    .toSorted((a, b) => startOf(a) - startOf(b) || a.machineId - b.machineId)
    .map((stop, index) => ({ ...stop, position: AFTER_ALL + index }))
  return [...stops.filter(({ position }) => position < AFTER_ALL).toSorted(byPosition), ...unplanned]
}

const startOf = ({ visitedFrom }: Stop): Moment => (visitedFrom === null ? 0 : fromIso(visitedFrom))

/** A mark adds a machine that is not on the round, except if it only skips or moves it: then the office has removed the stop. */
function withMark(stops: readonly Stop[], machineId: number, mark: StopMark, machines: readonly Machine[]): Stop[] {
  const isThere = stops.some((stop) => stop.machineId === machineId)
  if (!isThere && mark.state !== 'PLANNED' && mark.state !== 'DONE') return [...stops]
  return (isThere ? stops : [...stops, addedStop(machineId, UNPLACED, machines)]).map((stop) => {
    if (stop.machineId !== machineId) return stop
    const position = mark.position ?? Math.min(stop.position, UNPLACED)
    if (mark.state === undefined) return { ...stop, position }
    const state = stop.visitedFrom === null ? mark.state : 'DONE'
    return { ...stop, position, state, skipReason: state === 'SKIPPED' ? (mark.reason ?? 'OTHER') : null, note: mark.note || null }
  })
}

/** The position after all planned stops. */
export const positionAtEnd = (stops: readonly Pick<Stop, 'position'>[]): number =>
  1 + Math.max(0, ...stops.map(({ position }) => position).filter((position) => position < UNPLACED))

const withWork = (stops: readonly Stop[], machineId: number, at: Moment): Stop[] =>
  stops.map((stop) => {
    if (stop.machineId !== machineId) return stop
    const [from, until] = [stop.visitedFrom, stop.visitedUntil]
    return {
      ...stop,
      state: 'DONE',
      skipReason: null,
      visitedFrom: from !== null && fromIso(from) <= at ? from : toIso(at),
      visitedUntil: until !== null && fromIso(until) >= at ? until : toIso(at),
    }
  })

/** A stop that the server does not know yet. */
function addedStop(machineId: number, position: number, machines: readonly Machine[]): Stop {
  const machine = machines.find(({ id }) => id === machineId)
  return {
    ...NEW_STOP,
    machineId,
    machine: { name: machine?.name ?? '', address: machine?.address ?? null, lat: machine?.lat ?? null, lng: machine?.lng ?? null },
    position,
    tasks: [],
    isAdded: true,
  }
}
