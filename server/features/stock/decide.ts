import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { decideReviewItem } from '#contract/reviews.ts'
import { editSlots } from '#contract/slots.ts'
import { changeCoffeeInventory, changeInventory, voidOperation } from '#contract/stock.ts'
import { changeVan } from '#contract/vans.ts'
import type { CompanyId, MachineId, StockPointId, UserId } from '#domain/ids.ts'
import { choicesOf, leftBehind } from '#domain/stock/review.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Milli, toMilli } from '#domain/units.ts'
import type { Db } from '../../db/client.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { foldedLevels, type NewMovement, writeLevels, writeMovements } from '../../ledger/ledger.store.ts'
import { warehousePlaces } from '../../ledger/warehouse-places.ts'
import type { Done, Execute, OperationContext, Where } from '../../sync/operations.ts'
import type { OperationEndpoint, VanOperationEndpoint } from '../../sync/serve-operation.ts'
import { type LockedItem, lockItem, writeDecision } from './reviews.store.ts'

/**
 * Moves stock that was recorded for a closed installation to the right place: into the warehouse now, into the slot's current product at
 * the recorded time (a later count there already includes it), or nowhere if it is lost.
 */
async function moveBetween(
  { db, principal: { companyId }, operationId: operation, machineId, receivedAt }: OperationContext<Where>,
  item: LockedItem,
  to: 'TO_WAREHOUSE' | 'TO_SLOT' | 'WRITE_OFF',
  quantity: Milli,
): Promise<Done | Refusal> {
  const from = item.point
  if (from === null || item.productId === null) return refuse('DECISION_UNFIT')
  const at = to === 'TO_SLOT' ? Math.max(item.operationAt, item.successorSince ?? 0) : receivedAt
  const shelves = to === 'TO_WAREHOUSE' ? await warehousePlaces(db, companyId, [item.productId], receivedAt) : null
  const target = shelves?.get(item.productId) ?? (to === 'TO_SLOT' ? item.successor : null)
  const points = target === null ? [from] : [from, target]
  await lockInOrder(db, companyId, points)
  const line = { at, operation, voided: false, kind: 'delta' as const, cause: to === 'WRITE_OFF' ? 'LOSS' : 'MOVED' }
  const found = to === 'TO_SLOT' && item.moved === 0
  const movements: NewMovement[] = [
    { ...line, line: 0, point: from, quantity: -quantity },
    ...(target === null ? [] : [{ ...line, line: 1, point: target, quantity, ...(found ? ({ kind: 'count' } as const) : {}) }]),
  ]
  await writeMovements(db, companyId, { movements, levels: new Map(), refills: [] })
  await writeLevels(db, companyId, await foldedLevels(db, companyId, points))
  return {
    answer: { operationId: operation, warnings: [] },
    changes: changesAt(machineId, ['inventory', 'machine']),
    events: [{ activity: 'MACHINE_STOCK_CHANGED', at: receivedAt, machineId, changed: ['stock', 'machines'] }],
  }
}

const changesAt = (machineId: Where, kinds: readonly ('inventory' | 'machine')[]) =>
  machineId === null ? [] : kinds.map((kind) => ({ kind, id: machineId }))

const lockInOrder = (db: Db, company: CompanyId, points: readonly StockPointId[]) =>
  db.execute(sql`
    select p.id from stock_points p where p.company_id = ${company} and p.id = any(${`{${points.join(',')}}`}::bigint[]) order by p.id for update`)

/** Functions of other modules that a decision needs: the operations, and the assignment of machines to users. */
export type DecisionContext = {
  operations: readonly (OperationEndpoint | VanOperationEndpoint)[]
  assign(db: Db, company: CompanyId, machines: readonly MachineId[], user: UserId, at: Moment): Promise<unknown>
}

const Decided = v.object({ item: v.number(), ...decideReviewItem.body.entries })
type Decided = v.InferOutput<typeof Decided>

