import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'

/** Returns false if the announcement was already sent or another process is sending it. */
export async function takeAnnouncement(db: Db, day: string, now: Moment): Promise<boolean> {
  const taken = await rowsOf(
    db,
    sql`insert into announcements (day, told_at) values (${day}::date, ${toIso(now)}::timestamptz) on conflict do nothing returning day`,
  )
  return taken.length > 0
}

type Curious = { company: CompanyId; locale: string; email: string; firstName: string }

/** Users of all companies who subscribed to announcements and can receive mail. */
export const curiousPeople = (db: Db): Promise<Curious[]> =>
  rowsOf<Curious>(
    db,
    sql`select c.id as company, c.locale, u.email, u.first_name as "firstName" from users u join companies c on c.id = u.company_id
      where u.system_updates and u.enabled and u.email is not null order by c.id, u.id`,
  )
