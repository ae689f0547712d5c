import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkDigitOf, isGtin, type ProductCode, problemOfCode } from './gtin.ts'
import { expandedUpcE, productWithCode } from './read-codes.ts'

describe('product codes', () => {
  test.each(['96385074', '036000291452', '4006381333931', '5901234123457', '10614141000415'])('%s is a GTIN', (code) =>
    expect(problemOfCode(code)).toBeNull(),
  )

  test.each([
    ['', 'required'],
    ['59012341234-7', 'notDigits'],
    ['５９０１２３４１２３４５７', 'notDigits'],
    ['590123412345', 'wrongCheckDigit'],
    ['59012341234', 'wrongLength'],
    ['5901234123458', 'wrongCheckDigit'],
    ['5901234213457', 'wrongCheckDigit'],
  ] as const)('%j is none: %s', (code, problem) => expect(problemOfCode(code)).toBe(problem))

  test('every single wrong digit is found', () => {
    const digits = fc.stringMatching(/^\d{12}$/)
    fc.assert(
      fc.property(digits, fc.nat({ max: 12 }), fc.integer({ min: 1, max: 9 }), (body, at, by) => {
        const code = `${body}${checkDigitOf(body)}`
        const wrong = `${code.slice(0, at)}${(Number(code[at]) + by) % 10}${code.slice(at + 1)}`
        expect([isGtin(code), isGtin(wrong)]).toEqual([true, false])
      }),
    )
  })

  test('a UPC-E code expands to its UPC-A code', () => {
    expect(expandedUpcE('04252614')).toBe('042100005264')
    expect(expandedUpcE('01234565')).toBe('012345000065')
    expect(expandedUpcE('96385074')).toBeNull()
  })
})

describe('product with a code', () => {
  const cola = {
    name: 'Cola',
    codes: [
      { code: '5901234123457', pieces: 1 },
      { code: '10614141000415', pieces: 24 },
    ],
  }
  const water = { name: 'Water', codes: [{ code: '042100005264', pieces: 1 }] }
  const old: { name: string; codes?: ProductCode[] } = { name: 'From an older version' }
  const found = (read: string) => productWithCode([old, cola, water], read)

  test('codes of a piece and of a pack differ', () => {
    expect(found('5901234123457')).toEqual({ product: cola, pieces: 1 })
    expect(found('10614141000415\n')).toEqual({ product: cola, pieces: 24 })
  })

  test('a UPC is found by its EAN, and by its short form', () => {
    expect(found('0042100005264')).toEqual({ product: water, pieces: 1 })
    expect(found('04252614')).toEqual({ product: water, pieces: 1 })
  })

  test.each(['4006381333931', '', 'https://example.org/5901234123457', '00000000000000000'])('%j belongs to none', (read) =>
    expect(found(read)).toBeNull(),
  )
})
