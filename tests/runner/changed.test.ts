import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FEATURES } from '../../e2e/features.ts'
import { sourceFiles } from '../support/imports.ts'
import { selectTests } from './changed.ts'

describe('a change in one feature of the server', () => {
  const { unit, journeys } = selectTests(['server/features/alerts/alerts.store.ts'])

  test('selects the tests beside it and its journey', () => {
    expect(unit).toContain('server/features/alerts/alerts.test.ts')
    expect(journeys).toEqual(['e2e/alerts.e2e.ts'])
  })

  test('does not select tests that only reach it through the list of features', () => {
    expect(unit).not.toContain('server/features/passes/passes.test.ts')
    expect(unit.length).toBeLessThan(20)
  })
})

test('a change of a pure rule selects the tests that import what uses it', () => {
  expect(selectTests(['domain/stock/ledger.ts']).unit).toContain('domain/stock/ledger.test.ts')
})

test('a change of what all features share selects the core journeys', () => {
  expect(selectTests(['offline/push.ts']).journeys).toEqual(expect.arrayContaining(['e2e/cellar.e2e.ts', 'e2e/lost-answer.e2e.ts']))
})

test('a changed test and a changed journey select themselves', () => {
  const { unit, journeys } = selectTests(['domain/units.test.ts', 'e2e/languages.e2e.ts'])
  expect(unit).toContain('domain/units.test.ts')
  expect(journeys).toEqual(['e2e/languages.e2e.ts'])
})

test('a change of a document selects nothing', () => {
  expect(selectTests(['docs/testing.md'])).toMatchObject({ unit: [], journeys: [] })
})

test('every journey has its features, and every feature is a folder or a file of the product', () => {
  const journeys = readdirSync('e2e').flatMap((file) => /^(.+)\.e2e\.ts$/.exec(file)?.[1] ?? [])
  expect(Object.keys(FEATURES)).toEqual(journeys.toSorted())
  const product = sourceFiles().filter((file) => /^(domain|contract|offline|sw|src|server)\//.test(file))
  const words = new Set(['core', ...product.flatMap((file) => [...file.split('/'), file.split('/').at(-1)?.split('.')[0] ?? ''])])
  expect(Object.values(FEATURES).flatMap((features) => features.filter((feature) => !words.has(feature)))).toEqual([])
})
