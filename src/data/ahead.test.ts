import { describe, expect, test } from 'vitest'
import type { Machine } from '#contract/machines.ts'
import { packInventory } from '#contract/sync.ts'
import { EVEN } from '#domain/forecast/rhythm.ts'
import { writeRhythm } from '#domain/forecast/rhythm-text.ts'
import { DAY } from '#domain/time.ts'
import { type Ahead, aheadOf } from './ahead.ts'
import { worstFirst } from './machines.ts'

const from = Date.parse('2026-03-09T07:00:00Z')
const span = { from, until: from + DAY, timeZone: 'Europe/Berlin' }
const stock = (point: number, pieces: number) => ({
  productInstallationId: point,
  productId: point,
  slotId: point,
  slotNumber: String(point),
  maxQuantity: 10,
  balance: pieces * 1_000,
  counted: null,
})
/** Each slot sells `aDay`, with a well-known rate. */
const record = (places: readonly { pieces: number; aDay: number; weight?: number }[]) =>
  packInventory({
    machineId: 1,
    asOf: '',
    stocks: places.map(({ pieces }, index) => stock(index + 1, pieces)),
    outlook: {
      rhythm: writeRhythm(EVEN),
      places: {
        pieces: places.map(({ aDay }) => aDay * 1_000),
        hours: places.map(() => 24_000),
        portion: places.map(() => 1_000),
        weight: places.map(({ weight = 10 }) => weight),
      },
    },
  })
const snacks = { id: 1, type: 'SNACK', state: 'RUNNING' } as const

describe('the outlook of a machine', () => {
  test('is the unmet demand of the next day, and the slots that run empty', () => {
    const ahead = aheadOf(
      snacks,
      record([
        { pieces: 0, aDay: 6 },
        { pieces: 3, aDay: 6 },
        { pieces: 10, aDay: 1 },
      ]),
      span,
      null,
    )
    expect(ahead.loss).toBeGreaterThan(8.5)
    expect(ahead.loss).toBeLessThan(10)
    expect(ahead.all).toBeCloseTo(13, 1)
    expect(ahead).toMatchObject({ places: 3, runsEmpty: 1 })
  })

  test('is in money if prices are visible, otherwise in ordinary pieces', () => {
    const empty = record([{ pieces: 0, aDay: 4, weight: 30 }])
    expect(aheadOf(snacks, empty, span, null).loss).toBeCloseTo(12)
    expect(aheadOf(snacks, empty, span, () => 2.5).loss).toBeCloseTo(10)
  })

  test('is all demand of a stopped machine, and no more than its drinks', () => {
    const full = record([
      { pieces: 10, aDay: 4 },
      { pieces: 10, aDay: 6 },
    ])
    expect(aheadOf({ ...snacks, state: 'STOPPED' }, full, span, null).loss).toBeCloseTo(10)
    expect(aheadOf({ ...snacks, type: 'COFFEE', state: 'STOPPED' }, full, span, null).loss).toBeCloseTo(6)
  })

  test('is unknown without learned rates, as from an older server', () => {
    const { outlook: _, ...older } = record([{ pieces: 0, aDay: 4 }])
    expect(aheadOf(snacks, older, span, null)).toEqual({ places: 1, loss: null, all: 0, runsEmpty: 0 })
  })
})

describe('machines that need a visit', () => {
  const machine = (id: number, state: Machine['state'], emptyPlaces: number, currentQuantity = 90) =>
    ({ id, state, emptyPlaces, currentQuantity, maxQuantity: 100 }) as Machine
  const of = (loss: number | null, runsEmpty = 0): Ahead => ({ places: 10, loss, all: 20, runsEmpty })

  test('are ordered by the loss without a visit today', () => {
    const machines = [machine(1, 'RUNNING', 5), machine(2, 'RUNNING', 1), machine(3, 'STOPPED', 0), machine(4, 'RUNNING', 0)]
    const ahead = new Map([
      [1, of(2)],
      [2, of(9)],
      [3, of(20)],
      [4, of(3, 1)],
    ])
    expect(worstFirst(machines, ahead).map(({ id }) => id)).toEqual([3, 2, 4, 1])
  })

  test('are compared by empty slots if their rates are unknown', () => {
    const machines = [machine(1, 'RUNNING', 1), machine(2, 'RUNNING', 4), machine(3, 'RUNNING', 1)]
    // An average slot of the known machines loses two.
    const ahead = new Map([
      [1, of(null)],
      [2, of(null)],
      [3, of(5)],
    ])
    expect(worstFirst(machines, ahead).map(({ id }) => id)).toEqual([2, 3, 1])
    expect(worstFirst(machines, new Map()).map(({ id }) => id)).toEqual([2, 1, 3])
  })

  test('exclude machines that run well and will continue to', () => {
    expect(worstFirst([machine(1, 'RUNNING', 0)], new Map([[1, of(0)]]))).toEqual([])
  })
})
