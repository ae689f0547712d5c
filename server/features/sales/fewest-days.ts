import { type SQL, sql } from 'drizzle-orm'

/** What sales are told apart by, beside their day and how they were paid. */
type Apart = { byMachine: boolean; byProduct: boolean }

/** The table of days that holds the fewest rows which still tell these sales from others. */
export function fewestDays({ byMachine, byProduct }: Apart): SQL {
  if (byMachine) return byProduct ? sql`daily_sales` : sql`machine_days`
  return byProduct ? sql`product_days` : sql`sales_days`
}
