import { type SQL, sql } from 'drizzle-orm'
import type { Decision, ReviewItem } from '#contract/reviews.ts'
import type { CompanyId, MachineId, ProductId, SlotId, StockPointId, UserId, VanId } from '#domain/ids.ts'
import { choicesOf, type Doubt } from '#domain/stock/review.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { personName, productCard, wholeUnits } from '../../db/sql-fragments.ts'
import { movedBy } from '../../db/stock-sums.ts'

const millis = (at: SQL) => sql`floor(extract(epoch from ${at}) * 1000)::float8`

/** A review item with its operation, its stock point and the current product of the slot. */
const ITEMS = sql`review_items r
  join operations o on o.company_id = r.company_id and o.id = r.operation_id
  join users u on u.company_id = o.company_id and u.id = o.user_id
  left join machines m on m.company_id = r.company_id and m.id = r.machine_id
  join (select) shown on r.machine_id is null or m.deactivated_at is null or r.kind in ('MACHINE_GONE', 'CLOSED_INSTALLATION')
  left join stock_points p on p.company_id = r.company_id and p.id = r.stock_point_id
  left join vans vn on vn.company_id = p.company_id and vn.id = p.van_id
  left join products pr on pr.company_id = p.company_id and pr.id = p.product_id
  left join slots s on s.company_id = p.company_id and s.id = p.slot_id
  left join slots ps on r.kind = 'PRODUCT_PROPOSED' and ps.company_id = r.company_id and ps.id = (r.details ->> 'slotId')::bigint
  left join stock_points nx on nx.company_id = p.company_id and nx.slot_id = p.slot_id and nx.removed_at is null and nx.kind = 'SLOT' and nx.id <> p.id and m.deactivated_at is null
  cross join lateral (
    select coalesce(${wholeUnits(sql`sum(mv.quantity) filter (where mv.kind = 'delta')`)}, 0)::float8 as moved,
      ${wholeUnits(sql`max(mv.quantity) filter (where mv.kind = 'count')`)}::float8 as counted
    from movements mv where mv.company_id = r.company_id and mv.operation_id = r.operation_id and mv.stock_point_id = r.stock_point_id) did`

/**
 * The remaining part of the stock that the operation left in the stock point, reduced by later counts and removals so that it is not used
 * twice.
 */
const REMAINS = sql`case when r.kind = 'CLOSED_INSTALLATION' and did.moved = 0 and did.counted is null
  then greatest(0, least((r.details ->> 'quantity')::float8, floor(p.balance / 1000.0)))::float8 end`

/** Whether a later review item of this stock point includes a count, which covers the whole remaining stock. */
const COUNTED_SINCE = sql`exists (
    select from review_items l join movements mv on mv.company_id = l.company_id and mv.operation_id = l.operation_id and mv.stock_point_id = l.stock_point_id
    where l.company_id = r.company_id and l.stock_point_id = r.stock_point_id and l.kind = r.kind and l.id > r.id and mv.kind = 'count' and not mv.voided)`

/** The phone and day of an operation. A wrong clock is decided once for all operations of that phone and day. */
const phoneAndDay = (o: SQL) => sql`(coalesce(${o}.device_id, ${o}.id::text), ${o}.user_id, date_trunc('day', ${o}.received_at))`

/**
 * Whether the stock depends on the uncertain time of an operation: between its earliest and latest possible time, another operation moved
 * what it counted, or counted what it moved. True if the earliest time is unknown.
 */
const dependsOnTime = (r: SQL, o: SQL) => sql`(${r}.details ->> 'since' is null or exists (
    select from movements mine
    join movements their on their.company_id = mine.company_id and their.stock_point_id = mine.stock_point_id
      and their.effective_at between to_timestamp((${r}.details ->> 'since')::float8 / 1000) and ${o}.received_at
    left join operations t on t.company_id = their.company_id and t.id = their.operation_id
    where mine.company_id = ${o}.company_id and mine.operation_id = ${o}.id and not mine.voided and not their.voided
      and 'count' in (mine.kind, their.kind) and their.operation_id <> mine.operation_id
      and (t.device_id is null or t.device_id is distinct from ${o}.device_id)))`

