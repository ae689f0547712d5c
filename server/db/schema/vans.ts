import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { company, id, moment, wholeNumber } from '../columns.ts'
import { companies } from './company.ts'

/** Vans whose stock is recorded. One that is out of use keeps its stock and its history. */
export const vans = pgTable(
  'vans',
  {
    companyId: company().references(() => companies.id),
    id: id(),
    name: text().notNull(),
    /** The most pieces that a round of its driver may need; null: any number. */
    maxPieces: integer(),
    createdAt: moment().notNull(),
    /** When it was taken out of use; null while it is in use. */
    retiredAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('vans_name').on(t.companyId, sql`lower(name)`).where(sql`retired_at is null`),
  ],
)

/** Who drove which van when, because an operation takes its goods from the van that its user drove at that time. */
export const vanDrivers = pgTable(
  'van_drivers',
  {
    companyId: company(),
    vanId: wholeNumber().notNull(),
    userId: integer().notNull(),
    since: moment().notNull(),
    until: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.vanId, t.since] }),
    uniqueIndex('van_drivers_van').on(t.companyId, t.vanId).where(sql`until is null`),
    uniqueIndex('van_drivers_user').on(t.companyId, t.userId).where(sql`until is null`),
    index('van_drivers_past').on(t.companyId, t.userId, t.since),
    foreignKey({ columns: [t.companyId, t.vanId], foreignColumns: [vans.companyId, vans.id] }),
  ],
)

/** Goods that one van gave to another. Both phones may send a hand-over; it counts once, by its id. */
export const handOvers = pgTable(
  'hand_overs',
  {
    companyId: company(),
    /** Made by the phone of the giver; also the operation of its movements. */
    id: uuid().notNull(),
    fromVanId: wholeNumber().notNull(),
    toVanId: wholeNumber().notNull(),
    effectiveAt: moment().notNull(),
    /** The text that the giver signed, to which a repetition must be equal. */
    signed: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('hand_overs_from').on(t.companyId, t.fromVanId, t.effectiveAt),
    index('hand_overs_to').on(t.companyId, t.toVanId, t.effectiveAt),
    foreignKey({ columns: [t.companyId, t.fromVanId], foreignColumns: [vans.companyId, vans.id] }),
    foreignKey({ columns: [t.companyId, t.toVanId], foreignColumns: [vans.companyId, vans.id] }),
  ],
)
