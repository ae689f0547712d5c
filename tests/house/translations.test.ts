import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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

test('every text that a screen asks for by name exists in English', () => {
  const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src/*.ts', 'src/*.tsx'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file && !file.includes('.test.'))
  const missing = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bt\(\s*'([a-z]+:[\w.-]+)'/g)].flatMap(([, key]) =>
      key && !known.has(key) ? [`${file}: ${key}`] : [],
    ),
  )
  expect(missing).toEqual([])
})

test('every refusal of the server has words', () => {
  const words = new Set(english.get('refusals'))
  expect(Object.keys(REFUSALS).filter((code) => !words.has(code) && !words.has(`${code}.title`))).toEqual([])
})

test.each(readdirSync('src/locales').filter((language) => language !== 'en'))('%s has every text, and no other', (language) => {
  const theirs = [...read(language)].flatMap(([namespace, keys]) => keys.map((key) => `${namespace}:${plain(key)}`))
  expect([...new Set(theirs)].toSorted()).toEqual([...known].toSorted())
})
