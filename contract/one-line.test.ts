import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ENDPOINTS } from './api.ts'

type Schema = v.GenericSchema & { entries?: Record<string, Schema>; item?: Schema; options?: Schema[]; wrapped?: Schema; value?: Schema }

const TWO_LINES = ['Two\nlines', 'Two\u2028lines', 'Two lines\rof a text']

/** Written by programs, or secret. */
const NOT_WRITTEN =
  /\.(?:app|code|currency|cursor|details|deviceId|file|id|locale|plan|sheet|timezone|version|alias|username|token|token_type_hint|refresh_token|reCaptchaToken|\w*[pP]assword)$/

/** Where people write more than a line. */
const OF_MANY_LINES = ['note', 'details', 'text']

/** The texts in a schema that take a line break, by their path. */
function manyLines(schema: Schema, path: string): string[] {
  if (schema.type === 'string') return TWO_LINES.some((text) => v.is(schema, text)) ? [path] : []
  const entries = Object.entries(schema.entries ?? {}).flatMap(([name, entry]) => manyLines(entry, `${path}.${name}`))
  const options = Array.isArray(schema.options) ? schema.options : []
  const inside = [schema.item, schema.wrapped, schema.value, ...options].filter((each) => typeof each === 'object')
  return [...entries, ...inside.flatMap((each) => manyLines(each, path))]
}

test('only texts that are written in several lines take a line break', () => {
  const found = ENDPOINTS.flatMap(({ name, body }) => (body ? manyLines(body as Schema, name) : []))
  const written = found.filter((path) => !NOT_WRITTEN.test(path) || path === 'reportIssue.details')
  expect(written.filter((path) => !OF_MANY_LINES.includes(path.split('.').at(-1) ?? ''))).toEqual([])
  expect(written).toContain('writeNote.note')
})
