import { randomUUID } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'
import * as v from 'valibot'
import type { AppContext } from '../http/request-context.ts'
import { selfCheckNow } from '../self-check/self-check.job.ts'
import { COPIES, type CopyAnswer, MAX_PATH_LENGTH, type SelfCheckAnswer, SelfCheckCommand, socketPathOf } from './commands.ts'

/**
 * Opens a socket for commands on this machine, in the data directory and accessible to its owner only. The embedded database belongs to one
 * process, so the server runs commands for other processes. Returns a function that closes it.
 */
export async function openAdminSocket(ctx: AppContext): Promise<() => Promise<void>> {
  const { database, settings, log } = ctx
  const path = socketPathOf(settings.dataDir)
  const copies = join(settings.dataDir, COPIES)
  await rm(path, { force: true })
  // The requesting command has ended, or repeats its request.
  await rm(copies, { recursive: true, force: true })
  if (path.length > MAX_PATH_LENGTH) {
    log.warn(`the socket path ${path} is too long: stop the server before commands such as npm run backup, or set a shorter DATA_DIR`)
    return async () => {}
  }
  const socket = Fastify({ forceCloseConnections: true })
  socket.post('/copy', async (): Promise<CopyAnswer> => {
    const folder = join(copies, randomUUID())
    if (!database.copyTo) throw new Error('this database cannot be copied as files')
    return { folder, ...(await database.copyTo(join(folder, 'database'))) }
  })
  socket.post('/self-check', async (request): Promise<SelfCheckAnswer> => selfCheckNow(ctx, v.parse(SelfCheckCommand, request.body)))
  const before = process.umask(0o177)
  try {
    await socket.listen({ path })
  } finally {
    process.umask(before)
  }
  await chmod(path, 0o600)
  return () => socket.close()
}
