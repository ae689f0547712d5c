import { sql } from 'drizzle-orm'
import type { IssueType } from '#contract/issues.ts'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../database/database.ts'

/** The machine in service that a sticker is on, whosever it is: its token is all that a customer has. */
export async function machineOnSticker(db: Db, token: string): Promise<{ company: CompanyId; machine: MachineId; name: string } | null> {
  const [row] = await rowsOf<{ company: CompanyId; machine: MachineId; name: string }>(
    db,
    sql`select m.company_id as company, m.id::float8 as machine, m.name from machines m where m.token = ${token} and m.deactivated_at is null`,
  )
  return row ?? null
}

export type NewIssue = { id: string; machine: MachineId; type: IssueType; details: string; contactDetails: string }

/** False where it was reported before. */
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
