import { expect, test } from 'vitest'
import { metresBetween } from './distance.ts'

const [berlin, hamburg] = [
  { lat: 52.52, lng: 13.405 },
  { lat: 53.551, lng: 9.994 },
] as const

test('the distance of two cities, in both directions', () => {
  expect(metresBetween(berlin, hamburg) / 1000).toBeCloseTo(255, 0)
  expect(metresBetween(hamburg, berlin)).toBeCloseTo(metresBetween(berlin, hamburg), 6)
})

test('no distance to the same place, and a short one across the 180th meridian', () => {
  expect(metresBetween(berlin, berlin)).toBe(0)
  expect(metresBetween({ lat: 0, lng: 179.99 }, { lat: 0, lng: -179.99 })).toBeLessThan(2_500)
})
