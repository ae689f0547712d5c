import { foreignKey, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { company, moment, wholeNumber } from '../columns.ts'
import { machines } from './machines.ts'

/** Forecasts of each machine, computed nightly: sales by hour, and the rate of each slot. */
export const forecasts = pgTable(
  'forecasts',
  {
    companyId: company(),
    machineId: wholeNumber().notNull(),
    learntAt: moment().notNull(),
    rhythm: text().notNull(),
    /** Error spread of comparable forecasts, in the format of the API; null in rows of earlier versions. */
    spread: jsonb(),
    /** By stock point: `[pieces, hours, portion, weight]`, in the format of the API. */
    places: jsonb().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.machineId] }),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)
