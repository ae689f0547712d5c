import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DayPlan, WhyNot } from './day.ts'
import { type OpenStop, type RestMark, restMarks, restPlanOf, restUndone } from './rest.ts'

const open = (...positions: number[]): OpenStop[] => positions.map((position, index) => ({ machineId: index + 1, position }))
const noTime: WhyNot = { code: 'NO_TIME', value: 1, cost: 2, minutes: 3 }
const planned = (order: readonly number[], leftOut: readonly number[] = []): DayPlan =>
  ({
    rounds: [{ stops: order.map((machine, index) => ({ machine: String(machine), begins: 600 + index })), returns: 900 }],
    leftOut: leftOut.map((machine) => ({ machine: String(machine), whyNot: noTime })),
    saved: 0,
  }) as unknown as DayPlan

describe('the rest of a day planned again', () => {
  test('lists moved stops, stops that are left out, and the end of the day', () => {
    expect(restPlanOf(open(1, 2, 3), planned([3, 1], [2]))).toEqual({
      stops: [
        { machineId: 3, from: 3, begins: 600 },
        { machineId: 1, from: 1, begins: 601 },
      ],
      leftOut: [{ machineId: 2, whyNot: noTime }],
      returns: 900,
      isSame: false,
    })
    expect(restPlanOf(open(1, 2), planned([1, 2])).isSame).toBe(true)
  })

  test('marks only what changes', () => {
    const stops = open(1, 4, 5.5)
    expect(restMarks(stops, restPlanOf(stops, planned([1, 2, 3])))).toEqual([])
    expect(restMarks(stops, restPlanOf(stops, planned([1, 3], [2])))).toEqual([
      { machineId: 2, skipped: 'NO_TIME' },
      { machineId: 3, position: 4 },
    ])
  })

  test('the marks lead to the new order, whatever the positions were', () => {
    const days = fc
      .array(fc.integer({ min: -3, max: 9 }), { minLength: 1, maxLength: 12 })
      .chain((positions) =>
        fc.tuple(fc.constant(open(...positions.toSorted((a, b) => a - b))), fc.shuffledSubarray(positions.map((_, at) => at + 1))),
      )
    fc.assert(
      fc.property(days, ([stops, order]) => {
        const out = stops.map(({ machineId }) => machineId).filter((machine) => !order.includes(machine))
        expect(applied(stops, restMarks(stops, restPlanOf(stops, planned(order, out))))).toEqual(order)
      }),
    )
  })

  test('the marks lead to the new order of stops that changed since', () => {
    const plan = restPlanOf(open(1, 2, 3, 4, 5), planned([3, 1, 2, 5], [4]))
    const current = [
      ...[
        { machineId: 2, position: 1 },
        { machineId: 9, position: 1.5 },
        { machineId: 3, position: 2 },
      ],
      ...[
        { machineId: 1, position: 3 },
        { machineId: 4, position: 7 },
      ],
    ]
    expect(applied(current, restMarks(current, plan))).toEqual([3, 9, 1, 2])
  })

  test('taken back, every stop is where it was', () => {
    const stops = open(1, 2, 3, 4)
    const marks = restMarks(stops, restPlanOf(stops, planned([3, 1, 2], [4])))
    expect(marks).toHaveLength(4)
    expect(restUndone(stops, marks)).toEqual(stops.map(({ machineId, position }) => ({ machineId, position })))
    expect(restUndone(stops, marks.slice(0, 1))).toHaveLength(1)
    expect(restUndone(stops, [])).toEqual([])
  })
})

function applied(stops: readonly OpenStop[], marks: readonly RestMark[]): number[] {
  return stops
    .flatMap((stop) => {
      const mark = marks.find(({ machineId }) => machineId === stop.machineId)
      return mark && 'skipped' in mark ? [] : [{ ...stop, ...(mark && { position: mark.position }) }]
    })
    .toSorted((a, b) => a.position - b.position || a.machineId - b.machineId)
    .map(({ machineId }) => machineId)
}
