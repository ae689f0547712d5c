import { describe, expect, test } from 'vitest'
import { selectTests } from './changed.ts'

describe('a change in one feature of the server', () => {
  const { unit, journeys } = selectTests(['server/features/alerts/alerts.store.ts'])

  test('selects the tests beside it and its e2e tests', () => {
    expect(unit).toContain('server/features/alerts/alerts.test.ts')
    expect(journeys).toEqual(['e2e/alerts.e2e.ts', 'e2e/quiet-hours.e2e.ts'])
  })

  test('does not select tests that reach it only through the list of features', () => {
    expect(unit).not.toContain('server/features/passes/passes.test.ts')
    expect(unit.length).toBeLessThan(20)
  })
})

test('a changed domain rule selects the tests that import its users', () => {
  expect(selectTests(['domain/stock/ledger.ts']).unit).toContain('domain/stock/ledger.test.ts')
})

test('a change of shared code selects the core e2e tests', () => {
  expect(selectTests(['offline/push.ts']).journeys).toEqual(expect.arrayContaining(['e2e/cellar.e2e.ts', 'e2e/lost-answer.e2e.ts']))
})

test('changed tests and e2e tests select themselves', () => {
  const { unit, journeys } = selectTests(['domain/units.test.ts', 'e2e/languages.e2e.ts'])
  expect(unit).toContain('domain/units.test.ts')
  expect(journeys).toEqual(['e2e/languages.e2e.ts'])
})

test('a changed document selects nothing', () => {
  expect(selectTests(['docs/testing.md'])).toMatchObject({ unit: [], journeys: [] })
})
