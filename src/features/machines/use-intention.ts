import { useRef } from 'react'
import { getSession } from '#app/data/device.ts'
import { CREDIT_LASTS } from '#contract/devices.ts'
import type { OperationId } from '#domain/ids.ts'
import { type Moment, SECOND } from '#domain/time.ts'

/**
 * The key of a user's intention. Pressing again after a lost response reuses the key, so that the server executes it once. The key ends
 * with a response, with another intention, and when a credit would have expired.
 */
export function useIntention() {
  const kept = useRef<{ wish: string; key: OperationId; since: Moment } | null>(null)
  const keyOf = (wish: string): OperationId => {
    const now = Date.now()
    const before = kept.current
    if (before === null || before.wish !== wish || now - before.since >= CREDIT_LASTS * SECOND)
      kept.current = { wish, key: getSession().device.newId(), since: now }
    return kept.current?.key ?? getSession().device.newId()
  }
  const end = () => {
    kept.current = null
  }
  return { keyOf, end }
}
