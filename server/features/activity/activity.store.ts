import { type SQL, sql } from 'drizzle-orm'
import type { Activity, ActivityType } from '#contract/activity.ts'
import type { MachineId, UserId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { seesMoney } from '#domain/team/permissions.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { takenBy } from '../../cash-box/cash-box.store.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { personName } from '../../db/sql-fragments.ts'
import { movedBy } from '../../db/stock-sums.ts'
import { visibleTo } from '../../http/machine-access.ts'
import type { Principal } from '../../http/request-context.ts'

export type ActivityFilter = {
  sort: 'id,desc' | 'id,asc' | 'created,desc' | 'created,asc'
  size: number
  skip: number
  types: readonly ActivityType[]
  machine: MachineId | undefined
  user?: UserId | undefined
  from: Moment | undefined
  until: Moment | undefined
  /** Only entries before this id. */
  before?: number | undefined
}

/** The activity log. Employees see the machines in their care only. Stock changes are read from the current ledger. */
export async function activitiesOf(db: Db, principal: Principal, filter: ActivityFilter): Promise<Activity[]> {
  const rows = await rowsOf<Row>(db, pageOfActivities(principal, filter))
  return rows.map((row) => activityOf(row, principal))
}

/**
 * One page of the activity log. Keys in `details` are read with the page. If they were compared with a table, row-level security would
 * prevent an index condition, because reading JSON may fail on rows of other tenants, and every row would scan the whole table.
 */
export function pageOfActivities(principal: Principal, filter: ActivityFilter): SQL {
  const way = filter.sort.endsWith('desc') ? sql`desc` : sql`asc`
  const order = filter.sort.startsWith('id') ? sql`a.id ${way}` : sql`a.at ${way}, a.id ${way}`
  const where = sql.join(
    [
      sql`a.company_id = ${principal.companyId}`,
      ...(filter.machine === undefined ? [] : [sql`a.machine_id = ${filter.machine}`]),
      ...(filter.user === undefined ? [] : [sql`a.user_id = ${filter.user}`]),
      ...(filter.from === undefined ? [] : [sql`a.at >= ${toIso(filter.from)}`]),
      ...(filter.until === undefined ? [] : [sql`a.at < ${toIso(filter.until)}`]),
      ...(filter.before === undefined ? [] : [sql`a.id < ${filter.before}`]),
      ...(seesMoney(principal)
        ? []
        : [sql`exists (select from machines m where m.company_id = a.company_id and m.id = a.machine_id and ${visibleTo(principal)})`]),
    ],
    sql` and `,
  )
  // For an unknown limit the planner expects a tenth of the rows, so it reads the index in order and stops early. With a known limit and no
  // statistics it expects fewer rows of a type or a period than a page and sorts all of them.
  const most = sql`(select ${filter.size + filter.skip}::int)`
  const latest = (more = sql`true`) => sql`select a.* from activities a where ${where} and ${more} order by ${order} limit ${most}`
  const types = sql`${`{${filter.types.join(',')}}`}::text[]`
  const found = () => {
    if (filter.types.length === 0) return latest()
    // A machine has few rows: its own index finds them without the index of types.
    if (filter.machine !== undefined) return latest(sql`a.type || '' = any(${types})`)
    // Reads each type from its own end of the index, so that rare types are found as fast as frequent ones.
    return sql`select a.* from unnest(${types}) wanted(type) cross join lateral (${latest(sql`a.type = wanted.type`)}) a`
  }
  return sql`select a.id::float8 as id, a.type, floor(extract(epoch from a.at) * 1000)::float8 as at, floor(extract(epoch from a.heard_at) * 1000)::float8 as "heardAt",
        case when u.id is null then null else jsonb_build_object('id', u.id, 'name', ${personName('u')}, 'firstName', u.first_name, 'lastName', u.last_name) end as "user",
        case when m.id is null then null else jsonb_build_object('id', m.id, 'name', m.name, 'active', m.deactivated_at is null) end as machine,
        coalesce(a.details->>'message', o.payload->>'note') as message, a.details->>'alertType' as "alertType",
        coalesce(a.details->>'stockChangeType', o.payload->>'type') as "stockChangeType",
        a.details, ${personName('s')} as serviceman, coalesce(a.money_minor, ${WITHDRAWN_SQL})::float8 as money,
        exists (select from voids v where v.company_id = a.company_id and v.operation_id = a.operation_id) as undone,
        ${movedBy(sql`a.company_id`, sql`a.moved_by`)} as changes
      from (select a.*, coalesce((a.details->>'undoes')::uuid, a.operation_id) as moved_by, (a.details->>'serviceman')::int as serviceman
        from (${found()}) a order by ${order} limit ${filter.size} offset ${filter.skip}) a
      left join users u on u.company_id = a.company_id and u.id = a.user_id
      left join users s on s.company_id = a.company_id and s.id = a.serviceman
      left join machines m on m.company_id = a.company_id and m.id = a.machine_id
      left join operations o on o.company_id = a.company_id and o.id = a.moved_by
      order by ${order}`
}

const WITHDRAWN_SQL = sql`(
  select ${takenBy} from cash_movements w
  where a.type = 'CASKET_MONEY_CHANGE' and w.company_id = a.company_id and w.cause = 'WITHDRAWN' and w.operation_id = a.moved_by limit 1)`

type Row = Pick<Activity, 'id' | 'type' | 'user' | 'machine' | 'message' | 'alertType' | 'stockChangeType' | 'changes' | 'undone'> & {
  at: Moment
  heardAt: Moment
  money: number | null
  serviceman: string | null
  details: {
    slotNumber?: string
    device?: string
    version?: string
    issueType?: string
    cause?: string
    issue?: string
    outcome?: 'done' | 'failed' | 'expired'
    isReactivation?: boolean
    undoes?: string
  }
}

function activityOf({ at, heardAt, money, serviceman, details, ...row }: Row, principal: Principal): Activity {
  const { slotNumber, device, version, issueType, cause, outcome, isReactivation, undoes } = details
  const issue = seesMoney(principal) ? details.issue : undefined
  const isUndo = undoes ? true : undefined
  const known = {
    slotNumber,
    device,
    version,
    issueType,
    cause,
    issue,
    outcome,
    isReactivation,
    serviceman: serviceman ?? undefined,
    isUndo,
  }
  return {
    ...row,
    created: toIso(at),
    received: toIso(heardAt),
    ...(seesMoney(principal) ? { money: money === null ? null : toDecimal(money, principal.currency) } : {}),
    details: Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
  }
}