/** Other undecided operations of the same phone and day whose uncertain time matters. */
const SIBLINGS = sql`review_items sr join operations so on so.company_id = sr.company_id and so.id = sr.operation_id
    where sr.company_id = r.company_id and sr.kind = 'DOUBTFUL_CLOCK' and r.kind = 'DOUBTFUL_CLOCK' and sr.decided_at is null and sr.id <> r.id
      and ${phoneAndDay(sql`so`)} = ${phoneAndDay(sql`o`)} and ${dependsOnTime(sql`sr`, sql`so`)}
      and not exists (select from voids v where v.company_id = sr.company_id and v.operation_id = sr.operation_id)`

/** Whether a decision is still needed. Items whose operation was undone, or that were resolved by later movements, are closed. */
const OPEN = sql`r.decided_at is null
  and (r.kind <> 'MACHINE_GONE' or m.deactivated_at is not null)
  and (r.kind <> 'PRODUCT_PROPOSED' or (ps.removed_at is null and ps.product_id is distinct from (r.details ->> 'productId')::bigint))
  and (r.kind <> 'DOUBTFUL_CLOCK' or (${dependsOnTime(sql`r`, sql`o`)} and not exists (select from ${SIBLINGS} and sr.id < r.id)))
  and not exists (select from voids v where v.company_id = r.company_id and v.operation_id = r.operation_id)
  and (${REMAINS} is null or (${REMAINS} > 0 and not ${COUNTED_SINCE}))
  and (r.kind <> 'OVER_MAXIMUM' or (p.removed_at is null and p.balance > p.max_quantity * 1000))
  and (r.kind <> 'BELOW_ZERO' or (p.removed_at is null and p.balance < 0))
  and (r.kind <> 'VAN_BELOW_ZERO' or p.balance < 0)
  and (r.kind <> 'NOT_ASSIGNED' or not exists (
    select from assignments a where a.company_id = r.company_id and a.machine_id = r.machine_id and a.user_id = o.user_id and a.revoked_at is null))`

const DOUBT = sql`r.kind, did.moved, did.counted, ${REMAINS} as remains, coalesce(p.kind = 'SLOT', false) as "isSlot", nx.id is not null as "hasSuccessor",
  u.enabled and u.company_role = 'ROLE_EMPLOYEE' as "mayBeAssigned"`

type Row = Doubt & {
  id: number
  created: Moment
  machine: ReviewItem['machine']
  van: ReviewItem['van']
  operation: Omit<ReviewItem['operation'], 'at' | 'received' | 'said'> & { at: Moment; received: Moment; said: Moment }
  place: ReviewItem['place']
  proposal: ReviewItem['proposal']
}

/** Open review items, the oldest first. */
export async function openReviewItems(
  db: Db,
  company: CompanyId,
  { page, size }: { page: number; size: number },
): Promise<{ items: ReviewItem[]; total: number }> {
  const where = sql`r.company_id = ${company} and ${OPEN}`
  const [counted] = await rowsOf<{ total: number }>(db, sql`select count(*)::int as total from ${ITEMS} where ${where}`)
  const rows = await rowsOf<Row>(
    db,
    sql`select r.id::float8 as id, ${DOUBT}, ${millis(sql`r.created_at`)} as created, case when m.id is null then jsonb_build_object('id', 0, 'name', coalesce(vn.name, ''), 'inService', false)
          else jsonb_build_object('id', m.id, 'name', m.name, 'inService', m.deactivated_at is null) end as machine,
        case when vn.id is not null then jsonb_build_object('id', vn.id, 'name', vn.name) end as van,
        jsonb_build_object('id', o.id, 'call', o.call, 'at', ${millis(sql`o.effective_at`)}, 'received', ${millis(sql`o.received_at`)},
          'said', ${millis(sql`o.occurred_at`)}, 'user', jsonb_build_object('id', u.id, 'name', ${personName('u')}),
          'others', (select count(*) from ${SIBLINGS}), 'changes', ${movedBy(sql`r.company_id`, sql`r.operation_id`)}) as operation,
        case when p.id is null then null else jsonb_build_object('productInstallationId', p.id, 'slotId', p.slot_id, 'slotNumber', s.slot_number,
          'product', ${productCard}, 'moved', did.moved, 'counted', did.counted, 'remains', ${REMAINS}, 'currentQuantity', ${wholeUnits(sql`p.balance`)},
          'maxQuantity', p.max_quantity, 'now', (select ${productCard} from products pr where pr.company_id = nx.company_id and pr.id = nx.product_id)) end as place,
        case when ps.id is not null then jsonb_build_object('slotId', ps.id, 'slotNumber', ps.slot_number, 'note', r.details ->> 'note',
          'product', (select ${productCard} from products pr where pr.company_id = r.company_id and pr.id = (r.details ->> 'productId')::bigint),
          'now', (select ${productCard} from products pr where pr.company_id = ps.company_id and pr.id = ps.product_id)) end as proposal
      from ${ITEMS} where ${where} order by r.created_at, r.id limit ${size} offset ${page * size}`,
  )
  return { items: rows.map(itemOf), total: counted?.total ?? 0 }
}

