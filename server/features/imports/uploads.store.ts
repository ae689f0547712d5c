import { type SQL, sql } from 'drizzle-orm'
import type { ImportPreview } from '#contract/import-preview.ts'
import type { ImportChoices, ImportStatus } from '#contract/imports.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type ImportKind, type ImportState, isUnderWay, type WorkState } from '#domain/imports.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { type Database, type Db, rowsOf } from '../../db/client.ts'
import { isFree, newHolder } from '../../queue/lease.ts'
import { type ImportRow, importColumns, shownImport } from './import-list.store.ts'
import type { Created } from './outcome.ts'

/** A company has at most this many uploaded files that are not imported yet. */
const MAX_UNFINISHED = 3
/** An uploaded file that is not imported is deleted after this time. */
const UPLOAD_RETENTION = DAY

const at = (now: Moment) => sql`${toIso(now)}::timestamptz`
const one = (company: CompanyId, id: string) => sql`i.company_id = ${company} and i.id = ${id}::uuid`

type StatusRow = ImportRow & { progress: number; why: string | null; choices: ImportChoices | null; preview: ImportPreview | null }

export async function findStatus(db: Db, company: CompanyId, id: string): Promise<ImportStatus | null> {
  const [row] = await rowsOf<StatusRow>(
    db,
    sql`select ${importColumns}, i.progress, i.why, i.choices, i.preview
      from imports i left join users u on u.company_id = i.company_id and u.id = i.user_id where ${one(company, id)}`,
  )
  return row ? { ...shownImport(row), progress: row.progress, why: row.why, choices: row.choices ?? {}, preview: row.preview } : null
}

/** Locks an import until the end of the transaction. */
export async function lockImport(
  db: Db,
  company: CompanyId,
  id: string,
): Promise<{ state: ImportState; kind: ImportKind; size: number; preview: ImportPreview | null; choices: ImportChoices | null } | null> {
  const [row] = await rowsOf<{
    state: ImportState
    kind: ImportKind
    size: number
    preview: ImportPreview | null
    choices: ImportChoices | null
  }>(db, sql`select i.state, i.kind, i.size::float8 as size, i.preview, i.choices from imports i where ${one(company, id)} for update`)
  return row ?? null
}

/** Cancels the oldest unfinished imports to make room for a new one. Imports being processed stay. */
export async function makeRoom(db: Db, company: CompanyId, now: Moment): Promise<void> {
  await db.execute(sql`
    with old as (
      select id from imports where company_id = ${company} and state in ('UPLOADING', 'READY') order by asked_at desc offset ${MAX_UNFINISHED - 1}),
    gone as (delete from import_parts p using old where p.company_id = ${company} and p.import_id = old.id)
    update imports i set state = 'CANCELLED', ended_at = ${at(now)} from old where i.company_id = ${company} and i.id = old.id`)
}

export const writePart = (db: Db, company: CompanyId, id: string, part: number, base64: string) =>
  db.execute(sql`
    insert into import_parts (company_id, import_id, part, content) values (${company}, ${id}::uuid, ${part}, decode(${base64}, 'base64'))
    on conflict (company_id, import_id, part) do update set content = excluded.content`)

export async function uploadedBytes(db: Db, company: CompanyId, id: string): Promise<number> {
  const [row] = await rowsOf<{ bytes: number }>(
    db,
    sql`select coalesce(sum(octet_length(p.content)), 0)::float8 as bytes from import_parts p where p.company_id = ${company} and p.import_id = ${id}::uuid`,
  )
  return row?.bytes ?? 0
}

export async function partOf(db: Db, company: CompanyId, id: string, part: number): Promise<Buffer | null> {
  const [row] = await rowsOf<{ content: string }>(
    db,
    sql`select encode(p.content, 'base64') as content from import_parts p
      where p.company_id = ${company} and p.import_id = ${id}::uuid and p.part = ${part}`,
  )
  return row ? Buffer.from(row.content, 'base64') : null
}

export const deleteParts = (db: Db, company: CompanyId, id: string) =>
  db.execute(sql`delete from import_parts p where p.company_id = ${company} and p.import_id = ${id}::uuid`)

type Change = { state: ImportState; choices?: ImportChoices; preview?: ImportPreview; why?: string | null }

/** Moves an import to a state and resets its progress and lease. */
export const changeState = (db: Db, company: CompanyId, id: string, { state, choices, preview, why = null }: Change, now: Moment) =>
  db.execute(sql`
    update imports i set state = ${state}, progress = 0, beat_at = null, holder = null, why = ${why},
      choices = coalesce(${choices ? JSON.stringify(choices) : null}::jsonb, i.choices),
      preview = coalesce(${preview ? JSON.stringify(preview) : null}::jsonb, i.preview),
      ended_at = ${isUnderWay(state) || state === 'READY' ? sql`null` : at(now)}
    where ${one(company, id)}`)

