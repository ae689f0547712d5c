import { expect, test } from 'vitest'
import type { Machine } from '#contract/machines.ts'
import { aMachineCard } from '../../tests/support/machine-card.ts'
import { fits, fleetOf, missingPieces } from './fleet.ts'

const machine = (state: Machine['state'], emptyPlaces = 0): Machine => ({
  ...aMachineCard({ state }),
  currentQuantity: 1,
  maxQuantity: 2,
  emptyPlaces,
})

test('counts a machine without a device like its badge, not as offline', () => {
  const { byKind } = fleetOf([
    machine('RUNNING'),
    machine('NONE'),
    machine('UNKNOWN'),
    machine('NOT_CONNECTED'),
    machine('STARTING'),
    machine('STOPPED'),
  ])
  expect(byKind).toEqual({ running: 1, stopped: 1, warning: 1, offline: 2, noDevice: 1 })
  expect(fits(machine('NONE'), 'offline')).toBe(false)
  expect(fits(machine('NONE'), 'noDevice')).toBe(true)
  expect(fits(machine('NOT_CONNECTED'), 'noDevice')).toBe(false)
})

test('counts empty slots, and the machines with some', () => {
  expect(fleetOf([machine('RUNNING', 3), machine('RUNNING'), machine('STOPPED', 1)])).toMatchObject({
    total: 3,
    withEmptyPlaces: 2,
    emptyPlaces: 4,
  })
})

test('grams of an ingredient are not counted as pieces', () => {
  const product = { id: 1, sku: 'x', name: 'x', volume: 1, volumeType: 'GRAM', packaging: 'INGREDIENT', deleted: false } as const
  const line = { currentShortage: 800, currentQuantity: 0, maxQuantity: 0, missing: 800 }
  expect(
    missingPieces([
      { ...line, product },
      { ...line, currentShortage: 4, product: { ...product, packaging: 'CAN' } },
    ]),
  ).toBe(4)
})

test('the list can be filtered by status or by empty slots', () => {
  expect(fits(machine('STOPPED'), 'stopped')).toBe(true)
  expect(fits(machine('RUNNING'), 'stopped')).toBe(false)
  expect(fits(machine('RUNNING', 1), 'empty')).toBe(true)
  expect(fits(machine('RUNNING'), undefined)).toBe(true)
})

test('machine with a reported problem needs action', () => {
  expect(fits(machine('RUNNING'), 'action')).toBe(false)
  expect(fits({ ...machine('RUNNING'), today: { openProblems: 0 } }, 'action')).toBe(false)
  expect(fits({ ...machine('RUNNING'), today: { openProblems: 1 } }, 'action')).toBe(true)
})

test('machine with slots that differ from its template is filtered', () => {
  expect(fits({ ...machine('RUNNING'), differing: 2 }, 'differs')).toBe(true)
  for (const differing of [0, undefined]) expect(fits({ ...machine('RUNNING'), differing }, 'differs')).toBe(false)
})
