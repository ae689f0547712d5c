import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId, MachineId, OperationId, ProductId, SlotId, StockPointId, UserId, VanId } from '#domain/ids.ts'
import type { Level } from '#domain/stock/ledger.ts'
import type { Moment } from '#domain/time.ts'
import type { Milli } from '#domain/units.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { millis } from '../db/sql-fragments.ts'
import { mapInTurns } from '../yielding.ts'

export type StockPoint = {
  id: StockPointId
  kind: 'SLOT' | 'SELECTION' | 'CANISTER' | 'WAREHOUSE' | 'VAN'
  productId: ProductId
  slotId: SlotId | null
  slotNumber: string | null
  vanId: VanId | null
  maxQuantity: number | null
  removedAt: Moment | null
  level: Level
}

type PointRow = Omit<StockPoint, 'level' | 'removedAt'> & {
  removedAt: number | null
  balance: Milli
  countedAt: number | null
  countedBy: string | null
  countedLine: number | null
}

const POINT_COLUMNS = sql`p.id::float8 as id, p.kind, p.product_id::float8 as "productId", p.slot_id::float8 as "slotId", s.slot_number as "slotNumber", p.van_id::float8 as "vanId",
  p.max_quantity::float8 as "maxQuantity", floor(extract(epoch from p.removed_at) * 1000)::float8 as "removedAt", p.balance::float8 as balance,
  (extract(epoch from p.counted_at) * 1000)::float8 as "countedAt", p.counted_by as "countedBy", p.counted_line as "countedLine"`

const toPoint = ({ balance, countedAt, countedBy, countedLine, ...row }: PointRow): StockPoint => ({
  ...row,
  level: {
    quantity: balance,
    counted: countedAt === null ? null : { at: Math.round(countedAt), operation: countedBy ?? '', line: countedLine ?? 0 },
  },
})

/** The stock points of an operation: by their ids, or by their products. */
type StockRequest = {
  operation: OperationId
  machine: MachineId
  user: UserId
  ids: readonly StockPointId[]
  products: readonly ProductId[]
}

/** `machineId`: null in a van. */
export type LockedPoint = StockPoint & { machineId: MachineId | null }

/** Who drove a van when; `until` is null while they drive it. */
export type Driving = { van: VanId; user: UserId; since: Moment; until: Moment | null }

/** The van that a user drove at that time. */
export const drivenBy = (drivings: readonly Driving[], user: UserId, at: Moment): VanId | null =>
  drivings.find((driving) => driving.user === user && driving.since <= at && (driving.until === null || at < driving.until))?.van ?? null

/**
 * Selects the stock points of operations, open and closed, by id and locked until the transaction ends, and which of the operations were
 * undone before they arrived, and the vans that their users drive or drove. `lockedFrom` reads the rows.
 */
export function lockingPoints(company: CompanyId, requested: readonly StockRequest[]): SQL {
  const machines = array(requested.map(({ machine }) => machine))
  const ids = array(requested.flatMap((one) => one.ids))
  const products = array(requested.flatMap((one) => one.products))
  const operations = `{${requested.map(({ operation }) => operation).join(',')}}`
  const users = array([...new Set(requested.map(({ user }) => user))])
  return sql`select p.machine_id::float8 as "machineId", ${POINT_COLUMNS}, ${drivingsOf(company, users)} as drivings,
        array(select v.operation_id::text from voids v where v.company_id = ${company} and v.operation_id = any(${operations}::uuid[])) as undone
      from stock_points p left join slots s on s.company_id = p.company_id and s.id = p.slot_id
      where p.company_id = ${company} and p.machine_id = any(${machines}::bigint[]) and p.kind in ('SLOT', 'CANISTER')
        and (p.id = any(${ids}::bigint[]) or p.product_id = any(${products}::bigint[]))
      order by p.id for update of p`
}

const drivingsOf = (company: CompanyId, users: string) => sql`(
  select jsonb_agg(jsonb_build_object('van', d.van_id, 'user', d.user_id, 'since', ${millis(sql`d.since`)}, 'until', ${millis(sql`d.until`)}))
  from van_drivers d where d.company_id = ${company} and d.user_id = any(${users}::int[]))`

/** Who of these users drives which van, or drove it before. */
export async function drivings(db: Db, company: CompanyId, users: readonly UserId[]): Promise<Driving[]> {
  const [row] = await rowsOf<{ drivings: Driving[] | null }>(db, sql`select ${drivingsOf(company, array(users))} as drivings`)
  return row?.drivings ?? []
}

export type LockedRow = PointRow & { machineId: MachineId; undone: OperationId[]; drivings: Driving[] | null }

type Locked = { points: LockedPoint[]; undone: ReadonlySet<OperationId>; drivings: readonly Driving[] }

export const lockedFrom = (rows: readonly LockedRow[]): Locked => ({
  points: rows.map(({ undone: _, drivings: __, machineId, ...row }) => ({ machineId, ...toPoint(row) })),
  undone: new Set(rows[0]?.undone),
  drivings: rows[0]?.drivings ?? [],
})

/** Points in vans are locked last, because the amounts that a restock takes from a van are known only when its slots are locked. */
const IN_LOCK_ORDER = sql`order by p.kind = 'VAN', p.id`

/** The current stock points of machines. Selections of coffee machines hold no stock and are excluded. */
export async function openPoints(db: Db, company: CompanyId, machines: readonly MachineId[]) {
  const rows = await rowsOf<PointRow & { machineId: MachineId }>(
    db,
    sql`select p.machine_id::float8 as "machineId", ${POINT_COLUMNS} from stock_points p left join slots s on s.company_id = p.company_id and s.id = p.slot_id
      where p.company_id = ${company} and p.machine_id = any(${array(machines)}::bigint[]) and p.kind in ('SLOT', 'CANISTER') and p.removed_at is null
      order by p.id`,
  )
  return mapInTurns(rows, ({ machineId, ...row }) => ({ machineId, ...toPoint(row) }))
}

/** These stock points by id, optionally locked until the transaction ends. */
export async function pointsById(
  db: Db,
  company: CompanyId,
  ids: readonly StockPointId[],
  { locked = false }: { locked?: boolean } = {},
): Promise<StockPoint[]> {
  const rows = await rowsOf<PointRow>(
    db,
    sql`select ${POINT_COLUMNS} from stock_points p left join slots s on s.company_id = p.company_id and s.id = p.slot_id
      where p.company_id = ${company} and p.id = any(${array(ids)}::bigint[]) ${IN_LOCK_ORDER} ${locked ? sql`for update of p` : sql``}`,
  )
  return rows.map(toPoint)
}

/** The stock points that an operation moved, by id and locked. */
export async function lockPointsOf(db: Db, company: CompanyId, operation: OperationId) {
  const rows = await rowsOf<PointRow>(
    db,
    sql`select ${POINT_COLUMNS} from stock_points p left join slots s on s.company_id = p.company_id and s.id = p.slot_id
      where p.company_id = ${company} and p.id in (select stock_point_id from movements where company_id = ${company} and operation_id = ${operation})
      ${IN_LOCK_ORDER} for update of p`,
  )
  return rows.map(toPoint)
}

/** A PostgreSQL array literal of numbers. */
const array = (numbers: readonly number[]) => `{${numbers.join(',')}}`
