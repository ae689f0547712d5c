import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR, type Moment, SECOND } from '#domain/time.ts'
import { companyIds } from '../../audit/audit.store.ts'
import { companyWays } from '../../database/company-ways.ts'
import { LARGE, type Sheets, streamTable } from '../../files/read-table.ts'
import type { House } from '../../http/caller.ts'
import { outgoing } from '../../jobs/outgoing.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import { tellLive } from '../../live/live.store.ts'
import { publish } from '../../sync/feed.ts'
import { removeImported } from './import-list.store.ts'
import { rememberMapping } from './imports.store.ts'
import { previewOf } from './preview.ts'
import { publishImport } from './publish-import.ts'
import { type Brought, type InDb, type Lines, readingOf } from './reading.ts'
import { takeFile } from './take-file.ts'
import { beat, changeState, deleteParts, forgetUploads, importCreated, noteCreated, partOf, type Task, takeTask } from './uploads.store.ts'

/** Thrown where an import was cancelled while it was worked on. */
class Cancelled extends Error {}

/** Reading decides how the file is read; the second pass counts or imports its rows and takes most of the time. */
const READING_SHARE = 0.3
/** How often progress is reported while the rows of a file are only read. */
const BEAT_EVERY = 2 * SECOND

async function work(house: House, task: Task): Promise<void> {
  const { companyId, id } = task
  const folder = await mkdtemp(join(tmpdir(), 'roundsman-import-'))
  try {
    const path = join(folder, 'file')
    await copyTo(path, house, task)
    await workOn(house, task, path)
  } catch (error) {
    if (error instanceof Cancelled) return
    house.log.error({ err: error, import: id }, 'an import failed')
    house.report?.(error, 'import')
    await fail(house, task, 'FAILED')
  } finally {
    await rm(folder, { recursive: true, force: true })
    await house.database.asCompany(companyId, (db) => tellLive(db, companyId, [ended(task, house.now())], house.now()))
  }
}

/** Open screens of the manager who began it look at its state. */
const ended = ({ userId }: Task, at: Moment) => ({ activity: 'FILE_ENDED', machineId: null, changed: [], at, to: userId }) as const

async function copyTo(path: string, house: House, { companyId, id }: Task): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for (let part = 1; ; part++) {
      const content = await house.database.asCompany(companyId, (db) => partOf(db, companyId, id, part))
      if (!content) return
      await file.write(content)
    }
  } finally {
    await file.close()
  }
}

async function workOn(house: House, task: Task, path: string): Promise<void> {
  const { companyId, id, kind, choices, userId, state } = task
  const now = house.now()
  const person = { companyId, userId }
  if (state === 'RUNNING' && task.wasBegun) {
    await house.database.asCompany(companyId, async (db) => {
      const { changes } = await removeImported(db, companyId, id, task.created, now)
      await publish(db, companyId, changes, now, [])
    })
  }
  let sheets: Sheets | null = null
  let pass = { from: 0, share: READING_SHARE }
  let progress = 0
  let beatAt = performance.now()
  const report = async (): Promise<void> => {
    beatAt = performance.now()
    if (!(await house.database.asCompany(companyId, (db) => beat(db, task, progress, house.now())))) throw new Cancelled()
  }
  // Each transaction locks the import first, so that nothing is added after it was cancelled.
  const inDb: InDb = (of) =>
    house.database.asCompany(companyId, async (db) => {
      beatAt = performance.now()
      if (!(await beat(db, task, progress, house.now()))) throw new Cancelled()
      return of(db)
    })
  const lines: Lines = async (take) => {
    const told = (of: Sheets) => {
      sheets = of
    }
    return streamTable(
      { path },
      LARGE,
      async (batch, done) => {
        progress = pass.from + pass.share * Math.min(1, done)
        if (performance.now() - beatAt > BEAT_EVERY) await report()
        return take(batch, done)
      },
      { sheet: choices.sheet, told },
    )
  }
  const ways = await house.database.asCompany(companyId, (db) => companyWays(db, companyId))
  const brought: Brought = {
    kind,
    lines,
    sheets: () => sheets,
    choices,
    company: companyId,
    importId: id,
    now,
    ways,
    inDb,
    noteCreated: (db, created) => noteCreated(db, task, created),
  }
  const reading = await readingOf(brought)
  if ('unreadable' in reading) return fail(house, task, reading.unreadable)
  pass = { from: READING_SHARE, share: 1 - READING_SHARE }
  const outcome = await takeFile(brought, reading, { write: state === 'RUNNING' })
  if ('unreadable' in outcome) return fail(house, task, outcome.unreadable)
  const preview = previewOf(kind, reading, outcome, { done: state === 'RUNNING', importId: id })
  await inDb(async (db) => {
    if (state === 'READING') return void (await changeState(db, companyId, id, { state: 'READY', preview }, house.now()))
    await changeState(db, companyId, id, { state: 'DONE', preview }, house.now())
    await rememberMapping(db, companyId, kind, reading.mappingKey, reading.understanding.mapping, now, choices.saveAs ?? null)
    await publishImport(db, person, { kind, importId: id, outcome, now: house.now() })
    await deleteParts(db, companyId, id)
  })
}

/** Removes what was added, and keeps the file for another try with other choices. */
async function fail(house: House, task: Task, why: string): Promise<void> {
  const { companyId, id } = task
  await house.database.asCompany(companyId, async (db) => {
    if (!(await beat(db, task, 0, house.now()))) return
    if (task.state === 'RUNNING') {
      const created = await importCreated(db, companyId, id)
      const { changes } = await removeImported(db, companyId, id, created, house.now())
      await publish(db, companyId, changes, house.now(), [])
    }
    await changeState(db, companyId, id, { state: 'FAILED', why }, house.now())
  })
}

/** Imports of large files: read and imported in the background, one of a company at a time. */
export const importsUnderWay = outgoing<Task>({
  name: 'imports',
  hands: 1,
  take: ({ database, now }) => database.asHouse((db) => takeTask(db, now())),
  send: work,
})

/** Deletes files that were uploaded and not imported. */
export const forgettingUploads: Job = {
  name: 'forget-uploads',
  everyMs: HOUR,
  steady: true,
  run: async ({ database, now }) => {
    for (const company of await database.asHouse(companyIds)) await database.asCompany(company, (db) => forgetUploads(db, company, now()))
    return 'well'
  },
}
