import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Machine } from '#contract/machines.ts'
import type { OwnVan } from '#contract/own-van.ts'
import type { Product } from '#contract/products.ts'
import type { Round } from '#contract/rounds.ts'
import {
  CALLS,
  type Changes,
  type InventoryRecord,
  packInventory,
  packSlots,
  pull,
  type SlotsRecord,
  shownIn,
  sync,
} from '#contract/sync.ts'
import { VISIT_CALLS } from '#domain/rounds/round.ts'
import { DAY, toIso } from '#domain/time.ts'
import { arrayOf, type Db, rowsOf } from '../db/client.ts'
import type { FeedKind } from '../db/schema/sync.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { AppContext, Principal } from '../http/request-context.ts'
import { serve } from '../http/serve.ts'
import { mapInTurns } from '../yielding.ts'
import { epochIn, isCopyOf } from './local-copy.ts'

/** Number of feed rows per page: about 100 kB compressed, with one record per machine. */
export const PAGE = 600

/** A cursor older than the tombstones would miss deletions. */
const OLDEST = 90 * DAY

/** Reads the records with these ids that a user can see. */
type ReadRecords<T> = (db: Db, principal: Principal, ids: readonly number[], now: number) => Promise<T[]>

/** The records of a local database and how each kind is read. */
type PulledRecords = {
  machines: ReadRecords<Machine>
  slots: ReadRecords<SlotsRecord>
  inventory: ReadRecords<InventoryRecord>
  products: ReadRecords<Product>
  /** The user's own published rounds. */
  rounds: ReadRecords<Round>
  /** The van that the user drives, and which of the device's pending operations it contains. */
  vans(db: Db, principal: Principal, pending: readonly string[], now: number): Promise<OwnVan[]>
}

export function servePull(app: FastifyInstance, ctx: AppContext, records: PulledRecords) {
  serve(
    app,
    ctx,
    pull,
    async ({ body }, { db, principal, ctx: { now } }) => {
      if (!isCopyOf(principal, body)) return refuse('WRONG_ACCOUNT', { detail: 'This local copy belongs to another user.' })
      return changesSince(db, principal, records, { cursor: body.cursor, pending: body.pending, now: now() })
    },
    { snapshot: true, bodyLimit: 1024 * 1024 },
  )
  serve(
    app,
    ctx,
    sync,
    async ({ query }, { db, principal, ctx: { now } }) =>
      changesSince(db, principal, records, { cursor: query.cursor || null, pending: [], now: now() }),
    { snapshot: true },
  )
}

/** A position in the feed. Changes of one transaction share its number. */
type Place = { seq: number; kind: string; id: number }

/** The position of a device: database epoch, feed position, visible scope and time. */
type Cursor = { epoch: string; place: Place; scope: string; at: number }

const START: Place = { seq: 0, kind: '', id: 0 }
/** The position after all changes with this number. */
const endOf = (seq: number): Place => ({ seq, kind: '~', id: 0 })