/** Decides a review item once. Stock changes are made by the same operations that users send. */
export const decideBy =
  (means: DecisionContext) =>
  async (context: OperationContext<Where>): Promise<Done | Refusal> => {
    const { db, principal, operationId, receivedAt } = context
    const decision = v.parse(Decided, context.body)
    const isThere = context.machineId === null || context.reach !== null
    const item = isThere && (await lockItem(db, principal.companyId, decision.item))
    if (!item) return refuse('REVIEW_ITEM_NOT_FOUND')
    if (item.decided)
      return refuse('ALREADY_DECIDED', {
        detail: `${item.decided.name} already decided this.`,
        details: { ...item.decided, at: toIso(item.decided.at) },
      })
    if (!item.isOpen) return refuse('ALREADY_DECIDED', { detail: 'This was resolved automatically. No decision is needed.' })
    if (!(choicesOf(item) as readonly string[]).includes(decision.decision))
      return refuse('DECISION_UNFIT', { detail: `${decision.decision} is not a valid decision for ${item.kind}.` })
    if (decision.decision === 'COUNT' && decision.quantity === undefined)
      return refuse('INVALID', { detail: 'quantity: required for a count.' })
    const done = await act(means, context, item, decision)
    if (done instanceof Refusal) return done
    await writeDecision(db, principal.companyId, decision.item, principal.userId, decision.decision, receivedAt)
    const event = { activity: 'REVIEW_DECIDED', at: receivedAt, machineId: context.machineId, changed: ['reviews'] as const }
    const { changes, events = [], audited = [], answer } = done
    return {
      answer: { operationId, warnings: answer.warnings },
      // Publishes at least one change, so that open screens refresh.
      changes: changes.length > 0 ? changes : changesAt(context.machineId, ['machine']),
      events: [...events, event],
      audited: [
        ...audited,
        { action: 'review-decided', of: { kind: 'operation', id: item.operation }, machine: context.machineId, after: decision },
      ],
    }
  }

const NOTHING = { changes: [] } satisfies Partial<Done>

async function act(
  { operations, assign }: DecisionContext,
  context: OperationContext<Where>,
  item: LockedItem,
  decision: Decided,
): Promise<Done | Refusal> {
  const { db, principal, operationId, machineId, receivedAt } = context
  const nothing: Done = { ...NOTHING, answer: { operationId, warnings: [] } }
  const as = async (call: string, body: unknown): Promise<Done | Refusal> => {
    const operation = operations.find(({ endpoint }) => endpoint.name === call)
    const perform = operation?.perform as Execute<Where> | undefined
    const [done] = (await perform?.([{ ...context, call, body }])) ?? []
    if (!done) throw new Error(`no operation implements ${call}`)
    return done
  }
  switch (decision.decision) {
    case 'KEEP':
    case 'DECLINE':
      return nothing
    case 'APPROVE':
      return item.proposal ? as(editSlots.name, [item.proposal]) : nothing
    case 'UNDO':
      return as(voidOperation.name, { operationId: item.operation })
    case 'COUNT':
      if (item.van !== null)
        return as(changeVan.name, { van: item.van, type: 'COUNT', items: [{ productId: item.productId, quantity: decision.quantity }] })
      return as(item.pointKind === 'CANISTER' ? changeCoffeeInventory.name : changeInventory.name, {
        type: 'ADJUST',
        stocks: [{ productInstallationId: item.point, quantity: decision.quantity }],
      })
    case 'SET_MAXIMUM':
      return as(editSlots.name, [{ slotId: item.slotId, maxQuantity: item.holds }])
    case 'ASSIGN': {
      if (machineId === null) return refuse('DECISION_UNFIT')
      await assign(db, principal.companyId, [machineId], item.user, receivedAt)
      return {
        ...nothing,
        changes: [{ kind: 'assignment', id: machineId, userId: item.user }],
        events: [
          {
            activity: 'SERVICEMAN_ASSIGNED',
            at: receivedAt,
            machineId,
            changed: ['team', 'machines'],
            operation: null,
            details: { serviceman: item.user },
          },
        ],
        audited: [{ action: 'serviceman-assigned', of: { kind: 'machine', id: machineId }, after: { user: item.user } }],
      }
    }
    default:
      return moveBetween(context, item, decision.decision, toMilli(leftBehind(item)))
  }
}
