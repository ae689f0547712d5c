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
const MOST = 20

/** The paths of all keys in a value that its schema does not contain. Without a schema, no key is allowed. */
export function unknownKeys(schema: v.GenericSchema | undefined, value: unknown): string[] {
  return keysIn(schema as Schema | undefined, value, '').slice(0, MOST)
}

function keysIn(schema: Schema | undefined, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const at = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
  if (!schema) return Object.keys(value).map(at)
  if (schema.wrapped) return keysIn(schema.wrapped, value, path)
  if (schema.getter) return keysIn(schema.getter(value), value, path)
  switch (schema.type) {
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return Object.entries(value).flatMap(([key, member]) => {
        if (Object.hasOwn(schema.entries ?? {}, key)) return keysIn(schema.entries?.[key], member, at(key))
        return schema.type === 'loose_object' ? [] : [at(key)]
      })
    case 'array':
      return Array.isArray(value) ? value.flatMap((member, index) => keysIn(schema.item, member, at(index))) : []
    case 'tuple':
      return Array.isArray(value) ? value.flatMap((member, index) => keysIn(schema.items?.[index], member, at(index))) : []
    case 'record':
      return Object.entries(value).flatMap(([key, member]) => keysIn(schema.value, member, at(key)))
    case 'union':
    case 'variant':
      return fewest((schema.options ?? []).filter((option) => v.is(option, value)).map((option) => keysIn(option, value, path)))
    case 'intersect': {
      const [first = [], ...others] = (schema.options ?? []).map((option) => keysIn(option, value, path))
      return first.filter((key) => others.every((keys) => keys.includes(key)))
    }
    default:
      return []
  }
}

const fewest = (all: readonly string[][]): string[] => all.toSorted((a, b) => a.length - b.length)[0] ?? []