export const setKind = (db: Db, company: CompanyId, id: string, kind: ImportKind) =>
  db.execute(sql`update imports i set kind = ${kind} where ${one(company, id)}`)

/** An import to process. `wasBegun`: a process that ended has worked on it. */
export type Task = {
  companyId: CompanyId
  id: string
  userId: UserId
  kind: ImportKind
  name: string
  state: WorkState
  choices: ImportChoices
  created: Created | null
  why: string | null
  wasBegun: boolean
  holder: string
}

type TaskDatabase = Pick<Database, 'kind'>
const lease = (of: SQL) => ({ holder: sql`${of}.holder`, beat: sql`${of}.beat_at` })
const IS_WORK = sql`in ('READING', 'RUNNING', 'CANCELLING', 'UNDOING')`
const taskColumns = sql`i.company_id as "companyId", i.id, i.user_id as "userId", i.kind, i.name, i.state, i.choices, i.created, i.why, i.holder`
type TaskRow = Omit<Task, 'choices'> & { choices: ImportChoices | null }
const taskOf = (row: TaskRow | undefined): Task | null => (row ? { ...row, choices: row.choices ?? {} } : null)

/**
 * Serializes claiming across processes until the transaction ends. Otherwise two concurrent claims would not see each other, and a company
 * could have two imports running.
 */
const lockTaking = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(hashtext('imports taken'))`)

/** Whether another import of the company of `i` is running. */
const hasOther = (
  database: TaskDatabase,
  now: Moment,
) => sql`exists (select from imports o where o.company_id = i.company_id and o.id <> i.id
  and o.state ${IS_WORK} and not ${isFree(database, now, lease(sql`o`))})`

/** Claims the oldest waiting import for this process. Only one import per company runs at a time. */
export async function claimTask(db: Db, database: TaskDatabase, now: Moment): Promise<Task | null> {
  await lockTaking(db)
  const [row] = await rowsOf<TaskRow>(
    db,
    sql`with due as (
        select i.company_id, i.id, i.beat_at from imports i
        where i.state ${IS_WORK} and ${isFree(database, now, lease(sql`i`))} and not ${hasOther(database, now)}
        order by i.asked_at limit 1 for update skip locked)
      update imports i set beat_at = ${at(now)}, holder = ${newHolder(database)} from due where i.company_id = due.company_id and i.id = due.id
      returning ${taskColumns}, due.beat_at is not null as "wasBegun"`,
  )
  return taskOf(row)
}

/**
 * Claims this import in the transaction that started it. Returns null if another import of the company is running; the job claims it
 * afterwards.
 */
export async function claimUpload(db: Db, database: TaskDatabase, company: CompanyId, id: string, now: Moment): Promise<Task | null> {
  await lockTaking(db)
  const [row] = await rowsOf<TaskRow>(
    db,
    sql`update imports i set beat_at = ${at(now)}, holder = ${newHolder(database)}
      where ${one(company, id)} and i.state ${IS_WORK} and not ${hasOther(database, now)}
      returning ${taskColumns}, false as "wasBegun"`,
  )
  return taskOf(row)
}

/** Updates the progress of an import and renews its lease. Returns false if it was cancelled or another process has claimed it. */
export async function beat(db: Db, { companyId, id, state, holder }: Task, progress: number | null, now: Moment): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update imports i set progress = coalesce(${progress}::float8, i.progress), beat_at = ${at(now)}
      where ${one(companyId, id)} and i.state = ${state} and i.holder = ${holder} returning i.id`,
  )
  return rows.length > 0
}

export const noteCreated = (db: Db, { companyId, id }: Task, created: Created) =>
  db.execute(sql`update imports i set created = ${JSON.stringify(created)}::jsonb where ${one(companyId, id)}`)

/** Deletes files that were uploaded a day ago and not imported, including unreadable ones. */
export const purgeUploads = (db: Db, company: CompanyId, now: Moment) =>
  db.execute(sql`
    with old as (
      update imports i set state = 'CANCELLED', ended_at = ${at(now)}
      where i.company_id = ${company} and i.state in ('UPLOADING', 'READY') and i.asked_at < ${at(now - UPLOAD_RETENTION)} returning i.id),
    failed as (select i.id from imports i where i.company_id = ${company} and i.state = 'FAILED' and i.asked_at < ${at(now - UPLOAD_RETENTION)})
    delete from import_parts p where p.company_id = ${company} and p.import_id in (select id from old union all select id from failed)`)

export async function importCreated(db: Db, company: CompanyId, id: string): Promise<Created | null> {
  const [row] = await rowsOf<{ created: Created | null }>(db, sql`select i.created from imports i where ${one(company, id)}`)
  return row?.created ?? null
}
