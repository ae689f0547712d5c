import { readdirSync, readFileSync } from 'node:fs'
import i18n from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import type { GuidePage } from '#app/data/guide.ts'
import { findPages, type PageTexts, withLabels } from './guide-texts.ts'

type Pages = Record<GuidePage, PageTexts>

async function speak(language: string): Promise<Pages> {
  for (const file of readdirSync(`src/locales/${language}`))
    i18n.addResourceBundle(language, file.replace('.json', ''), JSON.parse(readFileSync(`src/locales/${language}/${file}`, 'utf8')))
  await i18n.changeLanguage(language)
  return i18n.getResource(language, 'guide', 'page')
}

beforeAll(() => i18n.init({ lng: 'en', fallbackLng: false, resources: {}, interpolation: { escapeValue: false } }))

test('labels are shown in the language of the app, counted ones with a number', async () => {
  await speak('en')
  expect(withLabels('Press $t(stock:fillAll), then $t(stock:confirmRestock).')).toEqual([
    'Press ',
    'Fill all',
    ', then ',
    'Confirm restock (5)',
    '.',
  ])
  await speak('de')
  expect(withLabels('$t(stock:fillAll)')).toEqual(['', 'Alles auffüllen', ''])
})

describe('search', () => {
  test('pages whose title matches come first, each with its matching line', async () => {
    const found = findPages(await speak('en'), 'price')
    expect(found[0]?.name).toBe('prices')
    expect(found.find(({ name }) => name === 'slots')?.text).toContain('price')
  })

  test.each([
    ['en', 'undo mistakes', 'pending'],
    ['en', 'cellar theme', 'restock'],
    ['de', 'AUFFULLEN', 'restock'],
    ['pl', 'gotowke', 'cash'],
    ['es', 'codigo etiqueta', 'scan'],
    ['fr', 'cloture', 'money'],
    ['ja', '電波のない', 'offline'],
    ['ja', 'すてっかー', 'scan'],
  ] as const)('%s: “%s” finds %s', async (language, query, page) => {
    expect(findPages(await speak(language), query).map(({ name }) => name)).toContain(page)
  })

  test('a word that no page contains finds nothing', async () => {
    expect(findPages(await speak('en'), 'submarine')).toEqual([])
  })
})
