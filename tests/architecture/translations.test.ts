import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/errors.ts'

type Texts = { [key: string]: string | Texts }

const keysOf = (texts: Texts, prefix = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) => (typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`)))

const read = (language: string) =>
  new Map(
    readdirSync(`src/locales/${language}`).map((file) => [
      file.replace('.json', ''),
      keysOf(JSON.parse(readFileSync(`src/locales/${language}/${file}`, 'utf8')) as Texts),
    ]),
  )

const plain = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')

const english = read('en')
const known = new Set([...english].flatMap(([namespace, keys]) => keys.map((key) => `${namespace}:${plain(key)}`)))

test('every error code of the server has a text', () => {
  const words = new Set(english.get('refusals'))
  expect(Object.keys(REFUSALS).filter((code) => !words.has(code) && !words.has(`${code}.title`))).toEqual([])
})

const SUFFIX = /_(zero|one|two|few|many|other)$/
const textsOf = (texts: Texts, prefix = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : textsOf(value, `${prefix}${key}.`),
  )

const allTexts = (language: string) =>
  new Map(
    readdirSync(`src/locales/${language}`).flatMap((file) =>
      textsOf(JSON.parse(readFileSync(`src/locales/${language}/${file}`, 'utf8')) as Texts, `${file.replace('.json', '')}:`),
    ),
  )

/** The interpolations and markup of a text. */
const partsOf = (text: string) => [...new Set(text.match(/\{\{[^}]+\}\}|<\/?\w+ ?\/?>/g) ?? [])].toSorted()

const screens = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx$/.test(file))
const screensWith = (code: RegExp) => screens.filter((file) => code.test(readFileSync(`src/${file}`, 'utf8')))

test('no code joins texts with a colon, which some languages write in another way', () => {
  const joined = /\{t\([^`]*\)\}:|\}: \$\{|join\(': '\)/
  expect(screensWith(joined)).toEqual([])
})

test('no field has the date and time formats of the browser', () => {
  const own = /type(=|: )['"](date|datetime-local|month|time|week)['"]/
  expect(screensWith(own)).toEqual([])
})

test('French has no ordinary space before double punctuation or inside quotation marks', () => {
  const wrong = [...allTexts('fr')].filter(([, text]) => / [:;!?%»](?!\w)|« /.test(text))
  expect(wrong.map(([key]) => key)).toEqual([])
})

describe.each(readdirSync('src/locales').filter((language) => language !== 'en'))('%s', (language) => {
  const [own, englishTexts] = [allTexts(language), allTexts('en')]

  test('has exactly the English texts', () => {
    const theirs = [...own.keys()].map(plain)
    expect([...new Set(theirs)].toSorted()).toEqual([...known].toSorted())
  })

  test('has exactly the plural forms of its language', () => {
    const kinds = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const counted = [...englishTexts.keys()].filter((key) => SUFFIX.test(key)).map(plain)
    // i18next supports a zero form in every language; a language has one where English has one.
    const kindsOf = (key: string) => (englishTexts.has(`${key}_zero`) ? new Set(['zero', ...kinds]) : kinds)
    const wanted = [...new Set(counted)].flatMap((key) => [...kindsOf(key)].map((kind) => `${key}_${kind}`))
    expect([...own.keys()].filter((key) => SUFFIX.test(key)).toSorted()).toEqual(wanted.toSorted())
  })

  test('interpolates the same values as English', () => {
    const englishOf = (key: string) => englishTexts.get(key) ?? englishTexts.get(`${plain(key)}_other`) ?? ''
    // The form for one may omit the number, as in English.
    const wrong = [...own].filter(([key, text]) => {
      const [theirs, ours] = [partsOf(text), partsOf(englishOf(key))]
      const isSingular = /_(zero|one|two)$/.test(key)
      return (
        theirs.some((part) => !ours.includes(part) && part !== '{{count}}') || ours.some((part) => !theirs.includes(part) && !isSingular)
      )
    })
    expect(wrong.map(([key]) => key)).toEqual([])
  })
})
