import { sql } from 'drizzle-orm'
import type { ExpiringStock } from '#contract/stock.ts'
import type { MachineId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { expiringBy, type Lot } from '#domain/stock/best-before.ts'
import { toWhole } from '#domain/units.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { productCard } from '../../db/sql-fragments.ts'
import type { Principal } from '../../http/request-context.ts'
import { lotsOf } from '../../ledger/past.store.ts'

type Row = Omit<ExpiringStock, 'bestBefore' | 'quantity' | 'value'> & { balance: number; costMinor: number | null; lots: Lot[] }

/** Stock that expires up to a day, earliest first. What is left of each restock follows from the ledger, by first in, first out. */
export async function findExpiring(
  db: Db,
  { companyId: company, currency }: Principal,
  { until, machine, page, size }: { until: string; machine?: MachineId | undefined; page: number; size: number },
): Promise<{ items: ExpiringStock[]; total: number }> {
  const rows = await rowsOf<Row>(
    db,
    sql`select jsonb_build_object('id', m.id, 'name', m.name) as machine, p.id::float8 as "productInstallationId", s.slot_number as "slotNumber",
        ${productCard} as product, p.balance::float8 as balance, nullif(pr.last_cost_minor, 0)::float8 as "costMinor", ${lotsOf(company)} as lots
      from stock_points p
      join machines m on m.company_id = p.company_id and m.id = p.machine_id and m.deactivated_at is null
      join products pr on pr.company_id = p.company_id and pr.id = p.product_id
      left join slots s on s.company_id = p.company_id and s.id = p.slot_id
      where p.company_id = ${company} and p.removed_at is null and p.balance > 0
        and exists (select from best_before_dates b where b.company_id = ${company} and b.stock_point_id = p.id and b.best_before <= ${until}::date)
        ${machine === undefined ? sql`` : sql`and m.id = ${machine}`}`,
  )
  const found = rows
    .flatMap(({ balance, costMinor, lots, ...row }) =>
      expiringBy(until, balance, lots ?? []).map(({ bestBefore, quantity: milli }): ExpiringStock => {
        const quantity = toWhole(milli)
        const value = costMinor === null ? null : toDecimal(Math.round(costMinor * quantity), currency)
        return { ...row, bestBefore, quantity, value }
      }),
    )
    .filter(({ quantity }) => quantity > 0)
    .toSorted((a, b) =>
      a.bestBefore === b.bestBefore ? a.productInstallationId - b.productInstallationId : a.bestBefore < b.bestBefore ? -1 : 1,
    )
  return { items: found.slice(page * size, (page + 1) * size), total: found.length }
}
