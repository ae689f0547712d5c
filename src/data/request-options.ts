import type { OperationId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'

/** Options of a request that a user waits for. */
export const TIMEOUT = { timeoutMs: 30 * SECOND }

/** Options of a change: requests with the same key count once. */
export const keyed = (key: OperationId) => ({ ...TIMEOUT, headers: { 'idempotency-key': key } })

/** The input of a mutation with an idempotency key. */
export type Keyed<Input = object> = Input & { key: OperationId }
