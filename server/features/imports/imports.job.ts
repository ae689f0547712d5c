import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR } from '#domain/time.ts'
import { companyIds } from '../../audit/audit.store.ts'
import { LARGE, streamTable } from '../../files/read-table.ts'
import type { House } from '../../http/caller.ts'
import type { Job } from '../../jobs/job.ts'
import { outgoing } from '../../jobs/outgoing.ts'
import { forgetUploads, partOf, type Task, takeTask } from './uploads.store.ts'
import { type FileLines, workOn } from './work.ts'

async function work(house: House, task: Task): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'roundsman-import-'))
  try {
    const path = join(folder, 'file')
    const lines: FileLines = (take, more) => streamTable({ path }, LARGE, take, more)
    await workOn(house, task, { lines, prepare: () => copyTo(path, house, task) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

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

/** Imports that are read, imported or removed in the background, one of a company at a time. */
export const importsUnderWay = outgoing<Task>({
  name: 'imports',
  hands: 1,
  take: ({ database, now }) => database.asHouse((db) => takeTask(db, database, now())),
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
