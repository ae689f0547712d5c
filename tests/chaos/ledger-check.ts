import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { type Db, rowsOf } from '../../server/db/client.ts'
import type { Restock, StandingPoint } from './restocks.ts'

/** Each is a list of errors, empty if there are none. */
export type LedgerCheck = {
  /** Acknowledged, but not or only partly in the ledger. */
  lost: string[]
  /** More in the ledger than was done. */
  twice: string[]
  /** Keys without exactly one applied operation. */
  operations: string[]
  /** Stock points whose balance differs from the sum of their movements. */
  mismatches: number[]
  /** Stock points whose stock differs from the initial stock plus the restocks since. */
  wrong: number[]
  pointsChecked: number
}

export const NOTHING_LOST = { lost: [], twice: [], operations: [], mismatches: [], wrong: [] } satisfies Partial<LedgerCheck>

/** Reads the database directly, independently of the server's code. */
export async function checkLedger(
  db: Db,
  company: CompanyId,
  restocks: readonly Restock[],
  before: readonly StandingPoint[],
): Promise<LedgerCheck> {
  const moved = await rowsOf<{ operation: string; quantity: number; lines: number }>(
    db,
    sql`select operation_id as operation, sum(quantity)::float8 as quantity, count(*)::int as lines from movements
      where company_id = ${company} and cause = 'RESTOCK' and not voided group by operation_id`,
  )
  const applied = await rowsOf<{ id: string; times: number }>(
    db,
    sql`select id, count(*)::int as times from operations where company_id = ${company} and status = 'applied' group by id`,
  )
  const levels = await rowsOf<{ id: number; balance: number; fold: number }>(db, levelsAndFolds(company))
  const movedBy = new Map(moved.map((row) => [row.operation, row]))
  const timesOf = new Map(applied.map(({ id, times }) => [id, times]))
  const balances = new Map(levels.map(({ id, balance }) => [id, balance]))
  const keysOf = (isSo: (restock: Restock, quantity: number, lines: number) => boolean) =>
    restocks
      .filter((restock) => isSo(restock, movedBy.get(restock.key)?.quantity ?? 0, movedBy.get(restock.key)?.lines ?? 0))
      .map(({ key }) => key)
  return {
    lost: keysOf((restock, quantity, lines) => restock.isAcknowledged && (quantity < done(restock) || lines < restock.items.length)),
    twice: keysOf((restock, quantity, lines) => quantity > done(restock) || lines > restock.items.length),
    operations: restocks.filter(({ key }) => timesOf.get(key) !== 1).map(({ key }) => key),
    mismatches: levels.filter(({ balance, fold }) => balance !== fold).map(({ id }) => id),
    wrong: before.filter(({ id, balance }) => balances.get(id) !== balance + putInto(id, restocks)).map(({ id }) => id),
    pointsChecked: levels.length,
  }
}

const done = ({ items }: Restock) => items.reduce((sum, { quantity }) => sum + quantity * 1000, 0)

const putInto = (point: number, restocks: readonly Restock[]) =>
  restocks
    .flatMap(({ items }) => items)
    .reduce((sum, { productInstallationId, quantity }) => sum + (productInstallationId === point ? quantity * 1000 : 0), 0)

/** Recomputes the balance in SQL: the latest count plus every later delta. */
export const levelsAndFolds = (company: CompanyId) => sql`
  select p.id::float8 as id, p.balance::float8 as balance,
    (coalesce(anchor.quantity, 0) + coalesce((
      select sum(d.quantity) from movements d
      where d.company_id = p.company_id and d.stock_point_id = p.id and d.kind = 'delta' and not d.voided
        and (anchor.quantity is null or (d.effective_at, d.operation_id, d.line) > (anchor.effective_at, anchor.operation_id, anchor.line))
    ), 0))::float8 as fold
  from stock_points p
  left join lateral (
    select c.quantity, c.effective_at, c.operation_id, c.line from movements c
    where c.company_id = p.company_id and c.stock_point_id = p.id and c.kind = 'count' and not c.voided
    order by c.effective_at desc, c.operation_id desc, c.line desc limit 1
  ) anchor on true
  where p.company_id = ${company}
  order by p.id`
