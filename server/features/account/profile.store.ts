import { sql } from 'drizzle-orm'
import type { AccountSettings } from '#contract/profile.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { TERMS_VERSION } from '#domain/terms.ts'
import { type Db, rowsOf } from '../../db/client.ts'

type UserKey = { companyId: CompanyId; userId: UserId }

/** Excludes branches, because they are in other companies. */
export async function settingsOf(db: Db, { companyId, userId }: UserKey): Promise<Omit<AccountSettings, 'branches'>> {
  const [row] = await rowsOf<Omit<AccountSettings, 'branches' | 'setupStepsHidden'> & { setupStepsHidden: boolean | null }>(
    db,
    sql`select c.name, coalesce(c.tos_version = ${TERMS_VERSION}, false) as "tosAccepted", u.weekly_emails as "weeklyEmails",
        u.system_updates as "systemUpdates", u.setup_steps_hidden as "setupStepsHidden"
      from users u join companies c on c.id = u.company_id where u.company_id = ${companyId} and u.id = ${userId}`,
  )
  if (!row) throw new Error('the user of this session was not found')
  const { setupStepsHidden, ...settings } = row
  return { ...settings, ...(setupStepsHidden === null ? {} : { setupStepsHidden }) }
}

export const writeMailSettings = (
  db: Db,
  { companyId, userId }: UserKey,
  {
    weeklyEmails,
    systemUpdates,
    setupStepsHidden,
  }: { weeklyEmails?: boolean | undefined; systemUpdates?: boolean | undefined; setupStepsHidden?: boolean | undefined },
) =>
  db.execute(sql`
    update users u set weekly_emails = coalesce(${weeklyEmails ?? null}::boolean, u.weekly_emails),
      system_updates = coalesce(${systemUpdates ?? null}::boolean, u.system_updates),
      setup_steps_hidden = coalesce(${setupStepsHidden ?? null}::boolean, u.setup_steps_hidden)
    where u.company_id = ${companyId} and u.id = ${userId}`)

/** Returns false if the company had already accepted this version. */
export async function writeTerms(db: Db, company: CompanyId, version: string): Promise<boolean> {
  const changed = await rowsOf(
    db,
    sql`update companies c set tos_version = ${version} where c.id = ${company} and c.tos_version is distinct from ${version} returning c.id`,
  )
  return changed.length > 0
}

type Written = { firstName: string; lastName: string; phoneNumber: string | null }
type Self = Written & { login: string; email: string | null; passwordHash: string }

/** Reads the current user and locks the row until the transaction ends. */
export async function lockSelf(db: Db, { companyId, userId }: UserKey): Promise<Self> {
  const [row] = await rowsOf<Self>(
    db,
    sql`select u.login, u.email, u.first_name as "firstName", u.last_name as "lastName", u.phone_number as "phoneNumber",
        u.password_hash as "passwordHash"
      from users u where u.company_id = ${companyId} and u.id = ${userId} for update`,
  )
  if (!row) throw new Error('the user of this session was not found')
  return row
}

export const writeSelf = (db: Db, { companyId, userId }: UserKey, { firstName, lastName, phoneNumber }: Written, passwordHash: string) =>
  db.execute(sql`
    update users u set first_name = ${firstName}, last_name = ${lastName}, phone_number = ${phoneNumber}, password_hash = ${passwordHash}
    where u.company_id = ${companyId} and u.id = ${userId}`)
