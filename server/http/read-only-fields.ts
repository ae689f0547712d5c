import { isDeepStrictEqual } from 'node:util'
import type * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal, refuse } from './refusal.ts'

type Fields = Readonly<Record<string, unknown>>
type Schema = v.GenericSchema & { entries?: Fields; wrapped?: Schema }

const fieldsOf = (schema: Schema | undefined): Fields => (schema?.wrapped ? fieldsOf(schema.wrapped) : (schema?.entries ?? {}))

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Separates the fields of a PATCH that its response contains and its schema does not: of an object that a client sends back whole. A response
 * without any field of the schema is the result of an action, and its fields are unknown ones.
 */
export function separateReadOnly({ method, body, answer }: Endpoint, sent: unknown): { body: unknown; readOnly?: Fields } {
  if (method !== 'PATCH' || !isObject(sent)) return { body: sent }
  const [writable, readable] = [fieldsOf(body as Schema | undefined), fieldsOf(answer as Schema | undefined)]
  if (!Object.keys(writable).some((name) => Object.hasOwn(readable, name))) return { body: sent }
  const isReadOnly = (name: string) => !Object.hasOwn(writable, name) && Object.hasOwn(readable, name)
  const entries = Object.entries(sent)
  const readOnly = entries.filter(([name]) => isReadOnly(name))
  if (readOnly.length === 0) return { body: sent }
  return { body: Object.fromEntries(entries.filter(([name]) => !isReadOnly(name))), readOnly: Object.fromEntries(readOnly) }
}

/** The response, or a refusal if one of the read-only fields that were sent has another value in it. */
export function unlessChanged<T>(readOnly: Fields | undefined, answer: T | Refusal): T | Refusal {
  if (!readOnly || answer instanceof Refusal) return answer
  const current: Fields = JSON.parse(JSON.stringify(answer))
  const changed = Object.keys(readOnly).filter((name) => !isDeepStrictEqual(readOnly[name], current[name]))
  if (changed.length === 0) return answer
  const errors = changed.slice(0, 20).map((path) => ({ path, message: 'cannot be changed' }))
  return refuse('INVALID', { detail: errors.map(({ path, message }) => `${path}: ${message}`).join('; '), errors })
}
