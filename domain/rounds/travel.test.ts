import { expect, test } from 'vitest'
import { estimatedTable, minutesFor, USUAL_DETOUR } from './travel.ts'

const metres = (from: [number, number], to: [number, number]) =>
  estimatedTable([
    { lat: from[0], lng: from[1] },
    { lat: to[0], lng: to[1] },
  ]).metres[0]?.[1] ?? Number.NaN

test('ways are great-circle distances with a detour, in every hemisphere', () => {
  const degree = USUAL_DETOUR * 111_195
  expect(metres([0, 10], [1, 10]) / degree).toBeCloseTo(1, 4)
  expect(metres([-33, 151], [-34, 151]) / degree).toBeCloseTo(1, 4)
  expect(metres([0, 179.5], [0, -179.5]) / degree).toBeCloseTo(1, 4)
  expect(metres([60, 24], [60, 25]) / degree).toBeCloseTo(0.5, 2)
})

test('short ways are slower than long ones, and longer ways never take less time', () => {
  const speedFor = (way: number) => way / 1_000 / (minutesFor(way) / 60)
  expect(speedFor(1_000)).toBeCloseTo(22, 6)
  expect(speedFor(100_000)).toBeGreaterThan(60)
  for (let way = 0; way < 50_000; way += 500) expect(minutesFor(way + 500)).toBeGreaterThan(minutesFor(way))
})

test('a place without a position has the median distance, and is listed', () => {
  const at = (lng: number) => ({ lat: 0, lng })
  const { metres: table, assumed } = estimatedTable([at(0), at(1), null, at(3)])
  expect(assumed).toEqual([2])
  expect(table[2]?.[0]).toBe(table[0]?.[2])
  expect(table[2]?.[0]).toBeCloseTo(table[1]?.[3] ?? 0, 0)
  expect(table[2]?.[2]).toBe(0)
  expect(estimatedTable([null, null]).metres[0]?.[1]).toBe(5_000)
})
