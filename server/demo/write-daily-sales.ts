import type { CompanyId } from '#domain/ids.ts'
import type { Db } from '../database/database.ts'
import { rebuildDailySales } from '../features/sales/daily-sales.store.ts'

/** What the machines sold, by the day: the same as the server keeps up with each sale. */
export const writeDailySales = (db: Db, company: CompanyId): Promise<void> => rebuildDailySales(db, company)
