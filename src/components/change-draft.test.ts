import { describe, expect, test } from 'vitest'
import { changeOf, verdictOn, wholeIn } from './change-draft.ts'

const line = (productId: number | null, quantity: string) => ({ productId, quantity })

describe('a change that is being typed', () => {
  test('reads whole numbers, with a sign', () => {
    expect(['12', ' -3 ', '0', '1.5', '1,000', '', 'x', '1e3'].map(wholeIn)).toEqual([12, -3, 0, null, null, null, null, null])
  })

  test('tells how a line stands', () => {
    const pick = (quantity: string, stock?: number) => verdictOn('PICK', line(7, quantity), stock)
    expect([pick(''), pick('0'), pick('-1'), pick('5', 4), pick('5', 5), pick('5')]).toEqual([
      'incomplete',
      'outside',
      'outside',
      'negative',
      'good',
      'good',
    ])
    expect(verdictOn('PICK', line(null, '5'), 9)).toBe('incomplete')
    expect(verdictOn('ADJUST', line(7, '-5'), 4)).toBe('negative')
    expect(verdictOn('SET', line(7, '0'), 4)).toBe('good')
  })

  test('is asked for once every line is whole; an empty line is none', () => {
    expect(changeOf('PICK', ' For Monday ', [line(7, '5'), line(null, '')])).toEqual({
      type: 'PICK',
      note: 'For Monday',
      items: [{ productId: 7, quantity: 5 }],
    })
    expect(changeOf('PICK', '', [line(7, '5'), line(8, '')])).toBe(null)
    expect(changeOf('PICK', '', [line(7, '0')])).toBe(null)
    expect(changeOf('PICK', '', [line(null, '')])).toBe(null)
  })
})
