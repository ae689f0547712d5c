import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { LIKE_EVERYONE, PersonPlanning, type PlannedPerson } from '#contract/planning-people.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type Db, rowsOf } from '../../../db/client.ts'
import { inNameOrder } from '../../../db/sql-fragments.ts'

const NAME = sql`trim(u.first_name || ' ' || u.last_name)`

/** Stored settings of a person. What a later version added has its usual value. */
export function personPlanning(stored: unknown): PersonPlanning {
  const read = v.safeParse(PersonPlanning, { ...LIKE_EVERYONE, ...(stored as object | null) })
  return read.success ? read.output : LIKE_EVERYONE
}

type Row = { id: UserId; name: string; settings: unknown }
const plannedPerson = ({ id, name, settings }: Row): PlannedPerson => ({ user: { id, name }, planning: personPlanning(settings) })

/** People with machines, and those with settings of their own, by name. */
export async function plannedPeople(db: Db, company: CompanyId): Promise<PlannedPerson[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`select u.id, ${NAME} as name, p.settings from users u
      left join planning_people p on p.company_id = u.company_id and p.user_id = u.id
      where u.company_id = ${company} and u.enabled and (p.user_id is not null or exists (
        select 1 from assignments a where a.company_id = u.company_id and a.user_id = u.id and a.revoked_at is null))
      order by ${inNameOrder(NAME)}, u.id`,
  )
  return rows.map(plannedPerson)
}

/** Also of a user without machines; null if there is no such user. */
export async function findPlannedPerson(db: Db, company: CompanyId, user: UserId): Promise<PlannedPerson | null> {
  const [row] = await rowsOf<Row>(
    db,
    sql`select u.id, ${NAME} as name, p.settings from users u
      left join planning_people p on p.company_id = u.company_id and p.user_id = u.id
      where u.company_id = ${company} and u.id = ${user}::bigint and u.enabled`,
  )
  return row ? plannedPerson(row) : null
}

export const writePersonPlanning = (db: Db, company: CompanyId, user: UserId, settings: PersonPlanning) =>
  db.execute(sql`insert into planning_people (company_id, user_id, settings) values (${company}, ${user}, ${JSON.stringify(settings)}::jsonb)
    on conflict (company_id, user_id) do update set settings = excluded.settings`)
