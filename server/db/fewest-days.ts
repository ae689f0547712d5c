import { type SQL, sql } from 'drizzle-orm'

/** Required dimensions besides day and payment type. */
type Apart = { byMachine: boolean; byProduct: boolean }

/** The daily table with the fewest rows that has these dimensions. */
export function fewestDays({ byMachine, byProduct }: Apart): SQL {
  if (byMachine) return byProduct ? sql`daily_sales` : sql`machine_days`
  return byProduct ? sql`product_days` : sql`sales_days`
}
