import fc from 'fast-check'
import i18n from 'i18next'
import { describe, expect, it } from 'vitest'
import { byName, nameOrder } from './by-name.ts'

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

it('compares in the language that was chosen last, with numbers by value', async () => {
  await i18n.init({ lng: 'en', resources: {} })
  const sorted = async (language: string, names: string) => {
    await i18n.changeLanguage(language)
    return names
      .split(' ')
      .map((name) => ({ name }))
      .toSorted(byName)
      .map(({ name }) => name)
      .join(' ')
  }
  expect(await sorted('pl', 'Łódź Lublin Mokotów Żoliborz Zabrze')).toBe('Lublin Łódź Mokotów Zabrze Żoliborz')
  expect(await sorted('es', 'ñora nuez oliva')).toBe('nuez ñora oliva')
  expect(await sorted('de', 'Zug Äpfel Apfel Bahn')).toBe('Apfel Äpfel Bahn Zug')
  expect(await sorted('ja', 'さくら10 うめ イチゴ さくら2')).toBe('イチゴ うめ さくら2 さくら10')
  await i18n.changeLanguage('en')
})
