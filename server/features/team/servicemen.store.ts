import { sql } from 'drizzle-orm'
import type { Serviceman } from '#contract/team.ts'
import type { CompanyId, MachineId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { arrayOf, type Db, rowsOf } from '../../db/client.ts'
import { isFoundIn } from '../../db/search.ts'

const SERVICEMAN = sql`u.id as "userId", trim(u.first_name || ' ' || u.last_name) as name, u.phone_number as "phoneNumber"`
const BY_NAME = sql`order by lower(u.first_name || ' ' || u.last_name), u.id`

/** Managers see every machine; only employees need assignments. */
const SERVES = sql`u.enabled and u.company_role = 'ROLE_EMPLOYEE'`

export async function findServicemen(
  db: Db,
  company: CompanyId,
  { query, page, size }: { query: string; page: number; size: number },
): Promise<{ servicemen: Serviceman[]; total: number }> {
  const where = sql`u.company_id = ${company} and ${SERVES} and ${isFoundIn(query, sql`u.first_name`, sql`u.last_name`)}`
  const [counted] = await rowsOf<{ total: number }>(db, sql`select count(*)::int as total from users u where ${where}`)
  const servicemen = await rowsOf<Serviceman>(
    db,
    sql`select ${SERVICEMAN} from users u where ${where} ${BY_NAME} limit ${size} offset ${page * size}`,
  )
  return { servicemen, total: counted?.total ?? 0 }
}

export const servicemenOf = (db: Db, company: CompanyId, machine: MachineId): Promise<Serviceman[]> =>
  rowsOf<Serviceman>(
    db,
    sql`select ${SERVICEMAN} from assignments a join users u on u.company_id = a.company_id and u.id = a.user_id
      where a.company_id = ${company} and a.machine_id = ${machine} and a.revoked_at is null and ${SERVES} ${BY_NAME}`,
  )

/** `serves`: machines can be assigned to this user. Null if the company has no user with this id. */
export async function findPerson(db: Db, company: CompanyId, id: UserId): Promise<{ serves: boolean } | null> {
  const [row] = await rowsOf<{ serves: boolean }>(
    db,
    sql`select ${SERVES} as serves from users u where u.company_id = ${company} and u.id = ${id}`,
  )
  return row ?? null
}

type Changed = { id: MachineId }

/** Returns the machines that were not assigned before. */
export const give = (db: Db, company: CompanyId, machines: readonly MachineId[], user: UserId, at: Moment): Promise<Changed[]> =>
  rowsOf<Changed>(
    db,
    sql`insert into assignments as a (company_id, machine_id, user_id, assigned_at)
      select ${company}, m.id, ${user}, ${toIso(at)}::timestamptz from unnest(${arrayOf(machines)}::bigint[]) m(id)
      on conflict (company_id, machine_id, user_id) do update set assigned_at = excluded.assigned_at, revoked_at = null
      where a.revoked_at is not null returning a.machine_id::float8 as id`,
  )

/** Returns the machines that were assigned. */
export const takeAway = (db: Db, company: CompanyId, machines: readonly MachineId[], user: UserId, at: Moment): Promise<Changed[]> =>
  rowsOf<Changed>(
    db,
    sql`update assignments a set revoked_at = ${toIso(at)}
      where a.company_id = ${company} and a.machine_id = any(${arrayOf(machines)}::bigint[]) and a.user_id = ${user}
        and a.revoked_at is null returning a.machine_id::float8 as id`,
  )
