import { MINUTE } from '#domain/time.ts'

/** Less is a clock being set right. */
const JUMP = 5 * MINUTE
/** A clock that has said the same for so long is believed: a machine that slept jumps too, and is right. */
const BELIEVED_AFTER = 15 * MINUTE

/** Compares the clock with one that counts and cannot be set. */
export function watchClock({ now = Date.now, counted = () => performance.now() } = {}): { isDoubtful(): boolean } {
  /** What the clock says beyond what was counted; `doubted`: another one, and since when. */
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
