import { sql } from 'drizzle-orm'
import { foreignKey, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { company, id, moment, wholeNumber } from '../columns.ts'
import { machines } from './machines.ts'
import { products } from './products.ts'

/** A slot of a snack machine, or a selection of a coffee machine. */
export const slots = pgTable(
  'slots',
  {
    companyId: company(),
    id: id(),
    machineId: wholeNumber().notNull(),
    slotNumber: text().notNull(),
    productId: wholeNumber(),
    vendPriceMinor: wholeNumber(),
    maxQuantity: wholeNumber(),
    /** Time and operation of the latest maximum. The newest wins, in any order of arrival. */
    maxChangedAt: moment().notNull(),
    maxChangedBy: uuid(),
    /** Removed from the machine. The row is retained because stock and sales refer to its number. */
    removedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('slots_number').on(t.companyId, t.machineId, t.slotNumber).where(sql`removed_at is null`),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
    foreignKey({ columns: [t.companyId, t.productId], foreignColumns: [products.companyId, products.id] }),
  ],
)