function itemOf({ id, created, machine, van, operation, place, proposal, ...doubt }: Row): ReviewItem {
  const { at, received, said } = operation
  return {
    id,
    kind: doubt.kind,
    choices: [...choicesOf(doubt)],
    created: toIso(created),
    machine,
    van,
    operation: { ...operation, at: toIso(at), received: toIso(received), said: toIso(said) },
    place,
    proposal,
  }
}

/** The machine of a review item, or null for one of a van; nothing if the company has no item with this id. */
export async function machineOfItem(db: Db, company: CompanyId, id: number): Promise<{ machine: MachineId | null } | undefined> {
  const [row] = await rowsOf<{ machine: MachineId | null }>(
    db,
    sql`select r.machine_id::float8 as machine from review_items r where r.company_id = ${company} and r.id = ${id}`,
  )
  return row
}

export type LockedItem = Doubt & {
  operation: string
  operationAt: Moment
  user: UserId
  point: StockPointId | null
  pointKind: string | null
  slotId: SlotId | null
  productId: ProductId | null
  van: VanId | null
  /** PRODUCT_PROPOSED: the slot and its proposed product. */
  proposal: { slotId: SlotId; productId: ProductId } | null
  successor: StockPointId | null
  successorSince: Moment | null
  /** The balance in whole units, rounded up. */
  holds: number
  decided: { decision: string; name: string; at: Moment } | null
  isOpen: boolean
}

/** Locks a review item, so that of two concurrent decisions the second finds it decided. */
export async function lockItem(db: Db, company: CompanyId, id: number): Promise<LockedItem | null> {
  const locked = await rowsOf(db, sql`select r.id from review_items r where r.company_id = ${company} and r.id = ${id} for update`)
  if (locked.length === 0) return null
  const [item] = await rowsOf<LockedItem>(
    db,
    sql`select ${DOUBT}, r.operation_id as operation, ${millis(sql`o.effective_at`)} as "operationAt", o.user_id as "user", p.id::float8 as point,
        case when r.kind = 'PRODUCT_PROPOSED' then r.details - 'note' end as proposal,
        p.kind as "pointKind", p.slot_id::float8 as "slotId", p.product_id::float8 as "productId", p.van_id::float8 as van, nx.id::float8 as successor,
        ${millis(sql`nx.installed_at`)} as "successorSince", ceil(coalesce(p.balance, 0) / 1000.0)::float8 as holds, ${OPEN} as "isOpen",
        (select jsonb_build_object('decision', r.decision, 'name', ${personName('d')}, 'at', ${millis(sql`r.decided_at`)})
          from users d where d.company_id = r.company_id and d.id = r.decided_by) as decided
      from ${ITEMS} where r.company_id = ${company} and r.id = ${id}`,
  )
  return item ?? null
}

/** Keeping one operation of a phone with a wrong clock keeps all of that day. */
export const writeDecision = (db: Db, company: CompanyId, id: number, by: UserId, decision: Decision, at: Moment) =>
  db.execute(sql`
    update review_items d set decided_at = ${toIso(at)}, decided_by = ${by}, decision = ${decision}
    where d.company_id = ${company} and d.decided_at is null and (d.id = ${id} or (${decision}::text = 'KEEP' and d.kind = 'DOUBTFUL_CLOCK' and d.id in (
      select sr.id from review_items r join operations o on o.company_id = r.company_id and o.id = r.operation_id
      cross join lateral (select sr.id from ${SIBLINGS}) sr
      where r.company_id = ${company} and r.id = ${id})))`)