async function changesSince(
  db: Db,
  principal: Principal,
  records: PulledRecords,
  { cursor: text, pending, now }: { cursor: string | null; pending: readonly string[]; now: number },
): Promise<Changes | Refusal> {
  const epoch = await epochIn(db)
  const scope = scopeOf(principal)
  const cursor = text === null ? { epoch, place: START, scope, at: now } : readCursor(text)
  if (cursor === null) return refuse('MALFORMED', { detail: 'cursor: not issued by this server. Start again with null.' })
  if (cursor.epoch !== epoch || cursor.scope !== scope || now - cursor.at > OLDEST)
    return refuse('CURSOR_TOO_OLD', { detail: 'The cursor is too old. Start again with null.' })

  const isFirst = text === null
  const rows = await feedAfter(db, principal, cursor.place, isFirst)
  const page = rows.slice(0, PAGE)
  const more = rows.length > PAGE
  const last = page.at(-1)
  const head = await headOf(db, principal)
  const place = more && last ? last : endOf(head.seq)

  const visible = (kind: FeedKind) =>
    page.filter((row) => (row.kind === kind || row.kind === 'assignment') && !row.removed).map(({ id }) => id)
  const idsOf = { machine: unique(visible('machine')), slots: unique(visible('slots')), inventory: unique(visible('inventory')) }
  const idsIn = (kind: FeedKind) => unique(page.filter((row) => row.kind === kind && !row.removed).map(({ id }) => id))
  const products = idsIn('product')
  const roundIds = idsIn('round')
  const machines = await records.machines(db, principal, idsOf.machine, now)
  const slots = await records.slots(db, principal, idsOf.slots, now)
  const inventory = await records.inventory(db, principal, idsOf.inventory, now)
  const vanIds = idsIn('van')
  // With every page, because restocks of all its machines change it.
  const vans = head.drives || vanIds.length > 0 ? await records.vans(db, principal, pending, now) : []
  // A machine that was deleted in the meantime has feed rows but no record.
  const brought = {
    machine: machines.map((machine) => machine.id),
    slots: slots.map(({ machineId }) => machineId),
    inventory: inventory.map(({ machineId }) => machineId),
    round: roundIds,
    van: vans.map(({ id }) => id),
  }
  const processed = await processedBy(db, principal, pending, place, brought)
  // Work completes a stop, and the row of its round may be in a later page.
  const worked = more && processed.length > 0 ? await roundsOfWork(db, principal, processed) : []
  // A round contains the stops at machines that are assigned.
  const assigned = unique(page.filter(({ kind }) => kind === 'assignment').map(({ id }) => id))
  const affected = isFirst || assigned.length === 0 ? [] : await roundsAtMachines(db, principal, assigned, now)
  const rounds = await records.rounds(db, principal, unique([...roundIds, ...worked, ...affected]), now)
  const isBrought = new Set(rounds.map(({ id }) => id))
  return {
    epoch,
    serverTime: toIso(now),
    changes: {
      machines,
      slots: await mapInTurns(slots, packSlots),
      inventory: await mapInTurns(inventory, packInventory),
      products: await records.products(db, principal, products, now),
      rounds,
      vans,
    },
    removed: {
      machines: unique(page.filter(({ kind, removed }) => (kind === 'machine' || kind === 'assignment') && removed).map(({ id }) => id)),
      products: unique(page.filter(({ kind, removed }) => kind === 'product' && removed).map(({ id }) => id)),
      rounds: unique(page.filter(({ kind, id }) => kind === 'round' && !isBrought.has(id)).map(({ id }) => id)),
      // Former ones too, because work in this page is no longer shown over them.
      vans: unique([...head.drove, ...vanIds]).filter((id) => !vans.some((van) => van.id === id)),
    },
    cursor: writeCursor({ epoch, place, scope, at: now }),
    more,
    processed,
  }
}

type FeedRow = Place & { kind: FeedKind; removed: boolean }

/**
 * The next feed rows that a user can see, one more than a page. A machine that was assigned since the cursor is included completely; an
 * unassigned one is included as removed, unless it was assigned again. A first pull contains no removals.
 *
 * Whether a machine is removed is read from the machine itself, because late work on it writes the same feed row again.
 */
function feedAfter(db: Db, principal: Principal, { seq, kind, id }: Place, isFirst: boolean): Promise<FeedRow[]> {
  const isManager = principal.companyRole === 'ROLE_MANAGER'
  const isAssigned = sql`exists (select from assignments a where a.company_id = f.company_id and a.machine_id = f.entity_id and a.user_id = ${principal.userId} and a.revoked_at is null)`
  const isOwn = sql`(f.kind in ('round', 'van') and f.user_id = ${principal.userId})`
  const seen = isManager
    ? sql`(f.kind not in ('assignment', 'round', 'van') or ${isOwn})`
    : sql`(f.kind = 'product' or ${isOwn} or (f.kind = 'assignment' and f.user_id = ${principal.userId} and f.removed <> ${isAssigned}) or (f.kind in ('machine', 'slots', 'inventory') and ${isAssigned}))`
  const removed = sql`(f.removed or (f.kind = 'machine' and exists (
    select from machines m where m.company_id = f.company_id and m.id = f.entity_id and m.deactivated_at is not null)))`
  return rowsOf<FeedRow>(
    db,
    sql`select f.kind, f.entity_id::float8 as id, f.seq::float8 as seq, ${removed} as removed from feed f
      where f.company_id = ${principal.companyId} and (f.seq, f.kind, f.entity_id) > (${seq}::bigint, ${kind}, ${id}::bigint) and ${seen} ${isFirst ? sql`and not ${removed}` : sql``}
      order by f.seq, f.kind, f.entity_id limit ${PAGE + 1}`,
  )
}

/**
 * The operations whose effect the mirror contains after this page: those of machines whose record (see `shownIn`) is in this page, and
 * those of machines whose stock is in no later page (because an earlier page contained it, or the user cannot see it). A machine that is
 * assigned later in the feed is complete there, and outdated in the mirror until then. A deleted machine is outdated in the mirror until
 * the page that removes it. The record of a mark in a round is that round. The van of the user is in every page.
 */
