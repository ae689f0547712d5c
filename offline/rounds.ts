import * as v from 'valibot'
import type { Machine } from '#contract/machines.ts'
import { type Round, RoundMarked, type Stop, StopMark } from '#contract/rounds.ts'
import { byPosition, isVisitCall, stateOfRound } from '#domain/rounds/round.ts'
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
      marked = mark.output.state
      markedAt = toIso(at)
    } else if (call === 'markStop') {
      const mark = v.safeParse(StopMark, body)
      if (mark.success && mark.output.round === round.id) stops = withMark(stops, machineId, mark.output, machines)
    } else if (isVisitCall(call) && at >= from && at < until) {
      if (stops.some((stop) => stop.machineId === machineId)) stops = withWork(stops, machineId, at)
      else if (visit) stops = withWork(withStop(stops, machineId, machines), machineId, at)
    }
  }
  stops = stops.toSorted(byPosition)
  state = stateOfRound({ isPublished: state !== 'DRAFT', mark: marked }, stops)
  return { ...round, stops, state, markedAt }
}

const withMark = (stops: readonly Stop[], machineId: number, mark: StopMark, machines: readonly Machine[]): Stop[] =>
  withStop(stops, machineId, machines).map((stop) => {
    if (stop.machineId !== machineId) return stop
    const position = mark.position ?? stop.position
    if (mark.state === undefined) return { ...stop, position }
    const state = stop.visitedFrom === null ? mark.state : 'DONE'
    return { ...stop, position, state, skipReason: state === 'SKIPPED' ? (mark.reason ?? 'OTHER') : null, note: mark.note || null }
  })

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

/** Adds a stop that the server does not know yet, after all others. */
function withStop(stops: readonly Stop[], machineId: number, machines: readonly Machine[]): Stop[] {
  if (stops.some((stop) => stop.machineId === machineId)) return [...stops]
  const machine = machines.find(({ id }) => id === machineId)
  const last = Math.max(0, ...stops.map(({ position }) => position))
  return [
    ...stops,
    {
      machineId,
      machine: { name: machine?.name ?? '', address: machine?.address ?? null, lat: machine?.lat ?? null, lng: machine?.lng ?? null },
      position: last + 1,
      tasks: [],
      why: null,
      arrival: null,
      minutes: null,
      saves: null,
      state: 'PLANNED',
      skipReason: null,
      note: null,
      visitedFrom: null,
      visitedUntil: null,
      isAdded: true,
    },
  ]
}
