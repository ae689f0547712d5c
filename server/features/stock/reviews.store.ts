import { type SQL, sql } from 'drizzle-orm'
import type { Decision, ReviewItem } from '#contract/reviews.ts'
import type { CompanyId, MachineId, ProductId, SlotId, StockPointId, UserId, VanId } from '#domain/ids.ts'
import { choicesOf, type Doubt } from '#domain/stock/review.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { personName, productCard, wholeUnits } from '../../db/sql-fragments.ts'
import { movedBy } from '../../db/stock-sums.ts'
import { countOpenReviews, ITEMS, OPEN, REMAINS, SIBLINGS } from '../../ledger/open-reviews.ts'

const millis = (at: SQL) => sql`floor(extract(epoch from ${at}) * 1000)::float8`

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
  const total = await countOpenReviews(db, company)
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
      from ${ITEMS} where r.company_id = ${company} and ${OPEN} order by r.created_at, r.id limit ${size} offset ${page * size}`,
  )
  return { items: rows.map(itemOf), total }
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
