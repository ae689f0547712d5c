import type { MachineId } from '../ids.ts'
import type { DayPlan, WhyNot } from './day.ts'
import type { SkipReason } from './round.ts'

/** A stop that is neither visited nor skipped. */
export type OpenStop = { machineId: MachineId; position: number }

/** What a new plan of the rest of a day changes. `from`: the place in the order before, from 1. `begins`: minutes since the begin of the day. */
export type RestPlan = {
  stops: { machineId: MachineId; from: number; begins: number }[]
  leftOut: { machineId: MachineId; whyNot: WhyNot }[]
  returns: number
  isSame: boolean
}

export function restPlanOf(open: readonly OpenStop[], { rounds, leftOut }: DayPlan): RestPlan {
  const [round] = rounds
  const before = open.map(({ machineId }) => machineId)
  const stops = (round?.stops ?? []).map(({ machine, begins }) => ({
    machineId: Number(machine),
    from: before.indexOf(Number(machine)) + 1,
    begins,
  }))
  return {
    stops,
    leftOut: leftOut.map(({ machine, whyNot }) => ({ machineId: Number(machine), whyNot })),
    returns: round?.returns ?? 0,
    isSame: leftOut.length === 0 && stops.every(({ from }, index) => from === index + 1),
  }
}

/** What is recorded at a stop to make the new plan valid. */
export type RestMark = { machineId: MachineId } & ({ position: number } | { skipped: SkipReason })

/**
 * The fewest marks: stops take over the positions of the rest in the new order, so a stop that keeps its place needs none, and what the office
 * adds later still has its place among them. `open`: the stops when the plan is accepted. A stop that is no longer open gets no mark.
 */
export function restMarks(open: readonly OpenStop[], plan: Pick<RestPlan, 'stops' | 'leftOut'>): RestMark[] {
  const isPlanned = new Set([...plan.stops, ...plan.leftOut].map(({ machineId }) => machineId))
  const had = new Map(open.filter(({ machineId }) => isPlanned.has(machineId)).map(({ machineId, position }) => [machineId, position]))
  const [stops, leftOut] = [
    plan.stops.filter(({ machineId }) => had.has(machineId)),
    plan.leftOut.filter(({ machineId }) => had.has(machineId)),
  ]
  const positions = increasing([...had.values()])
  return [
    ...leftOut.map(({ machineId, whyNot }): RestMark => ({ machineId, skipped: reasonOf(whyNot) })),
    ...stops.flatMap(({ machineId }, index): RestMark[] => {
      const position = positions[index] ?? index + 1
      return had.get(machineId) === position ? [] : [{ machineId, position }]
    }),
  ]
}

/** What is recorded to take these marks back: each stop is planned at its former position. */
export const restUndone = (open: readonly OpenStop[], marks: readonly RestMark[]): { machineId: MachineId; position: number }[] =>
  open
    .filter(({ machineId }) => marks.some((mark) => mark.machineId === machineId))
    .map(({ machineId, position }) => ({ machineId, position }))

/** Stops that were added without a position share one. */
function increasing(positions: readonly number[]): readonly number[] {
  const isIncreasing = positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? position))
  const first = positions[0] ?? 1
  return isIncreasing ? positions : positions.map((_, index) => first + index)
}

const reasonOf = ({ code }: WhyNot): SkipReason =>
  code === 'CLOSED' ? 'CLOSED' : code === 'NO_TIME' || code === 'VAN_FULL' ? 'NO_TIME' : 'NOT_NEEDED'
