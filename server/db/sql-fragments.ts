import { type SQL, sql } from 'drizzle-orm'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { MILLI } from '#domain/units.ts'

/** A timestamp in milliseconds since 1970. */
export const millis = (at: SQL) => sql`round(extract(epoch from ${at}) * 1000)::float8`

/** A timestamp as in the API, in UTC. */
export const isoOf = (at: SQL) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Thousandths as whole units, rounded half up like `toWhole` of the domain. It is exact, and much faster than numeric. */
export const wholeUnits = (milli: SQL): SQL => sql`floor(${milli}::float8 / ${MILLI}::int + 0.5)`

/**
 * The first moment of a day in a time zone. For a midnight that occurs twice, as on the Azores in autumn, plain PostgreSQL takes the second
 * one; if midnight is skipped, it takes the moment of the change.
 */
export function startOfDay(day: SQL, zone: SQL | string): SQL {
  const midnight = sql`((${day})::timestamp at time zone ${zone})`
  return sql`(case when (${midnight} - interval '1 hour') at time zone ${zone} >= (${day})::timestamp then ${midnight} - interval '1 hour' else ${midnight} end)`
}

/**
 * A time, or the earliest one if it is null, as a bound of movements. With row-level security, PostgreSQL uses no index for a comparison with
 * `coalesce` of a column.
 */
export const orEarliest = (at: SQL): SQL => sql`case when ${at} is null then '-infinity'::timestamptz else ${at} end`

/** The display name of a row of users: the name, or else the login. */
export const personName = (table: string): SQL =>
  sql.raw(`coalesce(nullif(trim(concat_ws(' ', ${table}.first_name, ${table}.last_name)), ''), ${table}.login)`)

/**
 * The order of names, the same on every database: the database's own may be that of bytes, which puts all accented and all small letters
 * last. Accents and case decide only between names that are otherwise equal. Use it with a second, unique column.
 */
export const inNameOrder = (name: SQL): SQL => sql`(${name}) collate "und-x-icu"`

/** The natural order of slot numbers, like `slotOrder` of the domain: 2 is before 10, and A2 before A10. */
export const inSlotOrder = (number: SQL): SQL => sql`array(
    select case when part[1] ~ '^[0-9]' then lpad(part[1], 20, '0') else lower(part[1]) end
    from regexp_matches(${number}, '[0-9]+|[^0-9]+', 'g') with ordinality m(part, nth) order by nth)
  collate "und-x-icu", ${number} collate "C"`

/** The main fields of a product in a table `pr`, as JSON. */
export const productCard = sql`jsonb_build_object('id', pr.id, 'sku', pr.sku, 'name', pr.name, 'volume', pr.volume, 'volumeType', pr.volume_type,
  'packaging', pr.packaging, 'deleted', pr.deleted)`

/** Required dimensions besides day and payment type. */
type Apart = { byMachine: boolean; byProduct: boolean }

/** The daily table with the fewest rows that has these dimensions. */
export function fewestDays({ byMachine, byProduct }: Apart): SQL {
  if (byMachine) return byProduct ? sql`daily_sales` : sql`machine_days`
  return byProduct ? sql`product_days` : sql`sales_days`
}

/** An older report that is still open is no news. */
const NEW_FOR = 30 * DAY

/** Whether an issue `i` is a reason for its machine to need action. */
export const isOpenProblem = (now: Moment): SQL => sql`i.status = 'OPEN' and i.created_at > ${toIso(now - NEW_FOR)}::timestamptz`
