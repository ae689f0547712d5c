import { type SQL, sql } from 'drizzle-orm'
import { MILLI } from '#domain/units.ts'

/** Thousandths as whole units, rounded as `toWhole` of the domain rounds: half a unit counts as one. Exact, and far quicker than numeric. */
export const wholeUnits = (milli: SQL): SQL => sql`floor(${milli}::float8 / ${MILLI}::int + 0.5)`
