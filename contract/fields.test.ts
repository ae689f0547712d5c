import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Instant } from './fields.ts'

test.each(['2024-02-29T10:00:00Z', '2026-12-31T23:59:59.999+02:00'])('%s is a moment', (text) => expect(v.is(Instant, text)).toBe(true))

test.each(['2026-02-30T00:00:00Z', '2025-02-29T00:00:00Z', '2026-04-31T10:00:00+02:00', 'yesterday', '', '2026-11-22'])(
  '%j is none',
  (text) => expect(v.is(Instant, text)).toBe(false),
)
