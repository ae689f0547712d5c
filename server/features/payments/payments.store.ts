import { sql } from 'drizzle-orm'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'

export type Provider = 'BLIK' | 'PEP'

/** The encrypted credentials, locked until the transaction ends if they are to be changed. */
export async function sealedCredentials(db: Db, company: CompanyId, provider: Provider, { toChange = false } = {}): Promise<string | null> {
  const [row] = await rowsOf<{ sealed: string }>(
    db,
    sql`select c.sealed from payment_credentials c where c.company_id = ${company} and c.provider = ${provider} ${toChange ? sql`for update` : sql``}`,
  )
  return row?.sealed ?? null
}

export const writeCredentials = (db: Db, company: CompanyId, provider: Provider, sealed: string, by: { user: UserId; at: Moment }) =>
  db.execute(sql`
    insert into payment_credentials (company_id, provider, sealed, changed_at, changed_by)
    values (${company}, ${provider}, ${sealed}, ${toIso(by.at)}::timestamptz, ${by.user})
    on conflict (company_id, provider) do update
      set sealed = excluded.sealed, changed_at = excluded.changed_at, changed_by = excluded.changed_by`)

export async function companyName(db: Db, company: CompanyId): Promise<string> {
  const [row] = await rowsOf<{ name: string }>(db, sql`select c.name from companies c where c.id = ${company}`)
  return row?.name ?? ''
}

export async function terminalsInMachines(db: Db, company: CompanyId): Promise<string[]> {
  const rows = await rowsOf<{ imei: string }>(
    db,
    sql`select d.imei from devices d
      where d.company_id = ${company} and d.vendor in ('PEP', 'VENDPAY') and d.machine_id is not null order by d.imei`,
  )
  return rows.map(({ imei }) => imei)
}
