import { randomInt } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../db/client.ts'
import type { AppContext } from '../http/request-context.ts'
import type { Settings } from '../settings.ts'
import { DEMO_COMPANIES } from './people.ts'

type DataFolder = Pick<Settings, 'dataDir' | 'demoPassword'>

const fileOf = ({ dataDir }: DataFolder) => join(dataDir, 'demo-password')

/** The password of all demo sign-ins: the configured one, else the generated one; null if there is none yet. */
async function demoPassword(settings: DataFolder): Promise<string | null> {
  if (settings.demoPassword !== undefined) return settings.demoPassword
  return (await readFile(fileOf(settings), 'utf8').catch(() => '')).trim() || null
}

/** The same, generated if there is none yet. It is public on the login page of a demo, but differs between installations. */
export async function storedDemoPassword(settings: DataFolder): Promise<string> {
  const known = await demoPassword(settings)
  if (known !== null) return known
  const made = Array.from({ length: 4 }, () => syllable() + syllable()).join('-')
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 })
  await writeFile(fileOf(settings), `${made}\n`, { mode: 0o600 })
  // The mode above applies to new files only.
  await chmod(fileOf(settings), 0o600)
  return made
}

/** Letters that cannot be confused when spoken or typed with gloves: 50 bits in eight syllables. */
const syllable = () => letterOf('bdfghjkmnprstvwz') + letterOf('aeiou')
const letterOf = (letters: string) => letters[randomInt(letters.length)] ?? ''

type DemoLogin = { login: string; role: string; company: string }

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
