import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { MACHINE_TYPES } from '#domain/machines/machine.ts'
import { company, id, moment, wholeNumber } from '../columns.ts'
import { companies } from './company.ts'
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

/** A named planogram that is applied to machines of its type. `version` counts its changes. */
export const planogramTemplates = pgTable(
  'planogram_templates',
  {
    companyId: company().references(() => companies.id),
    id: id(),
    name: text().notNull(),
    type: text({ enum: MACHINE_TYPES }).notNull(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    changedAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), uniqueIndex('planogram_templates_name').on(t.companyId, t.name)],
)

/** A slot of a template, or the canister of an ingredient, which has no number. */
export const templateSlots = pgTable(
  'template_slots',
  {
    companyId: company(),
    id: id(),
    templateId: wholeNumber().notNull(),
    slotNumber: text(),
    productId: wholeNumber(),
    vendPriceMinor: wholeNumber(),
    maxQuantity: wholeNumber(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('template_slots_number').on(t.companyId, t.templateId, t.slotNumber).where(sql`slot_number is not null`),
    uniqueIndex('template_slots_ingredient').on(t.companyId, t.templateId, t.productId).where(sql`slot_number is null`),
    foreignKey({
      name: 'template_slots_template',
      columns: [t.companyId, t.templateId],
      foreignColumns: [planogramTemplates.companyId, planogramTemplates.id],
    }),
    foreignKey({ columns: [t.companyId, t.productId], foreignColumns: [products.companyId, products.id] }),
  ],
)

/** The template that a machine was set up from and is compared with. */
export const machineTemplates = pgTable(
  'machine_templates',
  {
    companyId: company(),
    machineId: wholeNumber().notNull(),
    templateId: wholeNumber().notNull(),
    linkedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId] }),
    index('machine_templates_template').on(t.companyId, t.templateId),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
    foreignKey({
      name: 'machine_templates_of_template',
      columns: [t.companyId, t.templateId],
      foreignColumns: [planogramTemplates.companyId, planogramTemplates.id],
    }),
  ],
)
