import { sql } from 'drizzle-orm'
import type { Serviceman } from '#contract/team.ts'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { SERVES } from '../../assignments/assignments.store.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { isFoundIn } from '../../db/search.ts'
import { inNameOrder } from '../../db/sql-fragments.ts'

const SERVICEMAN = sql`u.id as "userId", trim(u.first_name || ' ' || u.last_name) as name, u.phone_number as "phoneNumber"`
const BY_NAME = sql`order by ${inNameOrder(sql`u.first_name || ' ' || u.last_name`)}, u.id`

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
