import { statfs } from 'node:fs/promises'
import { sqlStateOf } from './db/client.ts'

/** With less free space the next writes may fail. */
const MIN_FREE_BYTES = 64 * 1024 * 1024

/** Whether an error means a full disk, by the code of PostgreSQL or of the system. */
export function isDiskFull(error: unknown): boolean {
  if (sqlStateOf(error) === '53100') return true
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (('code' in cause && cause.code === 'ENOSPC') || /No space left on device/.test(cause.message)) return true
  return false
}

/** How long a failure degrades the server's health. */
const DEGRADED_MS = 60_000

/** Detects a full disk: of the database, from its errors in the last minute, or of the data directory. */
export function watchDisk(dataDir: string, now = () => performance.now()) {
  let failedAt = Number.NEGATIVE_INFINITY
  return {
    /** True for the first failure within a minute, so that it is logged once. */
    noteFailure: (): boolean => {
      const isFirst = now() - failedAt > DEGRADED_MS
      failedAt = now()
      return isFirst
    },
    isFull: async (): Promise<boolean> => {
      if (now() - failedAt < DEGRADED_MS) return true
      const { bavail, bsize } = await statfs(dataDir).catch(() => ({ bavail: Number.POSITIVE_INFINITY, bsize: 1 }))
      return bavail * bsize < MIN_FREE_BYTES
    },
  }
}
export type Disk = ReturnType<typeof watchDisk>
