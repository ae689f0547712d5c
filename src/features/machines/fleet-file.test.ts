import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FIELDS } from '#domain/imports/fields.ts'
import { mappingBy } from '#domain/imports/heads.ts'

test.each(['de', 'en', 'es', 'fr', 'it', 'ja', 'pl', 'pt'])('an import detects the columns of exported machines in %s', (language) => {
  const words = JSON.parse(readFileSync(new URL(`../../locales/${language}/machines.json`, import.meta.url), 'utf8'))
  const heads = [words.column.name, words.type, words.address, words.column.state, words.column.alerts, words.opening.title]
  expect(mappingBy(FIELDS.MACHINES, heads)).toEqual({ name: 0, type: 1, address: 2, openingHours: 5 })
})
