import { MINUTE } from '#domain/time.ts'

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
