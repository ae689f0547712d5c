import * as v from 'valibot'

/**
 * Rows of one shape as one list per field, all of the same length, so that each field name occurs once. A machine's slots are sent and
 * stored this way because it costs a fraction of sending, checking and storing rows.
 */
type Columns<Row extends object> = { [Field in keyof Row]: Row[Field][] }

type Lists<E extends v.ObjectEntries> = { [Field in keyof E]: v.ArraySchema<E[Field], undefined> }

/** Derives the schema of such rows from that of a row. */
export function columns<const E extends v.ObjectEntries>({ entries }: v.ObjectSchema<E, undefined>) {
  const lists = Object.fromEntries(Object.entries(entries).map(([field, schema]) => [field, list(schema)])) as unknown as Lists<E>
  return v.pipe(
    v.object(lists),
    v.check((row) => new Set(Object.values(row as Record<string, unknown[]>).map(({ length }) => length)).size === 1, 'uneven columns'),
  )
}

/** Validates a list in one pass: running the schema for each of a hundred thousand values takes longer than storing them. */
function list(schema: v.GenericSchema) {
  const slowly = v.array(schema)
  const isRight = testOf(schema)
  const run: (typeof slowly)['~run'] = (dataset, config) => {
    if (!isRight || !Array.isArray(dataset.value) || !dataset.value.every(isRight)) return slowly['~run'](dataset, config)
    return Object.assign(dataset, { typed: true as const })
  }
  return { ...slowly, '~run': run }
}

/** Returns a fast check for a value; null if only the schema can decide. */
function testOf(schema: v.GenericSchema): ((value: unknown) => boolean) | null {
  if (schema.type === 'number') return Number.isFinite
  if (schema.type === 'string') return (value) => typeof value === 'string'
  if (schema.type !== 'nullable') return null
  const test = testOf((schema as v.GenericSchema & { wrapped: v.GenericSchema }).wrapped)
  return test && ((value) => value === null || test(value))
}

export function toColumns<Row extends object>({ entries }: { entries: Record<keyof Row, unknown> }, rows: readonly Row[]): Columns<Row> {
  const fields = Object.keys(entries) as (keyof Row)[]
  return Object.fromEntries(fields.map((field) => [field, rows.map((row) => row[field])])) as Columns<Row>
}

export function toRows<Row extends object>(table: Columns<Row>): Row[] {
  const fields = Object.keys(table) as (keyof Row)[]
  const [first] = fields
  if (first === undefined) return []
  return table[first].map((_, index) => {
    const row = {} as Row
    for (const field of fields) row[field] = table[field][index] as Row[keyof Row]
    return row
  })
}
