import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PACKAGINGS, VOLUME_TYPES } from './product.ts'
import { hasCost, hasFixedUnit, mayBecome, type ProductFields, problemsOf, withPackaging, withUnit } from './product-rules.ts'

const EUR = { currency: 'EUR' }
const bar: ProductFields = { name: 'Bar', volume: 50, volumeType: 'GRAM', packaging: 'PIECE', tax: 7, lastCost: 0.6, ingredients: [] }
const latte: ProductFields = {
  ...bar,
  packaging: 'COFFEE',
  volumeType: 'MILLILITRE',
  lastCost: 0,
  ingredients: [{ id: 1, shareAmount: 7.5 }],
}
const problems = (changes: Partial<ProductFields>, of = bar) =>
  problemsOf({ ...of, ...changes }, EUR).map(({ path, problem }) => `${path} ${problem}`)

const sound = fc
  .record({
    name: fc.string({ minLength: 1, maxLength: 100, unit: fc.constantFrom('a', 'ß', '0') }),
    volume: fc.integer({ min: 1, max: 50_000 }),
    volumeType: fc.constantFrom(...VOLUME_TYPES),
    packaging: fc.constantFrom(...PACKAGINGS),
    tax: fc.integer({ min: 0, max: 10_000 }).map((basisPoints) => basisPoints / 100),
    lastCost: fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100),
    ingredients: fc.uniqueArray(
      fc.record({ id: fc.integer({ min: 1 }), shareAmount: fc.integer({ min: 101, max: 9_999_999 }).map((share) => share / 1_000) }),
      { selector: ({ id }) => id, maxLength: 6 },
    ),
  })
  .map((product): ProductFields => withPackaging(product, product.packaging))

describe('a product', () => {
  test('within all limits has no errors', () => {
    fc.assert(
      fc.property(sound, (product) => {
        expect(problemsOf(product, EUR)).toEqual([])
      }),
    )
  })

  test('has a name of 1 to 100 letters, without surrounding spaces', () => {
    expect(problems({ name: ' ' })).toEqual(['name required'])
    expect(problems({ name: ` ${'x'.repeat(100)} ` })).toEqual([])
    expect(problems({ name: 'x'.repeat(101) })).toEqual(['name tooLong'])
  })

  test('has a whole volume above 0 and up to 50000', () => {
    expect([1, 50_000].flatMap((volume) => problems({ volume }))).toEqual([])
    expect([0, -1, 50_001, 0.5, Number.NaN].flatMap((volume) => problems({ volume }))).toEqual([
      'volume notPositive',
      'volume notPositive',
      'volume tooMuch',
      'volume notWhole',
      'volume notPositive',
    ])
  })

  test('has a tax of 0 to 100 percent, to the hundredth', () => {
    expect([0, 5.5, 100].flatMap((tax) => problems({ tax }))).toEqual([])
    expect([-0.01, 100.01, 5.555].flatMap((tax) => problems({ tax }))).toEqual(['tax outOfRange', 'tax outOfRange', 'tax tooFine'])
  })

  test('has a cost below 1000, in minor units of the currency', () => {
    expect([0, 999.99].flatMap((lastCost) => problems({ lastCost }))).toEqual([])
    expect([1_000, -1, 0.005].flatMap((lastCost) => problems({ lastCost }))).toEqual([
      'lastCost outOfRange',
      'lastCost outOfRange',
      'lastCost tooFine',
    ])
    expect(problemsOf({ ...bar, lastCost: 0.5 }, { currency: 'JPY' })).toEqual([{ path: 'lastCost', problem: 'tooFine' }])
    // A kilogram of coffee costs more than 1,000 where a cup costs hundreds.
    expect(problemsOf({ ...bar, lastCost: 5560 }, { currency: 'HUF' })).toEqual([])
    expect(problemsOf({ ...bar, lastCost: 5560 }, { currency: 'CZK' })).toEqual([{ path: 'lastCost', problem: 'outOfRange' }])
  })

  test('that is a hot drink has no cost, and others have no ingredients', () => {
    expect(problems({ lastCost: 1 }, latte)).toEqual(['lastCost outOfRange'])
    for (const packaging of PACKAGINGS.filter((one) => one !== 'COFFEE'))
      expect(problems({ ...withPackaging(bar, packaging), ingredients: latte.ingredients })).toEqual(['ingredients notHere'])
  })

  test('has up to 6 distinct ingredients, each above 0.1 and below 10000', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1, shareAmount: 1 }))
    expect(problems({ ingredients: many(6) }, latte)).toEqual([])
    expect(problems({ ingredients: many(7) }, latte)).toEqual(['ingredients tooMany'])
    expect(problems({ ingredients: [...many(1), ...many(1)] }, latte)).toEqual(['ingredients.1.id twice'])
    const shared = (shareAmount: number) => problems({ ingredients: [{ id: 1, shareAmount }] }, latte)
    expect([0.101, 9_999.999].flatMap(shared)).toEqual([])
    expect([0.1, 0.1001, 10_000, Number.NaN].flatMap(shared)).toEqual(Array(4).fill('ingredients.0.shareAmount outOfRange'))
  })

  test('that is incomplete lists the missing fields', () => {
    const nothing = { name: '', volume: null, volumeType: null, packaging: null, tax: null, lastCost: null, ingredients: [] }
    expect(problemsOf(nothing, EUR).map(({ path }) => path)).toEqual(['name', 'packaging', 'volumeType', 'volume', 'tax', 'lastCost'])
  })
})

describe('another packaging', () => {
  test('sets its unit, and clears fields that it does not have', () => {
    fc.assert(
      fc.property(sound, fc.constantFrom(...PACKAGINGS), (product, packaging) => {
        const after = withPackaging(product, packaging)
        expect(problemsOf(after, EUR)).toEqual([])
        expect(after.volumeType).toBe(hasFixedUnit(packaging) ? 'MILLILITRE' : product.volumeType)
        if (!hasCost(packaging)) expect(after.lastCost).toBe(0)
      }),
    )
  })

  test('is allowed among packed goods, but not for hot drinks and ingredients', () => {
    const packed = ['PIECE', 'CAN', 'BOTTLE'] as const
    for (const from of PACKAGINGS)
      for (const to of PACKAGINGS) {
        const goes = from === to || (packed.some((one) => one === from) && packed.some((one) => one === to))
        expect(mayBecome(from, to)).toBe(goes)
        const problem = problemsOf(withPackaging(bar, to), { ...EUR, before: from })
        expect(problem).toEqual(goes ? [] : [{ path: 'packaging', problem: 'fixed' }])
      }
  })
})

test('counted by the piece starts as one piece', () => {
  expect(withUnit({ ...bar, volume: 50 }, 'PIECE')).toMatchObject({ volumeType: 'PIECE', volume: 1 })
  expect(withUnit({ ...bar, volume: 50 }, 'MILLILITRE')).toMatchObject({ volumeType: 'MILLILITRE', volume: 50 })
})
