import type { CompanyId, OperationId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import { awaitItems, createBatcher } from '../batching.ts'
import { DatabaseUnavailable } from '../db/client.ts'
import type { AppContext } from '../http/request-context.ts'
import { type Execute, executeOperations, type Outcome, type Request } from './operations.ts'

/** Limits how long row locks are held. */
export const MAX_BATCH = 100

/** Starts a second transaction in parallel once this many operations are waiting. */
const MIN_PARALLEL_BATCH = 25

/** A batch this slow is probably waiting for a lock, so new operations do not wait behind it. */
const SLOW_BATCH_MS = 0.25 * SECOND

/**
 * After a batch, clients that received their responses usually send their next requests at once. With this many concurrent requests, the next
 * transaction waits for them, for half the time of the last one at most: `commit_delay` and `commit_siblings` of PostgreSQL have the same
 * purpose.
 */
const MIN_CONCURRENT = 4
const MAX_DELAY_MS = 10

/** Executes operations of one company and kind, which may share a transaction with other requests. */
export type ExecuteBatched = (requests: readonly Request[], operation: Execute) => Promise<Outcome[]>

type QueuedCall = {
  requests: readonly Request[]
  operation: Execute
  done(outcomes: Outcome[]): void
  failed(error: unknown): void
}

/**
 * Transactions of one company commit one after another because each takes the next number of the company's change feed. Operations that
 * arrive in the meantime share the next transaction.
 */
export function createOperationBatcher(ctx: AppContext): ExecuteBatched {
  const lines = new Map<CompanyId, (asking: QueuedCall) => void>()
  const lineOf = (company: CompanyId) => {
    const line = lines.get(company) ?? openLine(ctx)
    lines.set(company, line)
    return line
  }
  return (requests, operation) =>
    new Promise((done, failed) => {
      const [first] = requests
      if (first) lineOf(first.principal.companyId)({ requests, operation, done, failed })
      else done([])
    })
}

function openLine(ctx: AppContext): (asking: QueuedCall) => void {
  let begun = 0
  let last = { concurrent: 0, deadline: 0 }
  const serve = async (waiting: QueuedCall[]) => {
    if (last.concurrent >= MIN_CONCURRENT) await awaitItems(waiting, last.concurrent, last.deadline)
    begun = performance.now()
    const taken = nextBatch(waiting)
    await doAll(ctx, taken)
    const endedAt = performance.now()
    last = { concurrent: taken.length + waiting.length, deadline: endedAt + Math.min((endedAt - begun) / 2, MAX_DELAY_MS) }
  }
  return createBatcher(
    serve,
    (waiting, underWay) => underWay < 2 && (countOf(waiting) >= MIN_PARALLEL_BATCH || performance.now() - begun > SLOW_BATCH_MS),
  )
}

const countOf = (waiting: readonly QueuedCall[]) => waiting.reduce((sum, { requests }) => sum + requests.length, 0)

/** Takes the first request of a queue and the following ones that can share its transaction. */
function nextBatch(waiting: QueuedCall[]): QueuedCall[] {
  const taken: QueuedCall[] = []
  const keys = new Set<OperationId>()
  for (const asking of [...waiting]) {
    if (taken.length > 0 && !fits(asking, taken, keys)) continue
    taken.push(asking)
    for (const { operationId } of asking.requests) keys.add(operationId)
    waiting.splice(waiting.indexOf(asking), 1)
  }
  return taken
}

/**
 * A batch contains no key twice, because the second request needs the result of the first. Operations of an API key are executed
 * separately.
 */
const fits = ({ operation, requests }: QueuedCall, taken: readonly QueuedCall[], keys: ReadonlySet<OperationId>): boolean =>
  operation === taken[0]?.operation &&
  keys.size + requests.length <= MAX_BATCH &&
  requests.every(({ operationId, principal }) => !keys.has(operationId) && !principal.key) &&
  taken.every((other) => other.requests.every(({ principal }) => !principal.key))

async function doAll(ctx: AppContext, asking: readonly QueuedCall[]): Promise<void> {
  const [first] = asking
  if (!first) return
  try {
    const outcomes = await executeOperations(
      ctx,
      asking.flatMap(({ requests }) => requests),
      first.operation,
    )
    for (const { requests, done } of asking) done(outcomes.splice(0, requests.length))
  } catch (error) {
    // If a batch fails, its requests are retried one by one, so that a single bad request cannot fail the others.
    if (asking.length > 1 && !(error instanceof DatabaseUnavailable)) for (const one of asking) await doAll(ctx, [one])
    else for (const { failed } of asking) failed(error)
  }
}
