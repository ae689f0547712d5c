import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { v5 as uuidFrom } from 'uuid'
import type { CheckedOf } from '#contract/endpoint.ts'
import type { ImportPreview } from '#contract/import-preview.ts'
import * as contract from '#contract/imports.ts'
import { isUnderWay, PART_BYTES } from '#domain/imports.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { companyWays, isTooMany, roomForMachines } from '../../db/company-settings.ts'
import { readSheet, type Sheets, SMALL, type Table } from '../../files/read-table.ts'
import { TooBusy } from '../../http/load-shedding.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext, Principal, RequestContext } from '../../http/request-context.ts'
import { keyOf, withIdempotency } from '../../idempotency/idempotency.ts'
import { wakeJobs } from '../../jobs/jobs.store.ts'
import { createPace } from '../../yielding.ts'
import { importFile, ROWS_AT_ONCE } from './import-file.ts'
import { insertImport } from './import-list.store.ts'
import type { ImportSource, InDb } from './import-source.ts'
import { rememberReading } from './last-readings.ts'
import type { Lines } from './lines.ts'
import { rememberMapping } from './mappings.store.ts'
import { type Outcome, refusedRows } from './outcome.ts'
import { previewOf } from './preview.ts'
import { publishImport } from './publish-import.ts'
import { type Reading, readingOf } from './reading.ts'
import { changeState, claimUpload, findStatus, lockImport, type Task, writePart } from './uploads.store.ts'
import { workOn } from './work.ts'

type Input = CheckedOf<typeof contract.importTable>
type ImportRequest = Omit<RequestContext, 'db'>
type Previewed = { reading: Reading; outcome: Outcome }

/** About a millisecond of work. */
const ROWS_PER_TURN = 50

/** Batches of rows in memory; other requests are handled between batches. */
export const linesOf =
  (table: Table): Lines =>
  async (take) => {
    for (let at = 0; at < table.length; at += ROWS_PER_TURN) {
      if ((await take(table.slice(at, at + ROWS_PER_TURN), at / table.length)) === false) break
      await new Promise((next) => setImmediate(next))
    }
    return null
  }

const unread = (why: string) => refuse('IMPORT_UNREADABLE', { detail: why, details: { why } })

/** Previews a file sent in one request, and imports it if confirmed. */
export async function importInOneCall(ctx: AppContext, input: Input, caller: ImportRequest): Promise<ImportPreview | Refusal> {
  const { principal } = caller
  const { kind, content, confirm, name, ...choices } = input.body
  const read = await readSheet(Buffer.from(content, 'base64'), SMALL, choices.sheet, choices.allSheets)
  if ('unreadable' in read) return unread(read.unreadable)
  const { table, sheets } = read
  const inDb: InDb = (work) => ctx.database.withTenant(principal.companyId, work)
  const ways = await inDb((db) => companyWays(db, principal.companyId))
  const brought: ImportSource = {
    kind,
    lines: linesOf(table),
    sheets: () => sheets,
    fileName: name ?? '',
    choices,
    company: principal.companyId,
    importId: randomUUID(),
    now: ctx.now(),
    ways,
    inDb,
    pace: createPace(ctx.isServing),
    database: ctx.database.kind,
  }
  const looked = await previewFile(brought)
  if (!confirm) return looked instanceof Refusal ? looked : previewOf(kind, looked.reading, looked.outcome, { done: false, importId: null })
  const file = { name: name ?? '', size: Math.floor((content.length * 3) / 4), content, table, sheets }
  if (!(looked instanceof Refusal) && looked.outcome.rows > ROWS_AT_ONCE) return importInSteps(ctx, input, caller, brought, looked, file)
  return inDb((db) =>
    withIdempotency(contract.importTable, input, { ...caller, db }, async () =>
      looked instanceof Refusal
        ? looked
        : // Without pauses, because the transaction blocks requests.
          importInOneTransaction(db, principal, { ...brought, inDb: (work) => work(db), pace: createPace() }, looked, file),
    ),
  )
}

/** Reads a file and counts new, known and invalid rows. */
async function previewFile(brought: ImportSource): Promise<Previewed | Refusal> {
  const reading = await readingOf(brought)
  if ('unreadable' in reading) return unread(reading.unreadable)
  const outcome = await importFile(brought, reading, { write: false })
  return 'unreadable' in outcome ? unread(outcome.unreadable) : { reading, outcome }
}

/** The refusal for a file with invalid rows that are not to be skipped, or without records; null otherwise. */
function refuseImport({ choices }: ImportSource, { reading, outcome: { counts, problems } }: Previewed): Refusal | null {
  if ((counts.refused === 0 || choices.leaveOut) && counts.new + counts.known > 0 && reading.understanding.holds !== 'SETTLEMENT')
    return null
  return refuse('IMPORT_INVALID', { detail: refusedRows(counts), details: { problems: problems.slice(0, 100) } })
}

