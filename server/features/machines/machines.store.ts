import { type SQL, sql } from 'drizzle-orm'
import type { Machine } from '#contract/machines.ts'
import { toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../database/database.ts'
import { likePattern } from '../../database/like-pattern.ts'
import { wholeUnits } from '../../database/quantities.ts'
import type { Person } from '../../http/caller.ts'
import { visibleTo } from '../../http/machine-access.ts'

const CARD = sql`m.id::float8 as id, m.name, m.type, m.state, m.token, m.vendor, m.model, m.address, m.lat, m.lng, m.note,
  (extract(epoch from m.last_refill) * 1000)::float8 as "lastRefill"`

type MachineRow = Omit<Machine, 'lastRefill'> & { lastRefill: number | null }

const toMachine = ({ lastRefill, ...row }: MachineRow): Machine => ({
  ...row,
  lastRefill: lastRefill === null ? null : toIso(Math.round(lastRefill)),
})

/** A machine with how much lies in it: whole units over its open stock points. */
const WITH_STOCK = sql`select ${CARD}, coalesce(stock.current, 0)::float8 as "currentQuantity", coalesce(stock.maximum, 0)::float8 as "maxQuantity",
    coalesce(stock.empty, 0)::int as "emptyPlaces"
  from machines m left join lateral (
    select sum(${wholeUnits(sql`p.balance`)}) as current, sum(p.max_quantity) as maximum,
      count(*) filter (where p.balance < 500) as empty from stock_points p
    where p.company_id = m.company_id and p.machine_id = m.id and p.removed_at is null and p.kind in ('SLOT', 'CANISTER')) stock on true`

/** These machines, as far as the person sees them. */
export async function machinesById(db: Db, person: Person, ids: readonly number[]): Promise<Machine[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf<MachineRow>(
    db,
    sql`${WITH_STOCK} where ${visibleTo(person)} and m.id = any(${`{${ids.join(',')}}`}::bigint[]) order by m.id`,
  )
  return rows.map(toMachine)
}

export async function findMachine(db: Db, person: Person, which: { id: number } | { token: string }): Promise<Machine | null> {
  const chosen = 'id' in which ? sql`m.id = ${which.id}` : sql`m.token = ${which.token}`
  const [row] = await rowsOf<MachineRow>(db, sql`${WITH_STOCK} where ${visibleTo(person)} and ${chosen}`)
  return row ? toMachine(row) : null
}

/** The name that stands on a sticker; null where no company has such a machine any more. */
export async function nameOnSticker(db: Db, token: string): Promise<string | null> {
  const [row] = await rowsOf<{ name: string }>(db, sql`select m.name from machines m where m.token = ${token} and m.deactivated_at is null`)
  return row?.name ?? null
}

export type MachineFilter = {
  query: string
  state?: string | undefined
  serviceman?: number | undefined
  sort: string
  page: number
  size: number
}

export async function findMachines(db: Db, person: Person, filter: MachineFilter): Promise<{ machines: Machine[]; total: number }> {
  const where = sql.join([visibleTo(person), ...conditionsOf(filter)], sql` and `)
  const [counted] = await rowsOf<{ total: number }>(db, sql`select count(*)::int as total from machines m where ${where}`)
  const rows = await rowsOf<MachineRow>(
    db,
    sql`${WITH_STOCK} where ${where} order by ${orderOf(filter.sort)} limit ${filter.size} offset ${filter.page * filter.size}`,
  )
  return { machines: rows.map(toMachine), total: counted?.total ?? 0 }
}

function conditionsOf({ query, state, serviceman }: MachineFilter): SQL[] {
  return [
    ...(query ? [sql`(m.name ilike ${likePattern(query)} or m.address ilike ${likePattern(query)})`] : []),
    ...(state ? [sql`m.state = ${state}`] : []),
    ...(serviceman
      ? [
          sql`exists (select from assignments s where s.company_id = m.company_id and s.machine_id = m.id and s.user_id = ${serviceman}::bigint and s.revoked_at is null)`,
        ]
      : []),
  ]
}

const orderOf = (sort: string): SQL => {
  const direction = sort.endsWith(',desc') ? sql`desc` : sql`asc`
  return sort.startsWith('id') ? sql`m.id ${direction}` : sql`lower(m.name) ${direction}, m.id ${direction}`
}
