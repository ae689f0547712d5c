import { sql } from 'drizzle-orm'
import { likelyKind } from '#domain/imports/likely-kind.ts'
import type { ImportKind } from '#domain/imports.ts'
import { SECOND } from '#domain/time.ts'
import { isDatabaseUnavailable, isTemporary } from '../../db/client.ts'
import { companyWays } from '../../db/company-settings.ts'
import { publishEvents } from '../../events/events.store.ts'
import type { Line, Sheets, Unreadable } from '../../files/read-table.ts'
import type { AppContext } from '../../http/request-context.ts'
import { freeLease } from '../../queue/lease.ts'
import { createPace } from '../../yielding.ts'
import { importFile } from './import-file.ts'
import type { ImportSource, InDb } from './import-source.ts'
import { claimReading, rememberReading } from './last-readings.ts'
import type { Lines } from './lines.ts'
import { rememberMapping } from './mappings.store.ts'
import { previewOf } from './preview.ts'
import { publishImport } from './publish-import.ts'
import { readingOf } from './reading.ts'
import { beginRemoval, MAX_SALES, removeStep, SHARED_SALES } from './remove-import.ts'
import { beat, changeState, deleteParts, noteCreated, setKind, type Task } from './uploads.store.ts'

/** Thrown if an import was cancelled or claimed by another process while it was processed. */
class Lost extends Error {}

/** Share of progress for reading the file. The second pass counts or imports its rows and takes most of the time. */
const READING_SHARE = 0.3
/** Interval of progress reports while rows are only read. */
const BEAT_EVERY = 2 * SECOND

/** Passes the rows of the file from its start. */
export type FileLines = (
  take: (lines: Line[], progress: number) => Promise<boolean | undefined>,
  more: { sheet: string | undefined; all: boolean; onSheets(sheets: Sheets): void },
) => Promise<Unreadable | null>

type File = { lines: FileLines; prepare?(): Promise<void> }

/** Processes an import according to its state, in steps of one transaction each: reads it, books it, or removes its data. */
export async function workOn(ctx: AppContext, task: Task, file: File): Promise<void> {
  const { companyId, id, state, userId } = task
  try {
    if (state === 'CANCELLING' || state === 'UNDOING') await remove(ctx, task, state)
    else await readOrBook(ctx, task, file)
  } catch (error) {
    if (error instanceof Lost) return
    // Resumed as soon as the database is back.
    if (isDatabaseUnavailable(error)) freeLease(task.holder)
    // Otherwise it is resumed once its lease has expired, like a removal.
    if (isTemporary(error)) throw error
    ctx.log.error({ err: error, import: id }, 'import failed')
    ctx.report?.(error, 'import')
    // A removal is resumed once its lease has expired.
    if (state === 'READING' || state === 'RUNNING') await fail(ctx, task, 'FAILED')
  } finally {
    // Refreshes the state on open screens of the manager who started it.
    const ended = { activity: 'FILE_ENDED', machineId: null, changed: [], at: ctx.now(), to: userId } as const
    await ctx.database.withTenant(companyId, (db) => publishEvents(db, companyId, [ended], ctx.now()))
  }
}

async function remove(ctx: AppContext, task: Task, state: 'CANCELLING' | 'UNDOING'): Promise<void> {
  const { companyId, id, why } = task
  const pace = createPace(ctx.isServing)
  const step = async () => {
    await pace.pause()
    return ctx.database.withTenant(companyId, async (db) => {
      if (!(await beat(db, task, null, ctx.now()))) throw new Lost()
      return removeStep(db, { companyId, id, state, why }, ctx.now(), pace.isShared() ? SHARED_SALES : MAX_SALES)
    })
  }
  while (await step());
}

