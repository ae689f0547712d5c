import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameOrder } from './by-name.ts'

const LETTERS = [...'aAbBmMnNoOzZ', 'ł', 'ń', 'ñ', 'n\u0303', 'é', 'ß', 'ü', '自', '0', '1', '2', '10', '007', ' ', '-', '.', '#']

describe.each(['en', 'de', 'pl', 'es', 'pt', 'fr', 'it', 'ja', 'cs', 'sv', 'et'])('names in %s', (locale) => {
  const order = nameOrder(locale)
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const name = fc.array(fc.constantFrom(...LETTERS), { maxLength: 6 }).map((parts) => parts.join(''))

  it('are sorted as in that language', () => {
    fc.assert(
      fc.property(name, name, name, (prefix, one, other) => {
        const [a, b] = [prefix + one, prefix + other]
        expect(Math.sign(order({ name: a }, { name: b }))).toBe(Math.sign(compare(a, b)))
      }),
      { numRuns: 2_000 },
    )
  })
})
