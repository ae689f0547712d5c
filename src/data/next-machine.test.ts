import { expect, test } from 'vitest'
import type { Machine } from '#contract/machines.ts'
import { nearest } from './next-machine.ts'

const machine = (name: string, lat: number | null, lng: number | null = 9) => ({ name, lat, lng }) as Machine

test('the nearest machine is next, however much the others lose', () => {
  const next = nearest(machine('here', 48), [machine('far', 49), machine('near', 48.001), machine('nowhere', null)])
  expect(next?.machine.name).toBe('near')
  expect(next?.metres).toBeCloseTo(111, 0)
})

test('without positions the order of the machines decides', () => {
  expect(nearest(machine('here', null), [machine('worst', 49), machine('other', 48)])).toEqual({
    machine: machine('worst', 49),
    metres: null,
  })
  expect(nearest(machine('here', 48), [machine('worst', null), machine('other', null)])?.machine.name).toBe('worst')
  expect(nearest(undefined, [])).toBeNull()
})
