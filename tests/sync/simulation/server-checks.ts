import { NO_MACHINE } from '#contract/sync.ts'
import { fold, UNCOUNTED } from '#domain/stock/ledger.ts'
import { Broken, type Kept } from './facts.ts'
import type { ModelServer } from './model-server.ts'
import type { Committed } from './model-transaction.ts'

/** Invariants of every commit on the server. */
export function checkCommit({ state }: ModelServer, { operation, lines, voided, points }: Committed, kept: Kept | null): void {
  if (operation && operation.userId !== 0) {
    if (!kept) throw new Broken('no silent disposal', `the server got ${operation.opId}, which no device recorded`)
    if (operation.userId !== kept.userId)
      throw new Broken('isolation between users', `${operation.opId} of user ${kept.userId} was sent as user ${operation.userId}'s`)
    if (!kept.sent || operation.hash !== JSON.stringify([kept.call, kept.machineId, JSON.parse(kept.sent.body)]))
      throw new Broken('frozen after first send', `${operation.opId} arrived with another body`)
  }
  for (const { point, operation: opId, line } of lines) {
    const count = (state.movements.get(point) ?? []).filter((entry) => entry.operation === opId && entry.line === line).length
    if (count !== 1) throw new Broken('exactly once', `line ${line} of ${opId} is in the ledger ${count} times`)
  }
  for (const [id, { after }] of points) {
    const folded = fold(
      UNCOUNTED,
      (state.movements.get(id) ?? []).filter((entry) => !entry.voided),
    )
    if (JSON.stringify(folded) !== JSON.stringify(after.level))
      throw new Broken(
        'incremental equals fold',
        `place ${id} holds ${JSON.stringify(after.level)}, its movements say ${JSON.stringify(folded)}`,
      )
  }
  if (operation && CONSERVING.includes(operation.call)) {
    const isFromVan = lines.some(({ point }) => state.points.get(point)?.machineId === NO_MACHINE)
    const sum = lines.reduce((all, { kind, quantity }) => all + (kind === 'delta' ? quantity : 0), 0)
    const isLoss = operation.call === 'changeVan' && (kept?.body as { type?: string } | undefined)?.type === 'LOSS'
    if (isFromVan && sum !== 0 && !isLoss) throw new Broken('goods are conserved', `${operation.call} ${operation.opId} makes ${sum}`)
  }
  if (operation && operation.call !== 'editSlots') {
    const moved = new Set(
      voided === null
        ? lines.map(({ point }) => point)
        : [...state.movements].filter(([, entries]) => entries.some((entry) => entry.operation === voided)).map(([id]) => id),
    )
    for (const [id, { before, after }] of points)
      if (!moved.has(id) && JSON.stringify(before?.level) !== JSON.stringify(after.level))
        throw new Broken(
          'closed installations never change open ones',
          `${operation.call} ${operation.opId} changed place ${id}, which it does not name`,
        )
    const named = kept ? namedIn(kept.body) : null
    if (named)
      for (const id of moved)
        if (!named.has(id) && state.points.get(id)?.machineId !== NO_MACHINE)
          throw new Broken(
            'closed installations never change open ones',
            `${operation.opId} moved stock point ${id}, which it does not name`,
          )
  }
}

/** What they take from one place arrives in another. A restock without a van is counted in the machine only. */
const CONSERVING = ['restockSlots', 'restockProducts', 'changeVan', 'handOver']

/** The stock points that a body names directly; null if it names products, or another operation. */
function namedIn(body: unknown): Set<number> | null {
  const ids = [...JSON.stringify(body).matchAll(/"productInstallationId":(\d+)/g)].map(([, id]) => Number(id))
  return ids.length > 0 ? new Set(ids) : null
}
