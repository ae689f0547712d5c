import { queryOptions } from '@tanstack/react-query'
import type { Round, Stop } from '#contract/rounds.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import { AFTER_ALL, positionBetween, type RoundMark, type SkipReason } from '#domain/rounds/round.ts'
import { fromIso, MINUTE } from '#domain/time.ts'
import type { Enqueued } from '#offline/outbox.ts'
import { positionAtEnd, roundWith } from '#offline/rounds.ts'
import { getSession } from './device.ts'
import { live } from './local-query.ts'
import { discard, record } from './outbox.ts'
import { atOneMoment, pendingOperations } from './own-work.ts'

/** The user's published rounds from today on by date, including pending operations. They are on the device, so they need no network. */
export const ownRounds = () =>
  queryOptions({
    queryKey: ['ownRounds'],
    // The day changes without a change of data.
    refetchInterval: MINUTE,
    queryFn: live(readOwnRounds),
  })

export async function readOwnRounds(): Promise<Round[]> {
  const { db } = getSession()
  const [rounds, own, machines] = await atOneMoment(db, ['rounds', 'machines'], () =>
    Promise.all([db.rounds.toArray(), pendingOperations(db), db.machines.toArray()]),
  )
  const isHere = new Set(machines.map(({ id }) => id))
  return (
    rounds
      .filter(({ until }) => fromIso(until) > Date.now() + own.offset)
      .map((round) => roundWith(round, own.entries, own.offset, machines))
      // A machine that is no longer assigned is not on this device, so its stop could not be opened.
      .map((round) => ({ ...round, stops: round.stops.filter(({ machineId }) => isHere.has(machineId)) }))
      .toSorted((a, b) => (a.date < b.date ? -1 : 1))
  )
}

/** The user's round of today, which may be that of the evening before for some hours after midnight; null without one. */
export const todaysRound = (rounds: readonly Round[]): Round | null => {
  const now = Date.now()
  return rounds.find(({ from, until }) => fromIso(from) <= now && now < fromIso(until)) ?? null
}

/** The stop to go to: the first one that is neither visited nor skipped, other than the one where the user is. */
export const nextStop = ({ stops }: Pick<Round, 'stops'>, here: MachineId | null = null) =>
  stops.find(({ state, machineId }) => state === 'PLANNED' && machineId !== here) ?? null

/** The stops that can be planned again. Unplanned visits have no place in the plan. */
export const openStops = ({ stops }: Pick<Round, 'stops'>): Stop[] =>
  stops.filter(({ state, position }) => state === 'PLANNED' && position < AFTER_ALL)

/** The stop after a machine on today's round; null if no round of today is under way, or nothing is left on it. */
export function stopAfter(rounds: readonly Round[], here: MachineId): Stop | null {
  const round = todaysRound(rounds)
  return round && round.state !== 'FINISHED' ? nextStop(round, here) : null
}

/** The rounds after today. */
export const laterRounds = (rounds: readonly Round[]): Round[] => {
  const today = todaysRound(rounds)
  return rounds.filter((round) => round !== today)
}

type OfRound = Pick<Round, 'id' | 'stops'>

export const skipStop = ({ id }: OfRound, machineId: MachineId, reason: SkipReason, note = ''): Promise<Enqueued> =>
  record({ call: 'markStop', machineId, body: { round: id, state: 'SKIPPED', reason, note } })

/** The stop is open again. */
export const resumeStop = ({ id }: OfRound, machineId: MachineId): Promise<Enqueued> =>
  record({ call: 'markStop', machineId, body: { round: id, state: 'PLANNED' } })

/** Completes a stop at which nothing had to be recorded. */
export const completeStop = ({ id }: OfRound, machineId: MachineId): Promise<Enqueued> =>
  record({ call: 'markStop', machineId, body: { round: id, state: 'DONE' } })

/** Adds a machine after all others, or adds back one that the office removed. */
export const addStop = ({ id, stops }: OfRound, machineId: MachineId): Promise<Enqueued> =>
  record({ call: 'markStop', machineId, body: { round: id, state: 'PLANNED', position: positionAtEnd(stops) } })

/** Moves a stop before another one; null: to the end. Unplanned visits have no place in the plan. */
export function moveStopBefore({ id, stops }: OfRound, machineId: MachineId, before: MachineId | null): Promise<Enqueued> {
  const others = stops.filter((stop) => stop.machineId !== machineId && stop.position < AFTER_ALL)
  const index = before === null ? others.length : others.findIndex((stop) => stop.machineId === before)
  const position = positionBetween(others[index - 1]?.position ?? null, others[index]?.position ?? null)
  return record({ call: 'markStop', machineId, body: { round: id, position } })
}

/** A skipped or completed stop is as before: its mark is not sent at all, or the stop is open again. */
export const undoMark = async (round: OfRound, machineId: MachineId, operation: OperationId): Promise<boolean> =>
  (await discard(operation)) || 'kept' in (await resumeStop(round, machineId))

/** A mark belongs to a machine like every operation: the next stop, or the last one if none is left. */
export const markRound = (round: OfRound, state: RoundMark): Promise<Enqueued> => {
  const stop = nextStop(round) ?? round.stops.at(-1)
  if (!stop) throw new Error('a round without stops has nothing to start or finish')
  return record({ call: 'markRound', machineId: stop.machineId, body: { round: round.id, state } })
}
