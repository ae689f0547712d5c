import { expect, it } from 'vitest'
import { idIn } from './id-in.ts'

it('reads the id from an address', () => expect(idIn('15')).toBe(15))

it.each(['', 'abc', '-1', '1.5', '1e3', ' 7', '99999999999999999999'])('finds no id in the part "%s" of an address', (address) =>
  expect(idIn(address)).toBe(0),
)
