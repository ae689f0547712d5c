import { expect, test } from 'vitest'
import type { Machine } from '#contract/machines.ts'
import type { MachineId } from '#domain/ids.ts'
import { inOrderOfWay } from './way.ts'

const machine = (id: number, lng: number | null, { emptyPlaces = 0, filled = 5 } = {}) =>
  ({ id, lat: lng === null ? null : 48, lng, emptyPlaces, filledQuantity: filled, currentQuantity: filled, maxQuantity: 10 }) as Machine
const FULL = { filled: 10 }
const MACHINES = [
  machine(1, 9.5),
  machine(2, 9.1),
  machine(3, null),
  machine(4, 9.2, FULL),
  machine(5, 9.3, { emptyPlaces: 2 }),
  machine(6, 9),
]

const order = (stops: number[], last: number | null, machines = MACHINES) =>
  inOrderOfWay(machines, { stops: stops as MachineId[], last: last as MachineId | null }).map(({ id }) => id)

test.each([
  ['begins at the emptiest machine', [], null, [5, 1, 2, 6, 3, 4]],
  ['begins at the machine where the user worked last', [], 4, [2, 6, 5, 1, 3, 4]],
  ['follows the round first, also to full machines', [6, 4], 1, [6, 4, 2, 5, 1, 3]],
  ['ignores stops at unknown machines', [9, 1], null, [1, 5, 2, 6, 3, 4]],
])('a way %s', (_, stops, last, expected) => expect(order(stops, last)).toEqual(expected))

test('machines without positions keep their order, those with shortages first', () => {
  expect(order([], null, [machine(1, null, FULL), machine(2, null), machine(3, null)])).toEqual([2, 3, 1])
})
