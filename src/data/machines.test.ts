import { expect, it } from 'vitest'
import { machineIdIn } from './machines.ts'

it('reads the machine out of an address', () => expect(machineIdIn('15')).toBe(15))

it.each(['', 'abc', '-1', '1.5', '1e3', ' 7', '99999999999999999999'])('finds no machine where the address says "%s"', (address) =>
  expect(machineIdIn(address)).toBe(0),
)
