import { describe, expect, test } from 'vitest'
import type { FleetMachine } from './fleet-machine.ts'
import type { Sort } from './machine-columns.ts'
import { sortMachines, sortOf } from './sort-machines.ts'

const machine = (name: string, of: object = {}, today: object | undefined = undefined) =>
  ({
    name,
    state: 'RUNNING',
    alerts: [],
    lastRefill: null,
    currentQuantity: 0,
    maxQuantity: 0,
    fillShare: null,
    today,
    ...of,
  }) as unknown as FleetMachine

const MACHINES = [
  machine(
    'Aula',
    { fillShare: 0.5, lastRefill: '2026-03-02T08:00:00Z', signalStrength: 0.4 },
    { soldToday: 9, turnoverToday: 20, cashInMachine: 3 },
  ),
  machine('Bistro', { state: 'STOPPED', fillShare: 0, alerts: [{}, {}] }, { soldToday: 0, turnoverToday: 0, cashInMachine: 30 }),
  machine('Canteen', { state: 'NOT_CONNECTED', signalStrength: 0.9 }, { soldToday: 9, turnoverToday: 18, cashInMachine: 90 }),
  machine('Depot', { state: 'STARTING', fillShare: 1, lastRefill: '2026-02-28T08:00:00Z' }),
]

describe('the machine list', () => {
  test.each<[Sort | undefined, string]>([
    [undefined, 'ABCD'],
    ['-name', 'DCBA'],
    ['state', 'BCDA'],
    ['-alerts', 'BACD'],
    ['lastRefill', 'DABC'],
    ['-lastRefill', 'ADBC'],
    ['stock', 'BADC'],
    ['-sold', 'ACBD'],
    ['sold', 'BACD'],
    ['-turnover', 'ACBD'],
    ['-cash', 'BACD'],
    ['signal', 'ABCD'],
  ])('sorted by %s has the order %s, with missing values last', (sort, order) =>
    expect(
      sortMachines(MACHINES, sort)
        .map(({ name }) => name[0])
        .join(''),
    ).toBe(order),
  )

  test('a column and a direction are one word in the URL', () => {
    expect(sortOf({ id: 'turnover', desc: true })).toBe('-turnover')
    expect(sortOf({ id: 'turnover', desc: false })).toBe('turnover')
    expect(sortOf({ id: 'unknown', desc: false })).toBe('name')
  })
})
