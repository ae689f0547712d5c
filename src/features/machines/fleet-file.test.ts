import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { understand } from '#domain/imports/recognise.ts'

test.each(['de', 'en', 'es', 'fr', 'it', 'ja', 'pl', 'pt'])('an import detects the columns of exported machines in %s', (language) => {
  const words = JSON.parse(readFileSync(new URL(`../../locales/${language}/machines.json`, import.meta.url), 'utf8'))
  const heads = [words.column.name, words.type, words.address, words.column.state, words.column.alerts, words.opening.title]
  const rows = [heads, ['Foyer', 'Snack', 'Main St 5', 'OK', 2, 'Mo-Fr 08:00-17:00']]
  const { mapping } = understand(
    rows.map((cells, index) => ({ number: index + 1, cells })),
    'MACHINES',
  )
  expect(mapping).toEqual({ name: 0, type: 1, address: 2, openingHours: 5 })
})
