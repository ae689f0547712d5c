import { foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { company, id, moment, wholeNumber } from '../columns.ts'
import { companies } from './company.ts'
import { machines } from './machines.ts'

/** User-defined groups of machines: by customer, tour or region. */
export const machineGroups = pgTable(
  'machine_groups',
  { companyId: company().references(() => companies.id), id: id(), name: text().notNull(), createdAt: moment().notNull() },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
)

export const groupedMachines = pgTable(
  'grouped_machines',
  { companyId: company(), groupId: wholeNumber().notNull(), machineId: wholeNumber().notNull() },
  (t) => [
    primaryKey({ columns: [t.companyId, t.groupId, t.machineId] }),
    foreignKey({ columns: [t.companyId, t.groupId], foreignColumns: [machineGroups.companyId, machineGroups.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)
