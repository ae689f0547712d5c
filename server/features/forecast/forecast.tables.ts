import { foreignKey, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { company, moment, whole } from '../../db/columns.ts'
import { machines } from '../machines/machines.tables.ts'

/** What was learnt of each machine the last night: how busy its hours are, and how fast each of its places sells. */
export const forecasts = pgTable(
  'forecasts',
  {
    companyId: company(),
    machineId: whole().notNull(),
    learntAt: moment().notNull(),
    rhythm: text().notNull(),
    /** How forecasts of such machines erred, as it travels; null of what an older version learnt. */
    spread: jsonb(),
    /** By stock point: `[pieces, hours, portion, weight]`, as they travel. */
    places: jsonb().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId] }),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)
