import { isDeepStrictEqual } from 'node:util'
import type * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { refuseFields } from './field-errors.ts'
import { Refusal } from './refusal.ts'

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

/** The fields of an object inside both, or of the objects of a list in both. `key`: the first common one, which identifies an object in a list. */
type Inside = Both & { key: string; isList: boolean }

function inside({ writable, readable }: Both, name: string): Inside | null {
  const [sent, answered] = [inner(writable[name]), inner(readable[name])]
  const isList = sent?.item !== undefined
  const both = { writable: fieldsOf(isList ? sent.item : sent), readable: fieldsOf(isList ? answered?.item : answered) }
  const key = Object.keys(both.writable).find((field) => Object.hasOwn(both.readable, field))
  return key === undefined ? null : { ...both, key, isList }
}

/**
 * Separates the fields of a PATCH or PUT that its response contains and its schema does not: of an object that a client sends back whole, of
 * the objects in it, and of those in its lists. A response without any field of the schema is the result of an action, and its fields are
 * unknown ones.
 */
export function separateReadOnly(endpoint: Endpoint, sent: unknown): { body: unknown; readOnly?: Fields } {
  if (!['PATCH', 'PUT'].includes(endpoint.method) || !isObject(sent)) return { body: sent }
  const both = bothOf(endpoint)
  if (!Object.keys(both.writable).some((name) => Object.hasOwn(both.readable, name))) return { body: sent }
  const { body, readOnly } = separated(both, sent)
  for (const [name, value] of Object.entries(body)) {
    const within = inside(both, name)
    if (!within) continue
    if (within.isList && Array.isArray(value)) {
      const rows = value.map((row: unknown) => (isObject(row) ? separated(within, row) : { body: row, readOnly: {} }))
      if (rows.every((row) => isEmpty(row.readOnly))) continue
      body[name] = rows.map((row) => row.body)
      readOnly[name] = rows.map((row) => ({ ...row.readOnly, ...(isObject(row.body) ? { [within.key]: row.body[within.key] } : {}) }))
    } else if (!within.isList && isObject(value)) {
      const object = separated(within, value)
      if (isEmpty(object.readOnly)) continue
      body[name] = object.body
      readOnly[name] = object.readOnly
    }
  }
  return isEmpty(readOnly) ? { body: sent } : { body, readOnly }
}

const isEmpty = (fields: Fields) => Object.keys(fields).length === 0

function separated({ writable, readable }: Both, sent: Fields) {
  const isReadOnly = (name: string) => !Object.hasOwn(writable, name) && Object.hasOwn(readable, name)
  const entries = Object.entries(sent)
  return {
    body: Object.fromEntries(entries.filter(([name]) => !isReadOnly(name))) as Record<string, unknown>,
    readOnly: Object.fromEntries(entries.filter(([name]) => isReadOnly(name))) as Record<string, unknown>,
  }
}

/**
 * The response, or a refusal if one of the read-only fields that were sent has another value in it. `before`: the same object before the
 * change, for figures that follow from the change.
 */
export function unlessChanged<T>(
  endpoint: Endpoint,
  readOnly: Fields | undefined,
  answer: T | Refusal,
  before: T | Refusal | undefined,
): T | Refusal {
  if (!readOnly || answer instanceof Refusal) return answer
  const states = [answer, ...(before === undefined || before instanceof Refusal ? [] : [before])]
  const [now = [], earlier] = states.map((state) => changedIn(bothOf(endpoint), readOnly, JSON.parse(JSON.stringify(state)) as Fields))
  const changed = earlier ? now.filter((path) => earlier.includes(path)) : now
  if (changed.length === 0) return answer
  return refuseFields(changed.slice(0, 20).map((path) => ({ path, message: 'cannot be changed' })))
}

/** The paths of the read-only fields that were sent with another value than this state of the object has. */
function changedIn(both: Both, readOnly: Fields, state: Fields): string[] {
  return Object.entries(readOnly).flatMap(([name, value]) => {
    const within = Object.hasOwn(both.writable, name) ? inside(both, name) : null
    if (!within) return isDeepStrictEqual(value, state[name]) ? [] : [name]
    const paths = within.isList
      ? changedRows(within.key, value as Fields[], state[name] as Fields[])
      : changedFields(value as Fields, state[name] as Fields | null)
    return paths.map((path) => `${name}.${path}`)
  })
}

const changedFields = (sent: Fields, current: Fields | null | undefined): string[] =>
  Object.keys(sent).filter((name) => !isDeepStrictEqual(sent[name], current?.[name]))

function changedRows(key: string, sent: readonly Fields[], current: readonly Fields[]): string[] {
  const known = new Map(current.map((row) => [row[key], row]))
  return sent.flatMap((row, index) => changedFields(row, known.get(row[key]) ?? { [key]: row[key] }).map((name) => `${index}.${name}`))
}
