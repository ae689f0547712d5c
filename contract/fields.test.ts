import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Instant, line, personalName } from './fields.ts'

test.each(['2024-02-29T10:00:00Z', '2026-12-31T23:59:59.999+02:00'])('accepts %s as a moment', (text) =>
  expect(v.is(Instant, text)).toBe(true),
)

test.each([
  '2026-02-30T00:00:00Z',
  '2025-02-29T00:00:00Z',
  '2026-04-31T10:00:00+02:00',
  '0000-12-31T23:00:00Z',
  '0001-01-01T00:00:00+01:00',
  'yesterday',
  '',
  '2026-11-22',
])('rejects %j', (text) => expect(v.is(Instant, text)).toBe(false))

const Name = personalName(20)

test.each([
  ['Ann\u202Enhoj', 'Annnhoj'],
  ['\u2066A\u200Bnn\uFEFF', 'Ann'],
  ['\u200B \u2060', ''],
  ['\u0646\u06CC\u200C\u0645\u0627', '\u0646\u06CC\u200C\u0645\u0627'],
])('hostile use: the name %j is stored without disguising characters', (sent, read) => expect(v.parse(Name, sent)).toBe(read))

test('hostile use: a disguised address is found', () => {
  expect(v.is(Name, 'evil.exa\u200Bmple/x')).toBe(false)
  expect(v.is(Name, 'ww\u2060w.evil')).toBe(false)
})

test.each([
  ['Zo\u202Eë 🥤', 'Zoë 🥤'],
  ['\u2066Hall 1\u2069\u200B', 'Hall 1'],
  ['שלום\u200F', 'שלום\u200F'],
  ['Can\u00ADteen\u3164', 'Canteen'],
  ['\u3164\u1160\uFFA0', ''],
  ['\u200E \u200D\u0301\u2800', ''],
  ['👩\u200D🍳', '👩\u200D🍳'],
])('hostile use: the line %j is stored without disguising characters', (sent, read) => expect(v.parse(line(20), sent)).toBe(read))

test('a tab in a line is refused with a text of its own', () => expect(v.safeParse(line(20), 'a\tb').issues?.[0].message).toBe('ONE_LINE'))
