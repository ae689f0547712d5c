import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, StockPointId } from '#domain/ids.ts'
import type { OpenIssue } from '#domain/rounds/issue-loss.ts'
import type { Lot } from '#domain/stock/best-before.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import type { Milli } from '#domain/units.ts'
import { type Db, rowsOf } from '../../../db/client.ts'
import { lotsOf } from '../../../ledger/past.store.ts'

/** Cash sales of whole weeks. */
export const CASH_DAYS = 14
/** An issue that is open for longer is probably forgotten. */
const ISSUE_DAYS = 30
/** Fewer collections are too few to estimate the content of a cash box. */
const FEWEST_COLLECTIONS = 10
const COLLECTION_DAYS = 365

/** Minor units: in the box now, and cash sales of the last `CASH_DAYS`. */
export type PlanCash = { machine: MachineId; amount: number; sold: number }
export type PlanIssue = Omit<OpenIssue, 'slotMargin'> & { machine: MachineId; point: StockPointId | null }
export type PlanLots = { point: StockPointId; balance: Milli; lots: Lot[] }
/** `cashBox`: the largest amounts that were collected, in minor units; null if there were too few collections. */
export type Needs = { cash: PlanCash[]; cashBox: number | null; issues: PlanIssue[]; lots: PlanLots[] }

/** Why machines need a visit besides their stock. */
export async function findNeeds(db: Db, company: CompanyId, { now, until }: { now: Moment; until: string }): Promise<Needs> {
  const since = (days: number) => sql`${toIso(now - days * DAY)}::timestamptz`
  // A company that never records collections has boxes that seem to grow forever.
  const cash = await rowsOf<PlanCash>(
    db,
    sql`select s.machine_id::float8 as machine, s.cash_minor::float8 as amount, coalesce(p.sold, 0)::float8 as sold
      from machine_status s left join (
        select c.machine_id, sum(c.amount_minor) as sold from cash_movements c
        where c.company_id = ${company} and c.cause = 'SALE' and c.kind = 'delta' and not c.voided and c.effective_at >= ${since(CASH_DAYS)}
        group by 1) p on p.machine_id = s.machine_id
      where s.company_id = ${company} and s.cash_counted_at is not null and s.cash_minor > 0`,
  )
  const issues = await rowsOf<PlanIssue>(
    db,
    sql`select i.machine_id::float8 as machine, i.type, i.cause, coalesce(i.out_of_order, false) or i.type = 'MACHINE_OUT_OF_SERVICE' as "isOutOfOrder",
        (select p.id::float8 from stock_points p where p.company_id = i.company_id and p.slot_id = i.slot_id and p.removed_at is null limit 1) as point
      from customer_issues i
      where i.company_id = ${company} and i.status = 'OPEN' and i.created_at >= ${since(ISSUE_DAYS)} order by i.created_at, i.id`,
  )
  const lots = await rowsOf<PlanLots>(
    db,
    sql`select p.id::float8 as point, p.balance::float8 as balance, ${lotsOf(company)} as lots from stock_points p
      where p.company_id = ${company} and p.removed_at is null and p.balance > 0
        and exists (select from best_before_dates b where b.company_id = ${company} and b.stock_point_id = p.id and b.best_before <= ${until}::date)`,
  )
  return { cash, cashBox: await largestCollections(db, company, now), issues, lots }
}

/** Of a hundred collections the second largest, so that one wrong amount does not count. */
export async function largestCollections(db: Db, company: CompanyId, now: Moment): Promise<number | null> {
  const [row] = await rowsOf<{ count: number; most: number | null }>(
    db,
    sql`select count(*)::int as count, (percentile_disc(0.99) within group (order by w.taken_minor))::float8 as most from cash_movements w
      where w.company_id = ${company} and w.cause = 'WITHDRAWN' and w.effective_at >= ${toIso(now - COLLECTION_DAYS * DAY)}::timestamptz
        and not w.voided and w.taken_minor > 0`,
  )
  return row && row.count >= FEWEST_COLLECTIONS ? row.most : null
}
