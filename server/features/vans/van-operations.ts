import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { changeVan, HandedOver, handOver, VanChanged } from '#contract/vans.ts'
import { signedText } from '#domain/vans/hand-over.ts'
import { handedLines, type VanChange, vanLines } from '#domain/vans/van.ts'
import type { ChangeType } from '#domain/warehouse/change.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { type Done, isImpossible, isLate, type OperationContext, sequentially } from '../../sync/operations.ts'
import type { VanOperationEndpoint } from '../../sync/serve-operation.ts'
import { driversAround, giverKey, type HandOverRow, insertHandOver, lockVans, storedHandOver } from './hand-overs.store.ts'
import { recordVanLines, unfitProducts } from './record-van-lines.ts'

type Context = OperationContext<null>

const invalid = (issue: v.BaseIssue<unknown>) => refuse('INVALID', { detail: `${v.getDotPath(issue) ?? 'body'}: ${issue.message}` })

const warningsOf = ({ late, doubtfulSince }: Pick<Context, 'late' | 'doubtfulSince'>) => [
  ...(late ? [{ code: 'LATE' }] : []),
  ...(doubtfulSince === null ? [] : [{ code: 'DOUBTFUL_CLOCK' }]),
]

/** The change of the warehouse that the activity shows for a change of a van. */
const SHOWN_AS: Record<VanChange, ChangeType> = { LOAD: 'PICK', RETURN: 'RECEIVE', COUNT: 'SET', LOSS: 'LOSS' }

const change = sequentially<null>(async (context): Promise<Done | Refusal> => {
  const { db, principal, operationId, at, receivedAt, body } = context
  const parsed = v.safeParse(VanChanged, body)
  if (!parsed.success) return invalid(parsed.issues[0])
  const { van: id, type, items } = parsed.output
  const [van] = await lockVans(db, principal.companyId, [id])
  if (!van || !(await mayUse(context, id))) return refuse('VAN_NOT_FOUND')
  const unfit = await unfitProducts(
    db,
    principal.companyId,
    items.map(({ productId }) => productId),
  )
  if (unfit) return unfit
  const lines = vanLines(type, items).map((line) => ({ ...line, van: id }))
  const recorded = await recordVanLines(db, principal.companyId, { operation: operationId, at, receivedAt, lines })
  return {
    answer: {
      operationId,
      items: recorded.map(({ productId, quantity }) => ({ productId, quantity })),
      warnings: warningsOf(context),
    } as Done['answer'],
    changes: [],
    events: [
      {
        activity: 'INVENTORY_CHANGED',
        at,
        machineId: null,
        changed: ['vans', 'warehouse', 'reviews'],
        details: { stockChangeType: SHOWN_AS[type], message: van.name },
      },
    ],
  }
})

/** Managers record for every van, everyone else for the one that they drove. */
const mayUse = async ({ db, principal, at, receivedAt }: Context, van: number): Promise<boolean> =>
  principal.companyRole === 'ROLE_MANAGER' || (await driversAround(db, principal.companyId, van, at, receivedAt)).includes(principal.userId)

/**
 * Both phones may send a hand-over, each as an operation of its own. The first one counts; later ones must say the same. Its movements have
 * the id and the time that the giver signed, so that it does not matter which of the two arrives first.
 */
const hand = sequentially<null>(async (context): Promise<Done | Refusal> => {
  const { db, ctx, principal, operationId, receivedAt, body } = context
  const parsed = v.safeParse(HandedOver, body)
  if (!parsed.success) return invalid(parsed.issues[0])
  const input = parsed.output
  const { companyId } = principal
  if (input.from === input.to) return refuse('INVALID', { detail: 'to: must be another van' })
  const vans = await lockVans(db, companyId, [input.from, input.to])
  const from = vans.find(({ id }) => id === input.from)
  const to = vans.find(({ id }) => id === input.to)
  const at = Math.min(input.at, receivedAt)
  const givers = await driversAround(db, companyId, input.from, at, receivedAt)
  const takers = await driversAround(db, companyId, input.to, at, receivedAt)
  // Who has nothing to do with it learns nothing about the vans.
  if (!from || !to || ![...givers, ...takers].includes(principal.userId)) return refuse('VAN_NOT_FOUND')
  const text = signedText(input)
  const isSigned = givers.some((user) => isEqual(input.signature, hmac(giverKey(ctx, companyId, input.from, user), text)))
  if (!isSigned) return refuse('HAND_OVER_FORGED', { detail: 'The signature does not fit. Let the giver show the code again.' })
  const unfit = await unfitProducts(
    db,
    companyId,
    input.items.map(({ productId }) => productId),
  )
  if (unfit) return unfit
  const row: HandOverRow = { id: input.id, from: input.from, to: input.to, at, signed: text }
  if (!(await insertHandOver(db, companyId, row))) {
    const stored = await storedHandOver(db, companyId, input.id)
    if (stored !== text) return refuse('HAND_OVER_CHANGED', { detail: 'Another hand-over was recorded with this code.' })
    return { answer: { operationId, warnings: [] }, changes: [] }
  }
  const lines = [
    ...handedLines('FROM', input.items).map((line) => ({ ...line, van: input.from })),
    ...handedLines('TO', input.items).map((line) => ({ ...line, van: input.to })),
  ]
  await recordVanLines(db, companyId, { operation: input.id, by: operationId, at, receivedAt, lines })
  // The giver's time counts, whichever phone sent the hand-over first.
  const doubtfulSince = isImpossible(input.at, receivedAt) ? at : context.doubtfulSince
  return {
    answer: { operationId, warnings: warningsOf({ late: isLate(at, receivedAt), doubtfulSince }) },
    changes: [],
    events: [{ activity: 'VAN_CHANGED', at, machineId: null, changed: ['vans', 'reviews'] }],
  }
})

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url')

const isEqual = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

export const vanOperations: readonly VanOperationEndpoint[] = [
  { endpoint: changeVan, perform: change, isPushed: true },
  { endpoint: handOver, perform: hand, isPushed: true },
]
