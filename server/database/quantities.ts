import { type SQL, sql } from 'drizzle-orm'
import { MILLI } from '#domain/units.ts'

/** Thousandths as whole units, rounded as `toWhole` of the domain rounds: half a unit counts as one. */
export const wholeUnits = (milli: SQL): SQL => sql`floor(${milli} / ${MILLI}::numeric + 0.5)`
