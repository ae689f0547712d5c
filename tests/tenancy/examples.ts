import * as v from 'valibot'
import { Id, QueryId, Uuid } from '#contract/fields.ts'

export type Schema = v.GenericSchema

/** A field of a request: `at` is its path (`body.0.slotId`), `name` the path without list indexes. */
export type Place = { at: string; name: string; isId: boolean }

/** Returns the value of a field; `derived` is the value from the schema alone, undefined if there is none. */
export type Fill = (place: Place, derived: unknown) => unknown

/** The structure of a schema, which valibot exposes at run time but not in its types. */
const Built = v.looseObject({
  type: v.string(),
  entries: v.optional(
    v.record(
      v.string(),
      v.custom<Schema>((value) => typeof value === 'object'),
    ),
  ),
  item: v.optional(v.custom<Schema>((value) => typeof value === 'object')),
  wrapped: v.optional(v.custom<Schema>((value) => typeof value === 'object')),
  options: v.optional(v.array(v.unknown())),
  literal: v.optional(v.unknown()),
  pipe: v.optional(v.array(v.looseObject({ type: v.string(), requirement: v.optional(v.unknown()) }))),
})
const builtOf = (schema: Schema) => v.parse(Built, schema)
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'

/** The number of shapes a value may have: those of a union or a variant. */
export function choicesIn(schema: Schema): number {
  const { type, entries = {}, item, wrapped, options = [] } = builtOf(schema)
  const inside = [...Object.values(entries), ...(item ? [item] : []), ...(wrapped ? [wrapped] : [])].map(choicesIn)
  const own = type === 'union' || type === 'variant' ? options.filter(isSchema).length : 1
  return Math.max(own, ...inside)
}

/** A value that fits a schema, with all optional fields; `choice` selects one of several shapes. */
export function exampleOf(schema: Schema, { at, choice }: { at: string; choice: number }, fill: Fill): unknown {
  const { type, entries, item, wrapped, options = [], literal, pipe = [] } = builtOf(schema)
  const name = at.split('.').findLast((part) => !/^\d+$/.test(part)) ?? at
  if (wrapped && !isLeaf(wrapped)) return exampleOf(wrapped, { at, choice }, fill)
  if (entries) {
    const members = Object.entries(entries).map(([key, member]) => [key, exampleOf(member, { at: `${at}.${key}`, choice }, fill)] as const)
    return Object.fromEntries(members.filter(([, value]) => value !== undefined))
  }
  if (item) return [exampleOf(item, { at: `${at}.0`, choice }, fill)]
  const shapes = type === 'union' || type === 'variant' ? options.filter(isSchema) : []
  const shape = shapes[Math.min(choice, shapes.length - 1)]
  if (shape) return exampleOf(shape, { at, choice }, fill)
  const leaf = wrapped ?? schema
  const derived = wrapped ? derivedFrom(builtOf(wrapped)) : derivedFrom({ type, options, literal, pipe })
  return fill(
    {
      at,
      name,
      isId:
        [Id, QueryId, Uuid].some((id) => id === leaf) ||
        /id$/i.test(name) ||
        name === 'token' ||
        ['params.imei', 'params.sku'].includes(at),
    },
    derived,
  )
}

const isLeaf = (schema: Schema): boolean => {
  const { entries, item, wrapped, type } = builtOf(schema)
  return wrapped ? isLeaf(wrapped) : !entries && !item && type !== 'union' && type !== 'variant'
}

/** The value from the schema itself: its literal, its first option, true, or the minimum. */
function derivedFrom(built: Pick<v.InferOutput<typeof Built>, 'type' | 'options' | 'literal' | 'pipe' | 'wrapped'>): unknown {
  if (built.wrapped) return derivedFrom(builtOf(built.wrapped))
  if (built.type === 'literal') return built.literal
  if (built.type === 'picklist') return built.options?.[0]
  if (built.type === 'boolean') return true
  return undefined
}