async function processedBy(
  db: Db,
  principal: Principal,
  pending: readonly string[],
  { seq, kind, id }: Place,
  brought: Record<ReturnType<typeof shownIn>, readonly number[]>,
): Promise<string[]> {
  if (pending.length === 0) return []
  const round = sql`(o.payload ->> 'round')::bigint`
  const roundIsPast = sql`(k.machines @> to_jsonb(${round}) or not exists (
    select from feed f where f.company_id = o.company_id and f.kind = 'round' and f.entity_id = ${round} and f.user_id = ${principal.userId}
      and (f.seq, f.kind, f.entity_id) > (${seq}::bigint, ${kind}, ${id}::bigint)))`
  const kinds = JSON.stringify(CALLS.map((call) => ({ call, kind: shownIn(call), machines: brought[shownIn(call)] })))
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select o.id from operations o join jsonb_to_recordset(${kinds}::jsonb) as k(call text, kind text, machines jsonb) on k.call = o.call
      where o.company_id = ${principal.companyId} and o.user_id = ${principal.userId} and o.status = 'applied'
      and o.id = any(${`{${pending.join(',')}}`}::uuid[])
      and case when k.kind = 'round' then ${roundIsPast} when k.kind = 'van' then true else (k.machines @> to_jsonb(o.machine_id) or not exists (
        select from feed f where f.company_id = o.company_id and f.entity_id = o.machine_id
          and (f.kind = k.kind or (f.kind = 'assignment' and f.user_id = ${principal.userId})
            or (f.kind = 'machine' and exists (
              select from machines m where m.company_id = f.company_id and m.id = f.entity_id and m.deactivated_at is not null)))
          and (f.seq, f.kind, f.entity_id) > (${seq}::bigint, ${kind}, ${id}::bigint))) end`,
  )
  return rows.map((row) => row.id)
}

/** The published rounds that show the work of these operations. */
async function roundsOfWork(db: Db, { companyId, userId }: Principal, operations: readonly string[]): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`select distinct r.id::float8 as id from operations o
      join rounds r on r.company_id = o.company_id and r.user_id = o.user_id and o.effective_at >= r.starts_at and o.effective_at < r.ends_at
      where o.company_id = ${companyId} and o.user_id = ${userId} and o.id = any(${`{${operations.join(',')}}`}::uuid[])
        and o.call = any(${`{${VISIT_CALLS.join(',')}}`}::text[]) and r.published_at is not null`,
  )
  return rows.map(({ id }) => id)
}

/** The published rounds of the user that have stops at these machines, from yesterday on. */
async function roundsAtMachines(db: Db, { companyId, userId }: Principal, machines: readonly number[], now: number): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`select distinct r.id::float8 as id from rounds r join round_stops s on s.company_id = r.company_id and s.round_id = r.id
      where r.company_id = ${companyId} and r.user_id = ${userId} and r.published_at is not null and r.ends_at > ${toIso(now - DAY)}::timestamptz
        and s.machine_id = any(${arrayOf(machines)}::bigint[])`,
  )
  return rows.map(({ id }) => id)
}

type Head = { seq: number; drives: boolean; drove: number[] }

/** The last number of the feed, whether the user drives a van, and which vans they drove. */
const headOf = async (db: Db, principal: Principal): Promise<Head> => {
  const driving = sql`from van_drivers d where d.company_id = ${principal.companyId} and d.user_id = ${principal.userId}`
  const [row] = await rowsOf<Head>(
    db,
    sql`select feed_seq::float8 as seq, exists (select ${driving} and d.until is null) as drives,
        coalesce((select jsonb_agg(distinct d.van_id) ${driving} and d.until is not null), '[]') as drove
      from companies where id = ${principal.companyId}`,
  )
  return row ?? { seq: 0, drives: false, drove: [] }
}

const scopeOf = ({ companyRole, userId }: Principal) => (companyRole === 'ROLE_MANAGER' ? 'all' : `user-${userId}`)

const writeCursor = ({ epoch, place, scope, at }: Cursor) => [epoch, place.seq, place.kind, place.id, scope, at].join(':')

function readCursor(text: string): Cursor | null {
  const [, epoch, seq, kind, id, scope, at] =
    /^([0-9a-f-]{36}):(\d{1,15}):([a-z~]*):(\d{1,15}):([a-z0-9-]{1,40}):(\d{1,15})$/.exec(text) ?? []
  return epoch && scope ? { epoch, place: { seq: Number(seq), kind: kind ?? '', id: Number(id) }, scope, at: Number(at) } : null
}

const unique = (ids: readonly number[]) => [...new Set(ids)]
