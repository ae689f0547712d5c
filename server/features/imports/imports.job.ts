import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR } from '#domain/time.ts'
import { companyIds } from '../../audit-log/audit-log.store.ts'
import { LARGE, streamTable } from '../../files/read-table.ts'
import { makeWorkFolder } from '../../files/work-folders.ts'
import type { AppContext } from '../../http/request-context.ts'
import { eachCompany } from '../../jobs/each-company.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import { queue } from '../../queue/queue.ts'
import { claimTask, partOf, purgeUploads, type Task } from './uploads.store.ts'
import { type FileLines, workOn } from './work.ts'

async function work(ctx: AppContext, task: Task): Promise<void> {
  const folder = await makeWorkFolder()
  try {
    const path = join(folder, 'file')
    const lines: FileLines = (take, more) => streamTable({ path }, LARGE, take, more)
    await workOn(ctx, task, { lines, prepare: () => copyTo(path, ctx, task) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function copyTo(path: string, ctx: AppContext, { companyId, id }: Task): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for (let part = 1; ; part++) {
      const content = await ctx.database.withTenant(companyId, (db) => partOf(db, companyId, id, part))
      if (!content) return
      await file.write(content)
    }
  } finally {
    await file.close()
  }
}

/** Reads, runs or removes imports in the background, one per company at a time. */
export const importQueue = queue<Task>({
  name: 'imports',
  workers: 1,
  take: ({ database, now }) => database.asSystem((db) => claimTask(db, database, now())),
  send: work,
})

/** Deletes files that were uploaded but not imported. */
export const forgettingUploads: Job = {
  name: 'forget-uploads',
  everyMs: HOUR,
  steady: true,
  run: async (ctx) =>
    eachCompany(ctx, await ctx.database.asSystem(companyIds), (company) =>
      ctx.database.withTenant(company, (db) => purgeUploads(db, company, ctx.now())),
    ),
}
