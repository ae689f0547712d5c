import { MINUTE, toIso } from '#domain/time.ts'
import type { AppContext } from './http/request-context.ts'
import { lastStart } from './jobs/jobs.store.ts'

/** A smaller difference is an ordinary correction of the clock. */
const JUMP = 5 * MINUTE
/** A changed clock is accepted after this time without another change, because a machine that resumes from sleep jumps too and is right. */
const BELIEVED_AFTER = 15 * MINUTE

/** Compares the clock with a monotonic one. */
export function watchClock({ now = Date.now, counted = () => performance.now() } = {}): { isDoubtful(): boolean } {
  /** The accepted offset from the monotonic clock; `doubted` is a different offset, and since when. */
  let believed = now() - counted()
  let doubted: { offset: number; since: number } | null = null
  return {
    isDoubtful: () => {
      const offset = now() - counted()
      if (Math.abs(offset - believed) < JUMP) {
        believed = offset
        doubted = null
        return false
      }
      if (!doubted || Math.abs(offset - doubted.offset) >= JUMP) doubted = { offset, since: counted() }
      if (counted() - doubted.since < BELIEVED_AFTER) return true
      believed = offset
      doubted = null
      return false
    },
  }
}

/**
 * A warning if the clock is behind the last use of the database, as on a computer without a battery for its clock. It is no reason to refuse
 * the start, because the earlier clock may have been the wrong one.
 */
export async function clockWarning({ database, now }: Pick<AppContext, 'database' | 'now'>): Promise<string | null> {
  const used = await database.asSystem(lastStart)
  const shown = now()
  if (used === null || used - shown < JUMP) return null
  return `The clock of this computer shows ${toIso(shown)}, but the database was in use at ${toIso(used)}. Work is recorded by this clock: if it is wrong, set it, then start again.`
}
