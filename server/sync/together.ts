import type { CompanyId, OperationId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import { DatabaseAway } from '../database/database.ts'
import { gather } from '../gather.ts'
import type { House } from '../http/caller.ts'
import { type Outcome, type Perform, perform, type Request } from './operations.ts'

/** So many share a transaction at most: what they touch is locked until it ends. */
export const TOGETHER = 100

/** So many are worth a transaction of their own, beside the one that is under way. */
const WORTH_ONE = 25

/** One that has taken so long waits for something: what comes then does not wait for it. */
const LONG = 0.25 * SECOND

/** Does operations of one company and one deed that may share a transaction with others' of the same. */
export type DoTogether = (requests: readonly Request[], deed: Perform) => Promise<Outcome[]>

type Asking = {
  requests: readonly Request[]
  deed: Perform
  done(outcomes: Outcome[]): void
  failed(error: unknown): void
}

/**
 * The transactions of one company end one after the other, since each takes a number of its feed. Whatever comes while some are
 * under way shares the next.
 */
export function openTogether(house: House): DoTogether {
  const lines = new Map<CompanyId, (asking: Asking) => void>()
  const lineOf = (company: CompanyId) => {
    const line = lines.get(company) ?? openLine(house)
    lines.set(company, line)
    return line
  }
  return (requests, deed) =>
    new Promise((done, failed) => {
      const [first] = requests
      if (first) lineOf(first.person.companyId)({ requests, deed, done, failed })
      else done([])
    })
}

function openLine(house: House): (asking: Asking) => void {
  let begun = 0
  const serve = (waiting: Asking[]) => {
    begun = performance.now()
    return doAll(house, takeFitting(waiting))
  }
  return gather(serve, (waiting, underWay) => underWay < 2 && (countOf(waiting) >= WORTH_ONE || performance.now() - begun > LONG))
}

const countOf = (waiting: readonly Asking[]) => waiting.reduce((sum, { requests }) => sum + requests.length, 0)

/** Takes the first from a line, and of those behind what may share its transaction. */
function takeFitting(waiting: Asking[]): Asking[] {
  const taken: Asking[] = []
  const keys = new Set<OperationId>()
  for (const asking of [...waiting]) {
    if (taken.length > 0 && !fits(asking, taken, keys)) continue
    taken.push(asking)
    for (const { operationId } of asking.requests) keys.add(operationId)
    waiting.splice(waiting.indexOf(asking), 1)
  }
  return taken
}

/** No key twice in one transaction: the second asks for what the first has done. An outside system's deeds are written as its own. */
const fits = ({ deed, requests }: Asking, taken: readonly Asking[], keys: ReadonlySet<OperationId>): boolean =>
  deed === taken[0]?.deed &&
  keys.size + requests.length <= TOGETHER &&
  requests.every(({ operationId, person }) => !keys.has(operationId) && !person.key) &&
  taken.every((other) => other.requests.every(({ person }) => !person.key))

async function doAll(house: House, asking: readonly Asking[]): Promise<void> {
  const [first] = asking
  if (!first) return
  try {
    const outcomes = await perform(
      house,
      asking.flatMap(({ requests }) => requests),
      first.deed,
    )
    for (const { requests, done } of asking) done(outcomes.splice(0, requests.length))
  } catch (error) {
    // What one of them met must not hold up the others.
    if (asking.length > 1 && !(error instanceof DatabaseAway)) for (const one of asking) await doAll(house, [one])
    else for (const { failed } of asking) failed(error)
  }
}
