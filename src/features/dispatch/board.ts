import type { Round, Stop } from '#contract/rounds.ts'
import type { MachineId, UserId } from '#domain/ids.ts'
import { sumOf } from '#domain/money.ts'
import { byPosition, NEW_STOP, positionBetween, type Task } from '#domain/rounds/round.ts'

export type RoundId = Round['id']

/** A machine that changes its round or its place. `from`, `to`: the rounds; null: none. `assignTo`: the machine is assigned to them first. */
export type Move = {
  machineId: MachineId
  machine: Stop['machine']
  tasks: readonly Task[]
  from: RoundId | null
  to: RoundId | null
  position: number
  assignTo?: UserId
}

/** The rounds as they will be after a move. Applying a move twice has the effect of one, because its response may already be there. */
export function withMove(rounds: readonly Round[], { machineId, machine, tasks, from, to, position }: Move): Round[] {
  const known = rounds.flatMap(({ id, stops }) => (id === from || id === to ? stops.filter((stop) => stop.machineId === machineId) : []))[0]
  // A visited stop stays where it was worked on.
  if (known && known.state !== 'PLANNED' && from !== to) return [...rounds]
  const moved: Stop = known ? { ...known, position } : { ...NEW_STOP, machineId, machine, tasks: [...tasks], position }
  return rounds.map((round) => {
    if (round.id !== from && round.id !== to) return round
    const others = round.stops.filter((stop) => stop.machineId !== machineId)
    return { ...round, stops: round.id === to ? [...others, moved].toSorted(byPosition) : others }
  })
}

/** The rounds with newer versions of some of them. */
export const withAnswers = (rounds: readonly Round[], answers: readonly Round[]): Round[] =>
  rounds.map((round) => answers.find(({ id, version }) => id === round.id && version >= round.version) ?? round)

/** The position of a machine that becomes number `index` (from 0) of these stops. */
export function positionAt(stops: readonly Pick<Stop, 'machineId' | 'position'>[], machineId: MachineId, index: number): number {
  const others = stops.filter((stop) => stop.machineId !== machineId)
  return positionBetween(others[index - 1]?.position ?? null, others[index]?.position ?? null)
}

/** The move that takes another one back. `before`: the rounds before it. */
export function reverseOf(move: Move, before: readonly Round[]): Move {
  const { assignTo: _, ...rest } = move
  const stop = before.find(({ id }) => id === move.from)?.stops.find(({ machineId }) => machineId === move.machineId)
  return { ...rest, from: move.to, to: move.from, position: stop?.position ?? move.position, tasks: stop?.tasks ?? move.tasks }
}

/** What a change of the plan adds to its sums. */
export type Cost = { minutes: number; metres: number; saves: number }

/** The difference between the planned sums of two versions of the same rounds; null if they have none, or it is zero. */
export function costOf(before: readonly Round[], after: readonly Round[], currency: string): Cost | null {
  const cost = { minutes: 0, metres: 0, saves: 0 }
  for (const { id, planned } of after) {
    const old = before.find((round) => round.id === id)?.planned
    if (!planned || !old) continue
    cost.minutes += planned.minutes - old.minutes
    cost.metres += planned.metres - old.metres
    cost.saves = sumOf([cost.saves, planned.saves ?? 0, -(old.saves ?? 0)], currency)
  }
  return cost.minutes === 0 && cost.metres === 0 && cost.saves === 0 ? null : cost
}

export const doneOf = ({ stops }: Pick<Round, 'stops'>): number => stops.filter(({ state }) => state !== 'PLANNED').length

/** What a plan costs and saves; null for a round without stops, or without a plan. */
export const sumsOf = ({ planned, stops }: Round): Round['planned'] => (stops.length > 0 ? planned : null)

/** Whether nothing happened on a round, so that it can be deleted. */
export const isUntouched = (round: Round): boolean => round.markedAt === null && doneOf(round) === 0

/** The letter of a round on the board and on the map: A to Z, then AA. */
export const letterOf = (index: number): string =>
  (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))
