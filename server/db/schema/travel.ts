import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { company, moment } from '../columns.ts'

/**
 * What a router answered for a pair of positions, in degrees × 100,000. Positions are of a company's machines, so that each company has its
 * own.
 */
export const travelTimes = pgTable(
  'travel_times',
  {
    companyId: company(),
    fromLat: integer().notNull(),
    fromLng: integer().notNull(),
    toLat: integer().notNull(),
    toLng: integer().notNull(),
    /** The router that answered, as a hash of its address. */
    router: text().notNull(),
    /** Null if there is no way. */
    seconds: integer(),
    metres: integer(),
    fetchedAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.fromLat, t.fromLng, t.toLat, t.toLng] })],
)
