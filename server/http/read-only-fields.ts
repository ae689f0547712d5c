import { isDeepStrictEqual } from 'node:util'
import type * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal, refuse } from './refusal.ts'

type Fields = Readonly<Record<string, unknown>>
type Schema = v.GenericSchema & { entries?: Record<string, Schema>; wrapped?: Schema; item?: Schema }

const inner = (schema: Schema | undefined): Schema | undefined => (schema?.wrapped ? inner(schema.wrapped) : schema)
const fieldsOf = (schema: Schema | undefined): Record<string, Schema> => inner(schema)?.entries ?? {}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of an object in requests and in responses. */
type Both = { writable: Record<string, Schema>; readable: Record<string, Schema> }

const bothOf = ({ body, answer }: Endpoint): Both => ({
  writable: fieldsOf(body as Schema | undefined),
  readable: fieldsOf(answer as Schema | undefined),
})

/** The fields of the objects in a list that both contain, and the first common one, which identifies an object. */
function inList({ writable, readable }: Both, name: string): (Both & { key: string }) | null {
  const both = { writable: fieldsOf(inner(writable[name])?.item), readable: fieldsOf(inner(readable[name])?.item) }
  const key = Object.keys(both.writable).find((field) => Object.hasOwn(both.readable, field))
  return key === undefined ? null : { ...both, key }
}

/**
 * Separates the fields of a PATCH that its response contains and its schema does not: of an object that a client sends back whole, and of
 * the objects in its lists. A response without any field of the schema is the result of an action, and its fields are unknown ones.
 */
export function separateReadOnly(endpoint: Endpoint, sent: unknown): { body: unknown; readOnly?: Fields } {
  if (endpoint.method !== 'PATCH' || !isObject(sent)) return { body: sent }
  const both = bothOf(endpoint)
  if (!Object.keys(both.writable).some((name) => Object.hasOwn(both.readable, name))) return { body: sent }
  const { body, readOnly } = separated(both, sent)
  for (const [name, value] of Object.entries(body)) {
    const list = inList(both, name)
    if (!list || !Array.isArray(value)) continue
    const rows = value.map((row: unknown) => (isObject(row) ? separated(list, row) : { body: row, readOnly: {} }))
    if (rows.every((row) => Object.keys(row.readOnly).length === 0)) continue
    body[name] = rows.map((row) => row.body)
    readOnly[name] = rows.map((row) => ({ ...row.readOnly, ...(isObject(row.body) ? { [list.key]: row.body[list.key] } : {}) }))
  }
  return Object.keys(readOnly).length === 0 ? { body: sent } : { body, readOnly }
}

function separated({ writable, readable }: Both, sent: Fields) {
  const isReadOnly = (name: string) => !Object.hasOwn(writable, name) && Object.hasOwn(readable, name)
  const entries = Object.entries(sent)
  return {
    body: Object.fromEntries(entries.filter(([name]) => !isReadOnly(name))) as Record<string, unknown>,
    readOnly: Object.fromEntries(entries.filter(([name]) => isReadOnly(name))) as Record<string, unknown>,
  }
}

/** The response, or a refusal if one of the read-only fields that were sent has another value in it. */
export function unlessChanged<T>(endpoint: Endpoint, readOnly: Fields | undefined, answer: T | Refusal): T | Refusal {
  if (!readOnly || answer instanceof Refusal) return answer
  const current: Fields = JSON.parse(JSON.stringify(answer))
  const both = bothOf(endpoint)
  const changed = Object.entries(readOnly).flatMap(([name, value]) => {
    const list = Object.hasOwn(both.writable, name) ? inList(both, name) : null
    if (list) return changedRows(list.key, value as Fields[], current[name] as Fields[]).map((path) => `${name}.${path}`)
    return isDeepStrictEqual(value, current[name]) ? [] : [name]
  })
  if (changed.length === 0) return answer
  const errors = changed.slice(0, 20).map((path) => ({ path, message: 'cannot be changed' }))
  return refuse('INVALID', { detail: errors.map(({ path, message }) => `${path}: ${message}`).join('; '), errors })
}

function changedRows(key: string, sent: readonly Fields[], current: readonly Fields[]): string[] {
  const known = new Map(current.map((row) => [row[key], row]))
  return sent.flatMap((row, index) =>
    Object.keys(row)
      .filter((name) => name !== key && !isDeepStrictEqual(row[name], known.get(row[key])?.[name]))
      .map((name) => `${index}.${name}`),
  )
}
