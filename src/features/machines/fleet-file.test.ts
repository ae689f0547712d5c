import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isInactive, isMachineState } from '#domain/imports/inactive.ts'
import { understand } from '#domain/imports/recognise.ts'

test.each(['de', 'en', 'es', 'fr', 'it', 'ja', 'pl', 'pt'])('an import detects the columns of exported machines in %s', (language) => {
  const textsOf = (file: string) => JSON.parse(readFileSync(new URL(`../../locales/${language}/${file}.json`, import.meta.url), 'utf8'))
  const words = textsOf('machines')
  const heads = [words.column.name, words.type, words.address, words.column.state, words.column.alerts, words.opening.title]
  const rows = [heads, ['Foyer', 'Snack', 'Main St 5', 'OK', 2, 'Mo-Fr 08:00-17:00']]
  const {
    mapping: { status, ...mapping },
  } = understand(
    rows.map((cells, index) => ({ number: index + 1, cells })),
    'MACHINES',
  )
  expect(mapping).toEqual({ name: 0, type: 1, address: 2, openingHours: 5 })
  expect(status ?? 3).toBe(3)
  // An exported machine is in use in each of its states.
  const states = Object.values<string>(textsOf('common').machineState)
  expect(states.length).toBeGreaterThan(3)
  expect(states.filter((state) => isInactive(state, words.column.state) ?? !isMachineState(state))).toEqual([])
})
