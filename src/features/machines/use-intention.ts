import { useRef } from 'react'
import { getSession } from '#app/data/device.ts'
import { CREDIT_LASTS } from '#contract/devices.ts'
import type { OperationId } from '#domain/ids.ts'
import { type Moment, SECOND } from '#domain/time.ts'

/**
 * The key of what a person wants. Pressing again after an answer that was lost has the same key, so that the server does it once. The key
 * ends with an answer, with another wish, and when a credit could not be used any more.
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