/** Whether the machines of the file exceed the company's plan. */
async function beyondPlan(db: Db, { kind, company }: ImportSource, { outcome: { counts } }: Previewed): Promise<Refusal | null> {
  const machines = counts.machines + (kind === 'MACHINES' ? counts.new : 0)
  const room = machines > 0 ? await roomForMachines(db, company, { forMore: true }) : null
  return room && isTooMany(room, machines) ? refuse('PLAN_LIMIT', { details: room }) : null
}

type File = { name: string; size: number; content: string; table: Table; sheets: Sheets | null }

/** Imports a short previewed file in one transaction: all rows, or the valid ones if requested. */
async function importInOneTransaction(
  db: Db,
  principal: Principal,
  brought: ImportSource,
  looked: Previewed,
  { name, size }: File,
): Promise<ImportPreview | Refusal> {
  const { kind, choices, company, importId, now } = brought
  const { reading } = looked
  const refused = refuseImport(brought, looked) ?? (await beyondPlan(db, brought, looked))
  if (refused) return refused
  await insertImport(db, { company, id: importId, user: principal.userId, kind, name, size, state: 'DONE', now })
  await rememberMapping(
    db,
    { company, kind, importId },
    { heads: reading.mappingKey, mapping: reading.understanding.mapping, name: choices.saveAs ?? null },
    now,
  )
  const taken = await importFile(brought, reading, { write: true })
  if ('unreadable' in taken) return unread(taken.unreadable)
  // The company's data may have changed since the preview.
  const changed = refuseImport(brought, { reading, outcome: taken })
  if (changed) return changed
  await publishImport(db, principal, { kind, importId, outcome: taken, now })
  return previewOf(kind, reading, taken, { done: true, importId })
}

const NAMESPACE = '7a1f5f0e-8f0c-4f7e-9d0b-6f5f8f0b2a11'

/**
 * Imports a longer file in steps of one transaction each, so that other requests are handled in between. The file is stored until the end,
 * so that the job can continue after a crash. A retry with the same idempotency key returns the same import.
 */
async function importInSteps(
  ctx: AppContext,
  input: Input,
  caller: ImportRequest,
  brought: ImportSource,
  looked: Previewed,
  file: File,
): Promise<ImportPreview | Refusal> {
  const { company, inDb } = brought
  const key = keyOf(caller.request)
  if (key instanceof Refusal) return key
  const id = key === undefined ? brought.importId : uuidFrom(`${company}|${caller.principal.userId}|${key}`, NAMESPACE)
  rememberReading({ ...brought, importId: id }, looked.reading)
  const task = await inDb((db) => begin(db, ctx, caller.principal, { ...brought, importId: id }, looked, file))
  if (task instanceof Refusal) return task
  if (task)
    await workOn(ctx, task, {
      lines: async (take, { onSheets }) => {
        if (file.sheets) onSheets(file.sheets)
        return linesOf(file.table)(take)
      },
    })
  const status = await ended(inDb, company, id)
  if (!status?.preview || !['DONE', 'UNDOING', 'UNDONE'].includes(status.state)) return unread(status?.why ?? 'FAILED')
  const { preview } = status
  return inDb((db) => withIdempotency(contract.importTable, input, { ...caller, db }, async () => preview))
}

/**
 * Stores the file and starts its import. Returns null if the same request has already started it, or another import of the company is
 * running.
 */
async function begin(
  db: Db,
  ctx: AppContext,
  principal: Principal,
  brought: ImportSource,
  looked: Previewed,
  { name, size, content }: File,
): Promise<Task | Refusal | null> {
  const { kind, choices, company, importId: id, now } = brought
  const before = await lockImport(db, company, id)
  if (before) return before.size === size ? null : refuse('IDEMPOTENCY_KEY_REUSED')
  const refused = refuseImport(brought, looked) ?? (await beyondPlan(db, brought, looked))
  if (refused) return refused
  await insertImport(db, { company, id, user: principal.userId, kind, name, size, state: 'RUNNING', now })
  await changeState(db, company, id, { state: 'RUNNING', choices: { ...choices, mapping: looked.reading.understanding.mapping } }, now)
  const partLength = Math.floor(PART_BYTES / 3) * 4
  for (let at = 0; at < content.length; at += partLength)
    await writePart(db, company, id, at / partLength + 1, content.slice(at, at + partLength))
  const task = await claimUpload(db, ctx.database, company, id, now)
  if (!task) await wakeJobs(db)
  return task
}

const POLL_INTERVAL = SECOND / 4
const QUEUE_TIMEOUT_MS = MINUTE / 2

/** The import once no process works on it. An earlier request may still be running it. */
async function ended(inDb: InDb, company: number, id: string) {
  for (let waited = 0; ; waited += POLL_INTERVAL) {
    const status = await inDb((db) => findStatus(db, company, id))
    if (!status || !isUnderWay(status.state) || status.state === 'UNDOING') return status
    if (waited >= QUEUE_TIMEOUT_MS) throw new TooBusy()
    await pause(POLL_INTERVAL)
  }
}
