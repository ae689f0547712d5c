import * as v from 'valibot'

type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>
  wrapped?: Schema
  item?: Schema
  items?: readonly Schema[]
  options?: readonly Schema[]
  value?: Schema
  getter?: (value: unknown) => Schema
}

/** Maximum number of reported keys. */
const MAX_KEYS = 20

/** The paths of the first keys in a value that its schema does not contain. Without a schema, no key is allowed. */
export function unknownKeys(schema: v.GenericSchema | undefined, value: unknown): string[] {
  return keysIn(schema as Schema | undefined, value, '', MAX_KEYS).slice(0, MAX_KEYS)
}

/** Stops soon after `most` keys, so that a body of nothing but unknown keys costs little. */
function keysIn(schema: Schema | undefined, value: unknown, path: string, most: number): string[] {
  if (typeof value !== 'object' || value === null) return []
  const at = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
  const inside = (member: Schema | undefined, key: string | number) => keysIn(member, Object(value)[key], at(key), most)
  if (!schema) return Object.keys(value).slice(0, most).map(at)
  if (schema.wrapped) return keysIn(schema.wrapped, value, path, most)
  if (schema.getter) return keysIn(schema.getter(value), value, path, most)
  switch (schema.type) {
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return first(most, Object.keys(value), (key) => {
        if (Object.hasOwn(schema.entries ?? {}, key)) return inside(schema.entries?.[key], key)
        return schema.type === 'loose_object' ? [] : [at(key)]
      })
    case 'array':
      return Array.isArray(value) ? first(most, value.keys(), (index) => inside(schema.item, index)) : []
    case 'tuple':
      return Array.isArray(value) ? first(most, value.keys(), (index) => inside(schema.items?.[index], index)) : []
    case 'record':
      return first(most, Object.keys(value), (key) => inside(schema.value, key))
    case 'union':
    case 'variant':
      return fewest((schema.options ?? []).filter((option) => v.is(option, value)).map((option) => keysIn(option, value, path, most)))
    case 'intersect': {
      // A key is unknown if it is in every list, so each has to be complete.
      const [own = [], ...others] = (schema.options ?? []).map((option) => keysIn(option, value, path, Number.POSITIVE_INFINITY))
      return own.filter((key) => others.every((keys) => keys.includes(key)))
    }
    default:
      return []
  }
}

function first<T>(most: number, members: Iterable<T>, keysOf: (member: T) => string[]): string[] {
  const found: string[] = []
  for (const member of members) {
    found.push(...keysOf(member))
    if (found.length >= most) break
  }
  return found
}

const fewest = (all: readonly string[][]): string[] => all.toSorted((a, b) => a.length - b.length)[0] ?? []
