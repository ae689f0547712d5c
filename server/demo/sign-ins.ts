import { sql } from 'drizzle-orm'
import { rowsOf } from '../db/client.ts'
import type { AppContext } from '../http/request-context.ts'
import type { Settings } from '../settings.ts'
import { demoPassword } from './password.ts'
import { DEMO_COMPANIES } from './people.ts'

export type DemoLogin = { login: string; role: string; company: string }

/** Whether this server shows an existing demo; `undefined` means outside of production only. */
export const offersDemo = ({ demo, production }: Settings): boolean => demo ?? !production

/** The demo sign-ins and their password; null if this server offers none or its database contains none. */
export async function demoSignIns({
  database,
  settings,
}: Pick<AppContext, 'database' | 'settings'>): Promise<{ password: string; logins: DemoLogin[] } | null> {
  if (!offersDemo(settings)) return null
  const password = await demoPassword(settings)
  if (password === null) return null
  // Branches are accessed from their head office.
  const known = DEMO_COMPANIES.filter(({ headOffice }) => headOffice === undefined).flatMap(({ users }) => users.map(({ login }) => login))
  const logins = await database.asSystem((db) =>
    rowsOf<DemoLogin>(
      db,
      sql`select u.login, coalesce(u.authorities[1], u.company_role) as role, c.name as company
        from users u join companies c on c.id = u.company_id
        where c.demo = 1 and u.enabled and u.login = any(${`{${known.join(',')}}`}::text[]) order by u.company_id, u.id`,
    ),
  )
  return logins.length > 0 ? { password, logins } : null
}
