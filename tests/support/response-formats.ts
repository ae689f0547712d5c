import * as v from 'valibot'

type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>
  item?: Schema
  items?: Schema[]
  options?: Schema[]
  value?: Schema
  wrapped?: Schema
  getter?: (value: unknown) => Schema
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const HAS_FORMAT: Record<string, (value: unknown) => boolean> = {
  integer: Number.isInteger,
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
  'date-time': (value) => MOMENT.test(String(value)),
}

/** Texts of people and their files, and values of any kind. */
const OF_PEOPLE = /(?:^|\.)(?:cells|sample)\[\]|\{\}$/

/** Values whose format differs from the documented one, and moments that are documented as text. */
export function formatErrors(schema: v.GenericSchema, response: unknown): string[] {
  return [...leavesOf(schema as Schema, response)].flatMap(({ schema: leaf, value, path }) => {
    const { type, format = type } = v.getMetadata(leaf as never) as { type?: string; format?: string }
    if (format) return HAS_FORMAT[format]?.(value) ? [] : [`${path}: ${value} is no ${format}`]
    const isText = leaf.type === 'string' && !('pipe' in leaf) && !OF_PEOPLE.test(path)
    return isText && MOMENT.test(String(value)) ? [`${path}: is a date-time, not a text`] : []
  })
}

/** The values of a response that are neither objects nor lists, each with its schema. */
function* leavesOf(schema: Schema | undefined, value: unknown, path = ''): Generator<{ schema: Schema; value: unknown; path: string }> {
  if (!schema || value === undefined || value === null) return
  const at = (key: string) => (path === '' ? key : `${path}.${key}`)
  if (schema.wrapped) yield* leavesOf(schema.wrapped, value, path)
  else if (schema.getter) yield* leavesOf(schema.getter(value), value, path)
  else if (schema.entries) for (const [key, field] of Object.entries(schema.entries)) yield* leavesOf(field, Object(value)[key], at(key))
  else if (schema.item) for (const one of value as unknown[]) yield* leavesOf(schema.item, one, `${path}[]`)
  else if (schema.items) for (const [n, item] of schema.items.entries()) yield* leavesOf(item, Object(value)[n], `${path}[${n}]`)
  else if (schema.value) for (const one of Object.values(value)) yield* leavesOf(schema.value, one, `${path}{}`)
  else if (schema.type === 'intersect') for (const option of schema.options ?? []) yield* leavesOf(option, value, path)
  else if (schema.type === 'union' || schema.type === 'variant') yield* leavesOf(ofUnion(schema, value), value, path)
  else yield { schema, value, path }
}

const ofUnion = ({ options }: Schema, value: unknown): Schema | undefined => options?.find((option) => v.is(option, value))
