import fc from 'fast-check'
import { expect, test } from 'vitest'
import { turnsDuring } from '../../tests/support/event-loop.ts'
import { isLarge, serializeInTurns } from './serialize-in-turns.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, name: `Äpfel "${id}"`, missing: undefined, at: new Date(id) }))

test('a large response has the same text as at once', async () => {
  const json = fc.anything({ withDate: true, withNullPrototype: true, maxDepth: 4, key: fc.string() })
  const part = fc.oneof(json, fc.constant(rows(201)), fc.constant(undefined))
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.oneof(part, fc.dictionary(fc.string(), part))), async (data) => {
      expect((await serializeInTurns({ data })).toString()).toBe(JSON.stringify({ data }))
    }),
  )
})

test('lists of more than 200 rows are large, wherever a response has them', () => {
  expect(isLarge({ data: rows(200) })).toBe(false)
  expect(isLarge({ data: rows(201) })).toBe(true)
  expect(isLarge({ data: { changes: { slots: rows(201) } } })).toBe(true)
})

test('other work runs while a large response is serialized', async () => {
  expect(await turnsDuring(serializeInTurns({ data: rows(100_000) }))).toBeGreaterThan(5)
})
