import { statfs } from 'node:fs/promises'
import { sqlStateOf } from './db/client.ts'

/** With less the next writes may fail. */
export const MIN_FREE_BYTES = 64 * 1024 * 1024

/** Whether a failure says that there is no room left, by PostgreSQL's own code or by the system's. */
export function isDiskFull(error: unknown): boolean {
  if (sqlStateOf(error) === '53100') return true
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (('code' in cause && cause.code === 'ENOSPC') || /No space left on device/.test(cause.message)) return true
  return false
}

/** A failure is told of so long in the health of the server. */
const TOLD_MS = 60_000

/** Whether a disk is full: of the database, as far as it said so in the last minute, or of the data directory. */
export function watchDisk(dataDir: string, now = () => performance.now()) {
  let failedAt = Number.NEGATIVE_INFINITY
  return {
    /** True where it is the first failure for a minute, so that it is logged once. */
    noteFailure: (): boolean => {
      const isFirst = now() - failedAt > TOLD_MS
      failedAt = now()
      return isFirst
    },
    isFull: async (): Promise<boolean> => {
      if (now() - failedAt < TOLD_MS) return true
      const { bavail, bsize } = await statfs(dataDir).catch(() => ({ bavail: Number.POSITIVE_INFINITY, bsize: 1 }))
      return bavail * bsize < MIN_FREE_BYTES
    },
  }
}
export type Disk = ReturnType<typeof watchDisk>
