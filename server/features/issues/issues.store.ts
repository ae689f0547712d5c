import { sql } from 'drizzle-orm'
import type { Issue } from '#contract/issues.ts'
import type { CompanyId, MachineId, OperationId, SlotId, UserId } from '#domain/ids.ts'
import type { IssueSource, IssueStatus, IssueType, ProblemCause } from '#domain/issues.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { personName } from '../../db/sql-fragments.ts'

/** The machine in service with this sticker, in any company, because customers have only the token. */
export async function machineOnSticker(db: Db, token: string): Promise<{ company: CompanyId; machine: MachineId; name: string } | null> {
  const [row] = await rowsOf<{ company: CompanyId; machine: MachineId; name: string }>(
    db,
    sql`select m.company_id as company, m.id::float8 as machine, m.name from machines m where m.token = ${token} and m.deactivated_at is null`,
  )
  return row ?? null
}

type NewIssue = { id: string; machine: MachineId; type: IssueType; details: string; contactDetails: string }

/** Returns false if the issue was already reported. */
export async function insertIssue(db: Db, company: CompanyId, issue: NewIssue, at: Moment): Promise<boolean> {
  const { id, machine, type, details, contactDetails } = issue
  const written = await rowsOf(
    db,
    sql`insert into customer_issues (company_id, id, machine_id, type, details, contact_details, created_at)
      values (${company}, ${id}, ${machine}, ${type}, ${details || null}, ${contactDetails || null}, ${toIso(at)}::timestamptz)
      on conflict (company_id, id) do nothing returning id`,
  )
  return written.length > 0
}

type NewProblem = {
  id: OperationId
  machine: MachineId
  user: UserId
  type: IssueType
  cause: ProblemCause
  slotId: SlotId | null
  outOfOrder: boolean
  details: string | null
  photos: readonly string[]
}

/** Stores an employee's report. Returns false if it was undone before it arrived; then it is stored as invalid. */
export async function insertProblem(db: Db, company: CompanyId, problem: NewProblem, at: Moment): Promise<boolean> {
  const { id, machine, user, type, cause, slotId, outOfOrder, details, photos } = problem
  const [row] = await rowsOf<{ isOpen: boolean }>(
    db,
    sql`insert into customer_issues (company_id, id, machine_id, type, status, details, created_at, source, reported_by, cause, slot_id, out_of_order, photos, invalid_because)
      select ${company}::int, ${id}::uuid, ${machine}::bigint, ${type}, case when w.undone then 'INVALID' else 'OPEN' end, ${details},
        ${toIso(at)}::timestamptz, 'STAFF', ${user}::int, ${cause}, ${slotId}::bigint, ${outOfOrder}, ${`{${photos.join(',')}}`}::uuid[],
        case when w.undone then 'UNDONE' end
      from (select exists (select from voids v where v.company_id = ${company} and v.operation_id = ${id}::uuid) as undone) w
      returning status = 'OPEN' as "isOpen"`,
  )
  return row?.isOpen ?? false
}

/** Whether a slot is or was in the machine. A slot that was deleted meanwhile keeps its number. */
export async function isSlotOf(db: Db, company: CompanyId, machine: MachineId, slot: SlotId): Promise<boolean> {
  const found = await rowsOf(db, sql`select from slots s where s.company_id = ${company} and s.machine_id = ${machine} and s.id = ${slot}`)
  return found.length > 0
}

type IssueFilter = {
  from?: Moment | undefined
  until?: Moment | undefined
  types: readonly IssueType[]
  status?: IssueStatus | undefined
  source?: IssueSource | undefined
  machine?: number | undefined
  group?: number | undefined
}

const ISSUE = sql`select i.id as identifier, i.type, i.status, i.details, i.contact_details as "contactDetails",
    jsonb_build_object('id', m.id, 'name', m.name, 'active', m.deactivated_at is null) as machine,
    (extract(epoch from i.created_at) * 1000)::float8 as at,
    case when i.source = 'STAFF' then jsonb_build_object('cause', i.cause, 'outOfOrder', i.out_of_order,
      'reporter', jsonb_build_object('id', u.id, 'name', ${personName('u')}),
      'slot', case when s.id is not null then jsonb_build_object('id', s.id, 'number', s.slot_number) end,
      'isUndone', i.invalid_because is not null,
      'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', named.id, 'isHere', p.id is not null) order by named.at), '[]')
        from unnest(i.photos) with ordinality named(id, at)
        left join photos p on p.company_id = i.company_id and p.id = named.id and p.machine_id = i.machine_id and p.user_id = i.reported_by
        where p.deleted_at is null)) end as staff
  from customer_issues i join machines m on m.company_id = i.company_id and m.id = i.machine_id
    left join users u on u.company_id = i.company_id and u.id = i.reported_by
    left join slots s on s.company_id = i.company_id and s.id = i.slot_id`

type Row = Omit<Issue, 'created' | 'staff'> & { at: Moment; staff: Issue['staff'] | null }
const issueOf = ({ at, staff, ...row }: Row): Issue => ({ ...row, created: toIso(at), ...(staff ? { staff } : {}) })

/** Reports of customers and employees, newest first. */
export async function findIssues(db: Db, company: CompanyId, filter: IssueFilter, { page, size }: { page: number; size: number }) {
  const { from, until, types, status, source, machine, group } = filter
  const where = sql.join(
    [
      sql`i.company_id = ${company}`,
      ...(from === undefined ? [] : [sql`i.created_at >= ${toIso(from)}::timestamptz`]),
      ...(until === undefined ? [] : [sql`i.created_at < ${toIso(until)}::timestamptz`]),
      ...(types.length === 0 ? [] : [sql`i.type = any(${`{${types.join(',')}}`}::text[])`]),
      ...(status === undefined ? [] : [sql`i.status = ${status}`]),
      ...(source === undefined ? [] : [sql`i.source = ${source}`]),
      ...(machine === undefined ? [] : [sql`i.machine_id = ${machine}`]),
      ...(group === undefined
        ? []
        : [
            sql`exists (select from grouped_machines g where g.company_id = ${company} and g.group_id = ${group} and g.machine_id = i.machine_id)`,
          ]),
    ],
    sql` and `,
  )
  const [counted] = await rowsOf<{ total: number }>(db, sql`select count(*)::int as total from customer_issues i where ${where}`)
  const rows = await rowsOf<Row>(db, sql`${ISSUE} where ${where} order by i.created_at desc, i.id limit ${size} offset ${page * size}`)
  return { items: rows.map(issueOf), total: counted?.total ?? 0 }
}

export async function findIssue(db: Db, company: CompanyId, id: string): Promise<Issue | null> {
  const [row] = await rowsOf<Row>(db, sql`${ISSUE} where i.company_id = ${company} and i.id = ${id}::uuid`)
  return row ? issueOf(row) : null
}

/** Reads the status of an issue and locks it until the transaction ends. */
export async function lockStatus(db: Db, company: CompanyId, id: string): Promise<{ status: IssueStatus; machine: MachineId } | null> {
  const [row] = await rowsOf<{ status: IssueStatus; machine: MachineId }>(
    db,
    sql`select i.status, i.machine_id::float8 as machine from customer_issues i where i.company_id = ${company} and i.id = ${id}::uuid for update`,
  )
  return row ?? null
}

export const writeStatus = (db: Db, company: CompanyId, id: string, status: IssueStatus) =>
  db.execute(
    sql`update customer_issues i set status = ${status}, invalid_because = null where i.company_id = ${company} and i.id = ${id}::uuid`,
  )
