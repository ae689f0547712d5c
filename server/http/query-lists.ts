import type * as v from 'valibot'
import { itemOfList } from '#contract/fields.ts'

/** The fields of an object schema, by name. */
export const entriesOf = (schema: (v.GenericSchema & { entries?: Record<string, v.GenericSchema> }) | undefined) => schema?.entries ?? {}

/** Joins the values of a list whose parameter is repeated. Any other repeated parameter remains a list, which its schema refuses. */
export function withJoinedLists(schema: v.GenericSchema | undefined, query: unknown): Record<string, unknown> {
  const fields = entriesOf(schema)
  return Object.fromEntries(
    Object.entries(Object(query)).map(([name, given]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      return [name, field && itemOfList(field) && Array.isArray(given) ? given.join(',') : given]
    }),
  )
}
