import { describe, expect, test } from 'vitest'
import type { Machine } from '#contract/machines.ts'
import type { RestPlanning, Stop } from '#contract/rounds.ts'
import type { InventoryRecord } from '#contract/sync.ts'
import { EVEN } from '#domain/forecast/rhythm.ts'
import { writeRhythm } from '#domain/forecast/rhythm-text.ts'
import { replanRest } from '#domain/rounds/plan-day.ts'
import { restPlanOf } from '#domain/rounds/rest.ts'
import { NEW_STOP } from '#domain/rounds/round.ts'
import { USUAL_REST } from '#domain/rounds/usual-day.ts'
import { fromIso } from '#domain/time.ts'
import { restOfDay } from './replan.ts'
import { openStops } from './rounds.ts'

const date = '2026-03-03'
const timeZone = 'Europe/Berlin'
const [morning, lateAfternoon] = [fromIso('2026-03-03T08:00:00.000Z'), fromIso('2026-03-03T15:10:00.000Z')]

/** Machines on a line to the east, a kilometre apart. */
const placeOf = (id: number) => ({ lat: 52.5, lng: 13.4 + id * 0.0148 })
const machine = (id: number) => ({ id, type: 'SNACK', state: 'RUNNING', ...placeOf(id) }) as Machine
const stop = (machineId: number, position: number, more: Partial<Stop> = {}): Stop => ({
  ...NEW_STOP,
  machineId,
  machine: { name: `Machine ${machineId}`, address: null, ...placeOf(machineId) },
  position,
  tasks: ['RESTOCK'],
  why: { code: 'MARGIN', values: {} },
  ...more,
})
const visited = { state: 'DONE', visitedFrom: '2026-03-03T07:30:00.000Z', visitedUntil: '2026-03-03T07:50:00.000Z' } as const

/** Slots of 20 pieces with so many left, each of which sells 10 a day. */
const stockOf = (machineId: number, pieces: number, slots = 10): InventoryRecord => ({
  machineId,
  asOf: '',
  stocks: Array.from({ length: slots }, (_, index) => ({
    productInstallationId: machineId * 100 + index,
    productId: index,
    slotId: index,
    slotNumber: String(index),
    maxQuantity: 20,
    balance: pieces * 1_000,
    counted: null,
  })),
  outlook: {
    rhythm: writeRhythm(EVEN),
    places: {
      pieces: Array.from({ length: slots }, () => 10_000),
      hours: Array.from({ length: slots }, () => 24_000),
      portion: Array.from({ length: slots }, () => 1_000),
      weight: Array.from({ length: slots }, () => 10),
    },
  },
})

function replanned(stops: Stop[], stocks: InventoryRecord[], now: number, planning?: RestPlanning) {
  const known = {
    machines: stops.map(({ machineId }) => machine(machineId)),
    stocks: new Map(stocks.map((one) => [one.machineId, one])),
    stockFrom: now,
    now,
    timeZone,
  }
  const rest = restOfDay({ date, stops, ...(planning && { planning }) }, known)
  const plan = restPlanOf(openStops({ stops }), replanRest(rest, { seed: 1, isOver: (done) => done >= 1_000 }))
  return { order: plan.stops.map(({ machineId }) => machineId), leftOut: plan.leftOut.map((one) => [one.machineId, one.whyNot.code]) }
}

test('a canister takes as long as a few pieces, and not as its drinks', () => {
  const known = { stocks: new Map([[2, stockOf(2, 0, 4)]]), stockFrom: morning, now: morning, timeZone }
  const piecesOf = (type: Machine['type']) =>
    restOfDay({ date, stops: [stop(2, 1)] }, { ...known, machines: [{ ...machine(2), type }] }).machines[0]?.pieces
  expect([piecesOf('SNACK'), piecesOf('COFFEE')]).toEqual([80, 40])
})

test.each([
  ['2026-03-29', '2026-03-29T06:00:00.000Z'],
  ['2026-10-25', '2026-10-25T07:00:00.000Z'],
])('eight o’clock is eight o’clock on %s, when clocks are changed', (date, at) => {
  const known = { machines: [], stocks: new Map(), stockFrom: fromIso(at), now: fromIso(at), timeZone }
  expect(restOfDay({ date, stops: [stop(1, 1)] }, known).now).toBe(480)
})

