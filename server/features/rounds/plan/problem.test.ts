import { describe, expect, test } from 'vitest'
import { middleOfMachines, placesOf } from './problem.ts'

const at = (lat: number | null, lng: number | null) => ({ lat, lng })

describe('start of rounds', () => {
  test.each([
    ['north-east', [at(52, 13), at(53, 14), at(54, 15)], { lat: 53, lng: 14 }],
    ['south-west', [at(-34, -58), at(-33, -57), at(-32, -56)], { lat: -33, lng: -57 }],
    ['across 180°', [at(-17, 178), at(-17, 179), at(-16, -179)], { lat: -17, lng: 179 }],
    ['without some positions', [at(null, null), at(1, 2), at(null, 3)], { lat: 1, lng: 2 }],
    ['without positions', [at(null, null)], null],
  ])('is the middle of the machines: %s', (_, machines, middle) => {
    expect(middleOfMachines(machines)).toEqual(middle)
  })

  test('is the place from the settings, if there is one', () => {
    expect(placesOf([at(1, 2)], { lat: -3, lng: 4 }, [])).toEqual([at(1, 2), at(-3, 4)])
    expect(placesOf([at(1, 2)], null, [])).toEqual([at(1, 2), at(1, 2)])
  })
})