async function readOrBook(ctx: AppContext, task: Task, { lines: linesOf, prepare }: File): Promise<void> {
  const { companyId, id, choices, userId, state } = task
  const now = ctx.now()
  const isBooked = state === 'RUNNING'
  let sheets: Sheets | null = null
  let pass = { from: 0, share: READING_SHARE }
  let progress = 0
  let beatAt = performance.now()
  // Each transaction locks the import first, so that nothing is added after it was cancelled.
  const inDb: InDb = (of) =>
    ctx.database.withTenant(companyId, async (db) => {
      beatAt = performance.now()
      if (!(await beat(db, task, progress, ctx.now()))) throw new Lost()
      return of(db)
    })
  // A step does not wait for the disk: the last transaction does, which makes all earlier ones durable. If the database crashes before it,
  // the import resumes and adds what is missing. See https://www.postgresql.org/docs/current/wal-async-commit.html
  const inStep: InDb = (of) =>
    inDb(async (db) => {
      await db.execute(sql`set local synchronous_commit = off`)
      return of(db)
    })
  const lines: Lines = async (take) => {
    const noteSheets = (of: Sheets) => {
      sheets = of
    }
    return linesOf(
      async (batch, done) => {
        progress = pass.from + pass.share * Math.min(1, done)
        if (performance.now() - beatAt > BEAT_EVERY) await inStep(async () => {})
        return take(batch, done)
      },
      { sheet: choices.sheet, all: choices.allSheets ?? false, onSheets: noteSheets },
    )
  }
  const begun = isBooked && task.wasBegun ? (task.created ?? { machines: [], products: [], slots: [], idHead: null }) : undefined
  await prepare?.()
  const kind = isBooked ? task.kind : await kindOf(task, lines)
  const ways = await inDb(async (db) => {
    if (kind !== task.kind) await setKind(db, companyId, id, kind)
    return companyWays(db, companyId)
  })
  const brought: ImportSource = {
    kind,
    lines,
    sheets: () => sheets,
    fileName: task.name,
    choices,
    company: companyId,
    importId: id,
    now,
    ways,
    inDb: inStep,
    pace: createPace(ctx.isServing),
    database: ctx.database.kind,
    noteCreated: (db, created) => noteCreated(db, task, created),
    ...(begun ? { begun } : {}),
  }
  const previewed = isBooked && !begun ? claimReading(brought) : null
  const reading = previewed ?? (await readingOf(brought))
  if ('unreadable' in reading) return fail(ctx, task, reading.unreadable)
  if (!isBooked) rememberReading(brought, reading)
  pass = previewed ? { from: 0, share: 1 } : { from: READING_SHARE, share: 1 - READING_SHARE }
  const outcome = await importFile(brought, reading, { write: isBooked })
  if ('unreadable' in outcome) return fail(ctx, task, outcome.unreadable)
  const preview = previewOf(kind, reading, outcome, { done: isBooked, importId: id })
  await inDb(async (db) => {
    await changeState(db, companyId, id, { state: isBooked ? 'DONE' : 'READY', preview }, ctx.now())
    if (!isBooked) return
    await rememberMapping(
      db,
      { company: companyId, kind, importId: id },
      { heads: reading.mappingKey, mapping: reading.understanding.mapping, name: choices.saveAs ?? null },
      now,
    )
    await publishImport(db, { companyId, userId }, { kind, importId: id, outcome, now: ctx.now() })
    await deleteParts(db, companyId, id)
  })
}

/** Enough rows to tell what a file contains. */
const BEGINNING = 230

/** The kind of an import, by its first rows if none was chosen. */
async function kindOf({ kind, choices }: Task, lines: Lines): Promise<ImportKind> {
  if (kind !== 'MACHINES' || !choices.anyKind) return kind
  const beginning: Line[] = []
  await lines(async (batch) => {
    beginning.push(...batch)
    return beginning.length < BEGINNING
  })
  return likelyKind(beginning) ?? kind
}

/** Ends an import that cannot continue: removes its data and stores the file for a retry with other choices. */
async function fail(ctx: AppContext, task: Task, why: string): Promise<void> {
  const { companyId, id, state } = task
  const now = ctx.now()
  await ctx.database.withTenant(companyId, async (db) => {
    if (!(await beat(db, task, null, now))) return
    if (state === 'READING') await changeState(db, companyId, id, { state: 'FAILED', why }, now)
    else await beginRemoval(db, { companyId, id, state: 'CANCELLING', why }, now)
  })
}