describe('the rest of a round on the phone', () => {
  const empty = [1, 2, 3, 4, 5].map((id) => stockOf(id, 0))

  test('begins at the last visit and makes no detour', () => {
    const stops = [stop(1, 1, visited), stop(5, 2), stop(3, 3), stop(2, 4), stop(4, 5)]
    const { order, leftOut } = replanned(stops, empty, morning)
    expect(order.toSorted()).toEqual([2, 3, 4, 5])
    expect(leftOut).toEqual([])
    // There and back to the middle, where people are assumed to start and end.
    const way = [1, ...order, 3]
    expect(way.reduce((sum, id, index) => sum + Math.abs(id - (way[index - 1] ?? id)), 0)).toBe(6)
  })

  test('leaves out what there is no time for, and keeps what a manager has set', () => {
    const pinned = { why: { code: 'PINNED', values: {} } }
    const stops = [stop(1, 1, visited), stop(2, 2), stop(3, 3), stop(4, 4), stop(5, 5, pinned)]
    const { order, leftOut } = replanned(stops, empty, lateAfternoon)
    expect(order).toContain(5)
    expect(leftOut.length).toBeGreaterThan(0)
    expect(new Set(leftOut.map(([, code]) => code))).toEqual(new Set(['NO_TIME']))
  })

  test('follows the hours, break, minutes and costs of the company', () => {
    const stops = [stop(1, 1, visited), stop(2, 2), stop(3, 3), stop(4, 4), stop(5, 5)]
    const usual: RestPlanning = { ...USUAL_REST, pause: { from: 720, minutes: 30 } }
    expect(replanned(stops, empty, lateAfternoon, usual)).toEqual(replanned(stops, empty, lateAfternoon))
    // Until late in the evening there is time for all.
    expect(replanned(stops, empty, lateAfternoon, { ...usual, works: { from: 480, to: 1_200 } }).leftOut).toEqual([])
    const short = { ...usual, works: { from: 480, to: 660 } }
    const left = (planning: RestPlanning) => replanned(stops, empty, morning, planning).leftOut
    expect(left(usual)).toEqual([])
    expect(left({ ...short, pause: { from: 560, minutes: 90 } }).length).toBeGreaterThan(left(short).length)
    expect(left({ ...short, minutes: { fixed: 60, perPiece: 0.1 } }).length).toBeGreaterThan(left(short).length)
    // Work that costs more than all goods is not worth it.
    expect(left({ ...usual, hourInPrices: 100_000 })).toHaveLength(4)
  })

  test('leaves out a site that has closed, and what the van does not hold', () => {
    const stops = [stop(1, 1, visited), stop(2, 2), stop(3, 3)]
    const restWith = (openingHours: string | null, maxPieces?: number) =>
      restOfDay(
        { date, stops },
        {
          machines: [machine(1), { ...machine(2), openingHours }, machine(3)],
          stocks: new Map(empty.map((one) => [one.machineId, one])),
          ...{ stockFrom: morning, now: morning, timeZone, maxPieces },
        },
      )
    const leftOut = (openingHours: string | null, maxPieces?: number) =>
      restPlanOf(
        openStops({ stops }),
        replanRest(restWith(openingHours, maxPieces), { seed: 1, isOver: (done) => done >= 1_000 }),
      ).leftOut.map(({ machineId, whyNot }) => [machineId, whyNot.code])
    expect(leftOut(null)).toEqual([])
    // A Tuesday, at nine in the morning.
    expect(leftOut('Mo-Fr 08:00-17:00')).toEqual([])
    expect(leftOut('Mo-Fr 06:00-08:30')).toEqual([[2, 'CLOSED']])
    expect(leftOut('Mo,We-Su 06:00-22:00')).toEqual([[2, 'CLOSED']])
    const wanted = restWith(null).machines.reduce((sum, { pieces }) => sum + pieces, 0)
    expect(leftOut(null, wanted)).toEqual([])
    expect(leftOut(null, wanted - 1)).toEqual([[expect.any(Number), 'VAN_FULL']])
  })

  test('returns to the start of the company', () => {
    const [ahead, away] = [placeOf(2), { lat: 52.5, lng: 14.5 }]
    const returns = (start: RestPlanning['start']) => {
      const rest = restOfDay(
        { date, stops: [stop(1, 1, visited), stop(2, 2)], planning: { ...USUAL_REST, start } },
        {
          machines: [machine(1), machine(2)],
          stocks: new Map([[2, stockOf(2, 0)]]),
          stockFrom: morning,
          now: morning,
          timeZone,
        },
      )
      return rest.travel.metres[0]?.[rest.person.end] ?? 0
    }
    expect(returns(ahead)).toBe(0)
    expect(returns(away)).toBeGreaterThan(50_000)
  })

  test('leaves out a full machine, but not one with another task or without a forecast', () => {
    const cash: Partial<Stop> = { tasks: ['RESTOCK', 'COLLECT_CASH'] }
    const stops = [stop(1, 1, visited), stop(2, 2), stop(3, 3, cash), stop(4, 4), stop(5, 5)]
    const stocks = [stockOf(2, 20), stockOf(3, 20), stockOf(5, 0)]
    const { order, leftOut } = replanned(stops, stocks, morning)
    expect(order.toSorted()).toEqual([3, 4, 5])
    expect(leftOut).toEqual([[2, 'NO_NEED']])
  })
})
