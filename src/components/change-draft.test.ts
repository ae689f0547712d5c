import { expect, test } from 'vitest'
import { EMPTY_LINE, filledWith, shortLines } from './change-draft.ts'

const line = (productId: number | null, quantity: string) => ({ productId, quantity })

test('filling a pick adds a line for each short product', () => {
  const short = shortLines([
    { product: { id: 7 }, missing: 12 },
    { product: { id: 8 }, missing: 0 },
  ])
  expect(filledWith([EMPTY_LINE], [], short)).toEqual([line(7, '12')])
  expect(filledWith([EMPTY_LINE], [], [])).toEqual([EMPTY_LINE])
})

test('filling again replaces filled lines and keeps typed ones', () => {
  const before = [line(7, '12'), line(8, '3')]
  const typed = [line(7, '20'), line(8, '3'), line(9, '1'), line(null, '4')]
  expect(filledWith(typed, before, [line(7, '14'), line(8, '5'), line(6, '2')])).toEqual([
    line(7, '20'),
    line(9, '1'),
    line(null, '4'),
    line(8, '5'),
    line(6, '2'),
  ])
})
