import type { Endpoint } from '#contract/endpoint.ts'
import { withIdempotency } from '../idempotency/idempotency.ts'
import { unlessChanged } from './read-only-fields.ts'
import type { Refusal } from './refusal.ts'
import type { Alone, RequestContext } from './request-context.ts'

/**
 * A write counts once per idempotency key, and is refused if a read-only field was sent with another value. `readCurrent`: reads the object
 * before the change.
 */
export const answerOnce = <T>(
  endpoint: Endpoint,
  { input, readOnly }: { input: object; readOnly: Alone['readOnly'] | undefined },
  caller: RequestContext,
  handle: () => Promise<T | Refusal>,
  readCurrent?: () => Promise<T | Refusal>,
): Promise<T | Refusal> =>
  withIdempotency(endpoint, readOnly ? { ...input, readOnly } : input, caller, async () => {
    const before = readOnly && (await readCurrent?.())
    return unlessChanged(endpoint, readOnly, await handle(), before)
  })
