import { type SQL, sql } from 'drizzle-orm'
import { MACHINE_CARD_COLUMNS, type Machine, type MachineToday } from '#contract/machines.ts'
import type { MachineId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { MACHINE_SEARCH_FIELDS } from '#domain/search.ts'
import { seesMoney } from '#domain/team/permissions.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { columnOf, selectList } from '../../db/column-lists.ts'
import { isFoundIn } from '../../db/search.ts'
import { isOpenProblem, wholeUnits } from '../../db/sql-fragments.ts'
import { visibleTo } from '../../http/machine-access.ts'
import type { Principal } from '../../http/request-context.ts'

const CARD = sql`m.id::float8 as id, ${selectList('m', MACHINE_CARD_COLUMNS)},
  (extract(epoch from m.last_refill) * 1000)::float8 as "lastRefill"`

/** Latest reports of its devices, and active alerts. */
const DEVICE_REPORTS_SQL = sql`case when s.reported_state = m.state then s.reported_cause end as "stateCause", s.signal, s.temperature, (extract(epoch from s.withdrawn_at) * 1000)::float8 as "withdrawnAt",
  (select json_agg(json_build_array(a.code, extract(epoch from a.at) * 1000, a.message) order by a.at, a.code) from alerts a
    where a.company_id = m.company_id and a.machine_id = m.id and a.is_up) as alerts`

type MachineRow = Omit<Machine, 'lastRefill' | 'stateCause' | 'alerts' | 'signalStrength' | 'temperature' | 'lastWithdrawDatetime'> & {
  lastRefill: Moment | null
  stateCause: string | null
  signal: number | null
  temperature: number | null
  withdrawnAt: Moment | null
  alerts: [code: string, at: Moment, message: string | null][] | null
}

const iso = (at: Moment) => toIso(Math.round(at))

const toMachine = ({ lastRefill, stateCause, signal, temperature, withdrawnAt, alerts, ...row }: MachineRow): Machine => ({
  ...row,
  lastRefill: lastRefill === null ? null : iso(lastRefill),
  ...(stateCause === null ? {} : { stateCause }),
  ...(alerts === null
    ? {}
    : { alerts: alerts.map(([code, at, message]) => ({ code, created: iso(at), ...(message ? { message } : {}) })) }),
  ...(signal === null ? {} : { signalStrength: signal }),
  ...(temperature === null ? {} : { temperature }),
  ...(withdrawnAt === null ? {} : { lastWithdrawDatetime: iso(withdrawnAt) }),
})

const STOCK = sql`coalesce(stock.current, 0)::float8 as "currentQuantity", coalesce(stock.maximum, 0)::float8 as "maxQuantity",
  coalesce(stock.empty, 0)::int as "emptyPlaces", coalesce(stock.filled, 0)::float8 as "filledQuantity",
  (case when m.type = 'COFFEE' then stock.mean_share else stock.filled / nullif(stock.maximum, 0) end)::float8 as "fillShare"`
const FILLED = sql`least(p.max_quantity, greatest(0, ${wholeUnits(sql`p.balance`)}))`

const FROM = sql`from machines m left join machine_status s on s.company_id = m.company_id and s.machine_id = m.id left join lateral (
    select sum(${wholeUnits(sql`p.balance`)}) as current, sum(p.max_quantity) as maximum,
      count(*) filter (where p.balance < 500 and p.max_quantity > 0) as empty, sum(${FILLED}) filter (where p.max_quantity > 0) as filled,
      avg(${FILLED}::numeric / p.max_quantity) filter (where p.max_quantity > 0) as mean_share from stock_points p
    where p.company_id = m.company_id and p.machine_id = m.id and p.removed_at is null and p.kind in ('SLOT', 'CANISTER')) stock on true`

/** A machine with its stock: whole units over its open stock points. */
const WITH_STOCK = sql`select ${CARD}, ${DEVICE_REPORTS_SQL}, ${STOCK} ${FROM}`

/** With its activity since midnight in the company's time zone, and its cash balance. */
const today = (now: Moment) => sql`select ${CARD}, ${DEVICE_REPORTS_SQL}, ${STOCK}, m.blik_enabled as "blikEnabled",
    coalesce(sales.sold, 0)::int as "soldToday", coalesce(sales.turnover, 0)::float8 as "turnoverToday", coalesce(s.cash_minor, 0)::float8 as "cashInMachine",
    coalesce((select sum(t.value_minor * t.count) from coin_tubes t where t.company_id = m.company_id and t.machine_id = m.id), 0)::float8 as "cashInCoinAcceptor",
    coalesce((select json_agg(json_build_object('machineGroupId', g.id, 'name', g.name) order by lower(g.name), g.id) from grouped_machines i
      join machine_groups g on g.company_id = i.company_id and g.id = i.group_id
      where i.company_id = m.company_id and i.machine_id = m.id), '[]') as groups,
    exists (select from devices d where d.company_id = m.company_id and d.machine_id = m.id and d.type = 'TELEMETRY') as "actionsSupport",
    (select count(*)::int from customer_issues i where i.company_id = m.company_id and i.machine_id = m.id and ${isOpenProblem(now)}) as "openProblems"
  ${FROM}
  left join lateral (
    select sum(d.count) as sold, sum(d.turnover_minor) as turnover from machine_days d
    where d.company_id = m.company_id and d.machine_id = m.id
      and d.day = (select (${toIso(now)}::timestamptz at time zone c.timezone)::date from companies c where c.id = m.company_id)) sales on true`

type TodayRow = MachineRow &
  Omit<MachineToday, keyof Machine> & { turnoverToday: number; cashInMachine: number; cashInCoinAcceptor: number }

function toToday(principal: Principal, { blikEnabled, groups, actionsSupport, openProblems, soldToday, ...row }: TodayRow): MachineToday {
  const { turnoverToday, cashInMachine, cashInCoinAcceptor, ...machine } = row
  const money = (minor: number) => toDecimal(minor, principal.currency)
  return {
    alerts: [],
    ...toMachine(machine),
    blikEnabled,
    groups,
    actionsSupport,
    openProblems,
    soldToday,
    ...(seesMoney(principal)
      ? { turnoverToday: money(turnoverToday), cashInMachine: money(cashInMachine), cashInCoinAcceptor: money(cashInCoinAcceptor) }
      : {}),
  }
}

/** Those of these machines that the user may see. */
export async function machinesById(db: Db, principal: Principal, ids: readonly number[]): Promise<Machine[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf<MachineRow>(
    db,
    sql`${WITH_STOCK} where ${visibleTo(principal)} and m.id = any(${`{${ids.join(',')}}`}::bigint[]) order by m.id`,
  )
  return rows.map(toMachine)
}

/** The machine with this sticker. */
export async function machineWith(db: Db, principal: Principal, token: string): Promise<Machine | null> {
  const [row] = await rowsOf<MachineRow>(db, sql`${WITH_STOCK} where ${visibleTo(principal)} and m.token = ${token}`)
  return row ? toMachine(row) : null
}

export async function findMachine(db: Db, principal: Principal, id: MachineId, now: Moment): Promise<MachineToday | null> {
  const [row] = await rowsOf<TodayRow>(db, sql`${today(now)} where ${visibleTo(principal)} and m.id = ${id}`)
  return row ? toToday(principal, row) : null
}

/** The name for a sticker; null if no company has such a machine any more. */
export async function nameOnSticker(db: Db, token: string): Promise<string | null> {
  const [row] = await rowsOf<{ name: string }>(db, sql`select m.name from machines m where m.token = ${token} and m.deactivated_at is null`)
  return row?.name ?? null
}

type MachineFilter = {
  query: string
  state?: string | undefined
  group?: number | undefined
  serviceman?: number | undefined
  sort: string
  page: number
  size: number
}

export async function findMachines(
  db: Db,
  principal: Principal,
  filter: MachineFilter,
  now: Moment,
): Promise<{ machines: MachineToday[]; total: number }> {
  const where = sql.join([visibleTo(principal), ...conditionsOf(filter)], sql` and `)
  const order = orderOf(filter.sort)
  const offset = filter.page * filter.size
  // A search reads the texts of all machines, so it counts while it selects the page. Without one, two statements take half the time.
  const counting = filter.query ? sql`, count(*) over ()::int as total` : sql``
  const page = await rowsOf<{ id: number; total?: number }>(
    db,
    sql`select m.id::float8 as id ${counting} from machines m where ${where} order by ${order} limit ${filter.size} offset ${offset}`,
  )
  const total = page[0]?.total ?? (page.length === 0 && offset === 0 ? 0 : await countMachines(db, where))
  // Computes stock only for the machines of the page: for twenty of ten thousand.
  const ids = `{${page.map(({ id }) => id).join(',')}}`
  const rows = await rowsOf<TodayRow>(
    db,
    sql`${today(now)} where m.company_id = ${principal.companyId} and m.id = any(${ids}::bigint[]) order by ${order}`,
  )
  return { machines: rows.map((row) => toToday(principal, row)), total }
}

async function countMachines(db: Db, where: SQL): Promise<number> {
  const [row] = await rowsOf<{ total: number }>(db, sql`select count(*)::int as total from machines m where ${where}`)
  return row?.total ?? 0
}

function conditionsOf({ query, state, group, serviceman }: MachineFilter): SQL[] {
  return [
    ...(query ? [isFoundIn(query, ...MACHINE_SEARCH_FIELDS.map((field) => columnOf('m', field)))] : []),
    ...(state ? [sql`m.state = ${state}`] : []),
    ...(group
      ? [
          sql`exists (select from grouped_machines i where i.company_id = m.company_id and i.machine_id = m.id and i.group_id = ${group}::bigint)`,
        ]
      : []),
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
