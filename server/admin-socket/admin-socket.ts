import { randomUUID } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'
import * as v from 'valibot'
import type { AppContext } from '../http/request-context.ts'
import { selfCheckNow } from '../jobs/self-check.ts'
import { COPIES, type CopyAnswer, MAX_PATH_LENGTH, type SelfCheckAnswer, SelfCheckCommand, socketPathOf } from './commands.ts'

/**
 * A way in for commands on this machine: a socket in the data directory that its owner alone may open. The embedded database
 * belongs to one process, so what others want of it is done by that one. Gives a way to close it.
 */
export async function openAdminSocket(ctx: AppContext): Promise<() => Promise<void>> {
  const { database, settings, log } = ctx
  const path = socketPathOf(settings.dataDir)
  const copies = join(settings.dataDir, COPIES)
  await rm(path, { force: true })
  // Whoever wanted them is gone, or asks again.
  await rm(copies, { recursive: true, force: true })
  if (path.length > MAX_PATH_LENGTH) {
    log.warn(
      `${path} is too long a name for a socket: commands such as npm run backup need this server to be stopped, or a shorter DATA_DIR`,
    )
    return async () => {}
  }
  const door = Fastify({ forceCloseConnections: true })
  door.post('/copy', async (): Promise<CopyAnswer> => {
    const folder = join(copies, randomUUID())
    if (!database.copyTo) throw new Error('this database has no files of its own')
    return { folder, ...(await database.copyTo(join(folder, 'database'))) }
  })
  door.post('/self-check', async (request): Promise<SelfCheckAnswer> => selfCheckNow(ctx, v.parse(SelfCheckCommand, request.body)))
  const before = process.umask(0o177)
  try {
    await door.listen({ path })
  } finally {
    process.umask(before)
  }
  await chmod(path, 0o600)
  return () => door.close()
}
