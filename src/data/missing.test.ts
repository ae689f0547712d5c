import { describe, expect, test } from 'vitest'
import { EVEN } from '#domain/forecast/rhythm.ts'
import { writeRhythm } from '#domain/forecast/rhythm-text.ts'
import { DAY } from '#domain/time.ts'
import { lackingOf } from './missing.ts'

const from = Date.parse('2026-03-09T23:00:00Z')
const tomorrow = { from, until: from + DAY, timeZone: 'Europe/Berlin' }
const running = { id: 1, name: 'Lobby', state: 'RUNNING' } as const

/** Each slot sells `aDay` of `portion`, with a well-known rate. */
const record = (places: readonly { pieces: number; aDay: number; max?: number | null; portion?: number; countedAt?: number }[]) => ({
  machineId: 1,
  asOf: '',
  stocks: places.map(({ pieces, max = 10, countedAt }, index) => ({
    productInstallationId: index + 1,
    productId: index + 1,
    slotId: index + 1,
    slotNumber: String(index + 1),
    maxQuantity: max,
    balance: pieces * 1_000,
    counted: countedAt === undefined ? null : { at: countedAt, operation: 'o', line: 1 },
  })),
  outlook: {
    rhythm: writeRhythm(EVEN),
    places: {
      pieces: places.map(({ aDay }) => aDay * 1_000),
      hours: places.map(() => 24_000),
      portion: places.map(({ portion = 1_000 }) => portion),
      weight: places.map(() => 10),
    },
  },
})
const missingIn = (...of: Parameters<typeof lackingOf>) => lackingOf(...of).places.map(({ missing }) => missing)

describe('the shortage of a machine', () => {
  test('includes what will be sold until the given day', () => {
    const stock = record([
      { pieces: 10, aDay: 4 },
      { pieces: 7, aDay: 0.5 },
    ])
    expect(missingIn(running, stock, null)).toEqual([0, 3])
    const [busy = 0, slow = 0] = missingIn(running, stock, tomorrow)
    expect(busy).toBeCloseTo(4, 1)
    expect(slow).toBeCloseTo(3.5, 1)
  })

  test('is at most the maximum, and zero without one', () => {
    const [gone = 0, ...others] = missingIn(
      running,
      record([
        { pieces: 2, aDay: 90 },
        { pieces: 2, aDay: 90, max: null },
        { pieces: -3, aDay: 90 },
      ]),
      tomorrow,
    )
    expect(gone).toBeCloseTo(10)
    expect(others).toEqual([0, 10])
  })

  test('of an ingredient is what its drinks take', () => {
    const [beans = 0] = missingIn(running, record([{ pieces: 900, aDay: 20, max: 1_000, portion: 9_000 }]), tomorrow)
    expect(beans).toBeCloseTo(100 + 20 * 9, 0)
  })

  test("counts sales from the last count if it is newer than the server's data", () => {
    const [counted = 0] = missingIn(running, record([{ pieces: 10, aDay: 4, countedAt: from + DAY / 2 }]), tomorrow)
    expect(counted).toBeCloseTo(2, 1)
  })

  test.each(['STOPPED', 'NOT_CONNECTED', 'NONE'] as const)('is not forecast while it is %s', (state) => {
    const lacking = lackingOf({ ...running, state }, record([{ pieces: 7, aDay: 4 }]), tomorrow)
    expect([lacking.isForetold, lacking.places[0]?.missing]).toEqual([false, 3])
  })

  test('is not forecast without learned rates', () => {
    const { outlook: _, ...older } = record([{ pieces: 7, aDay: 4 }])
    const lacking = lackingOf(running, older, tomorrow)
    expect([lacking.isForetold, lacking.places[0]?.missing]).toEqual([false, 3])
  })
})
