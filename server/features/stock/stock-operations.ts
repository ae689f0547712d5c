import * as v from 'valibot'
import { recordAudit } from '#contract/dex-audits.ts'
import { withdrawCash, writeNote } from '#contract/machine-operations.ts'
import { proposeProduct, reportProblem } from '#contract/problems.ts'
import { copySlots, deleteSlot, editSlots } from '#contract/slots.ts'
import * as contract from '#contract/stock.ts'
import type { CompanyId, OperationId, ProductId } from '#domain/ids.ts'
import { changeLines, restockLines } from '#domain/stock/movements.ts'
import { shortageOf } from '#domain/stock/shortage.ts'
import { splitOverSlots } from '#domain/stock/split.ts'
import { toWhole } from '#domain/units.ts'
import { voidWithdrawal } from '../../cash-box/withdrawals.store.ts'
import type { EventInput } from '../../events/event-input.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { type LockedRow, lockingPoints, lockPointsOf, type StockPoint } from '../../ledger/stock-points.store.ts'
import { type Done, type Execute, type OperationContext, type Request, sequentially } from '../../sync/operations.ts'
import type { OperationEndpoint } from '../../sync/serve-operation.ts'
import { type Plan, recomputeBalances, recordAll, requestedBy } from './record-lines.ts'
import { awaitOperation, clearRefill, insertVoid, isSale, markVoided, operationFor, voidProblem } from './undo.store.ts'

/** Parses the body by the contract; the plan then depends on the body alone. */
const saying =
  <S extends v.GenericSchema>(schema: S, plan: (body: v.InferOutput<S>) => Plan) =>
  (body: unknown): Plan | Refusal => {
    const parsed = v.safeParse(schema, body)
    return parsed.success ? plan(parsed.output) : invalid(parsed.issues[0])
  }

const invalid = (issue: v.BaseIssue<unknown>) => refuse('INVALID', { detail: `${v.getDotPath(issue) ?? 'body'}: ${issue.message}` })

const restockSlots = saying(contract.RestockSlots, (items) => ({
  ids: items.map((item) => item.productInstallationId),
  products: [],
  mayCount: items.some(({ full }) => full),
  linesOf: (points) => {
    const missing = items.find((item) => !points.some(({ id }) => id === item.productInstallationId))
    if (missing)
      return refuse('STOCK_POINT_NOT_FOUND', { detail: `This machine never had a product installation ${missing.productInstallationId}.` })
    const maximumOf = new Map(points.map(({ id, maxQuantity }) => [id, maxQuantity]))
    const lines = restockLines(
      items.map(({ productInstallationId: point, quantity, full, maximum }) => ({
        point,
        quantity,
        full,
        maxQuantity: maximum ?? maximumOf.get(point) ?? null,
      })),
    )
    // Of two lines with one stock point the earlier date counts.
    const dates = items
      .flatMap(({ productInstallationId: point, bestBefore }) => (bestBefore ? [{ point, bestBefore }] : []))
      .toSorted((a, b) => (a.bestBefore < b.bestBefore ? -1 : 1))
    return { lines, warnings: [], dates }
  },
}))

const restockProducts = saying(contract.RestockProducts, (items) => ({
  ids: [],
  products: items.map((item) => item.productId),
  mayCount: items.some(({ full }) => full),
  linesOf: (points) => {
    const parts = items.map(({ productId, quantity, full, maximum }) => ({
      productId,
      // A maximum does not apply to several slots.
      maximum: placesOf(points, productId).length === 1 ? maximum : undefined,
      parts: splitOverSlots(placesOf(points, productId).map(splitPoint), quantity, full),
    }))
    const missing = parts.find(({ productId }) => placesOf(points, productId).length === 0)
    if (missing) return refuse('STOCK_POINT_NOT_FOUND', { detail: `This machine never held product ${missing.productId}.` })
    const maximumOf = new Map(points.map(({ id, maxQuantity }) => [id, maxQuantity]))
    const lines = restockLines(
      parts.flatMap((part) => part.parts.map((item) => ({ ...item, maxQuantity: part.maximum ?? maximumOf.get(item.point) ?? null }))),
    )
    return { lines, warnings: [] }
  },
}))

const change = saying(contract.InventoryChange, ({ type, stocks }) => ({
  ids: stocks.flatMap((stock) => ('productInstallationId' in stock ? [stock.productInstallationId] : [])),
  products: stocks.flatMap((stock) => ('productInstallationId' in stock ? [] : [stock.productId])),
  mayCount: true,
  linesOf: (points) => {
    const targets = stocks.map((stock) => ({
      stock,
      point:
        'productInstallationId' in stock
          ? points.find(({ id }) => id === stock.productInstallationId)
          : placesOf(points, stock.productId)[0],
    }))
    const items = targets.flatMap(({ stock, point }) =>
      point ? [{ point: point.id, quantity: stock.quantity, shown: stock.baseQuantity ?? toWhole(point.level.quantity) }] : [],
    )
    if (items.length < targets.length) return refuse('STOCK_POINT_NOT_FOUND', { detail: 'This machine never held one of these products.' })
    if (new Set(items.map(({ point }) => point)).size < items.length)
      return refuse('DUPLICATED_STOCK_POINT', { detail: 'The request counts a place twice. Include each place only once.' })
    const increases = type === 'ADJUST' ? [] : items.filter(({ quantity, shown }) => quantity > shown)
    const warnings = increases.map(({ point }) => ({ code: 'TREATED_AS_ADJUSTMENT', productInstallationId: point }))
    return { lines: changeLines(type, items), warnings }
  },
}))

const planners = new Map([
  [contract.restockSlots.name as string, restockSlots],
  [contract.restockProducts.name, restockProducts],
  [contract.changeInventory.name, change],
  [contract.changeCoffeeInventory.name, change],
])

function planOf({ call, reach, body }: OperationContext): Plan | Refusal {
  if (call === contract.changeCoffeeInventory.name && reach && reach.type !== 'COFFEE')
    return refuse('WRONG_MACHINE_TYPE', { detail: 'This machine has no canisters. Change the inventory of its slots instead.' })
  const plan = planFor(call, body)
  return plan instanceof Refusal || reach ? plan : refuse('MACHINE_NOT_FOUND')
}

const planFor = (call: string, body: unknown): Plan | Refusal => planners.get(call)?.(body) ?? refuse('UNKNOWN_CALL')

const record: Execute = Object.assign(
  (contexts: readonly OperationContext[], known?: readonly unknown[]) => recordAll(contexts, planOf, known as LockedRow[] | undefined),
  {
    ahead: (company: CompanyId, requests: readonly Request[]) => {
      const plans = requests.map((request) => ({ request, plan: planFor(request.call, request.body) }))
      return lockingPoints(
        company,
        plans.flatMap(({ request, plan }) => (plan instanceof Refusal ? [] : [requestedBy(request, plan)])),
      )
    },
  },
)

/** Operations that are overwritten instead of undone. */
const LASTING: readonly string[] = [editSlots.name, deleteSlot.name, copySlots.name, writeNote.name, recordAudit.name]

const Undone = v.object({ operationId: contract.voidOperation.body.entries.operationId })

async function undo(context: OperationContext): Promise<Done | Refusal> {
  const parsed = v.safeParse(Undone, context.body)
  if (!parsed.success) return invalid(parsed.issues[0])
  if (!context.reach) return refuse('MACHINE_NOT_FOUND')
  const { operationId } = parsed.output
  const { db, principal } = context
  await awaitOperation(db, principal.companyId, operationId, principal.userId, context.receivedAt)
  const undone = await operationFor(db, principal.companyId, operationId)
  // Users undo their own work, managers anyone's. An operation that has not arrived yet can be undone; it is voided on arrival.
  const isTheirs = undone === null || undone.userId === principal.userId || principal.companyRole === 'ROLE_MANAGER'
  if (undone === null && (await isSale(db, principal.companyId, operationId))) return refuse('OPERATION_NOT_FOUND')
  if (!isTheirs || (undone && (undone.machineId !== context.machineId || LASTING.includes(undone.call))))
    return refuse('OPERATION_NOT_FOUND')
  await insertVoid(db, principal.companyId, operationId, context.operationId)
  const points = await lockPointsOf(db, principal.companyId, operationId)
  await markVoided(db, principal.companyId, operationId)
  if (undone?.call === withdrawCash.name) await voidWithdrawal(db, principal.companyId, context.machineId, operationId)
  if (undone?.call === reportProblem.name) await voidProblem(db, principal.companyId, operationId)
  if (undone?.call === contract.restockSlots.name || undone?.call === contract.restockProducts.name)
    await clearRefill(db, principal.companyId, context.machineId, operationId)
  const levels = await recomputeBalances(context, points)
  const inMachine = points.filter(({ kind }) => kind !== 'VAN')
  return {
    answer: {
      operationId: context.operationId,
      stocks: inMachine.map(({ id, productId }) => ({
        productInstallationId: id,
        productId,
        added: null,
        currentQuantity: toWhole(levels.get(id)?.quantity ?? 0),
      })),
      warnings: [],
    } as Done['answer'],
    changes: [
      { kind: 'inventory', id: context.machineId },
      { kind: 'machine', id: context.machineId },
    ],
    events: [undoing(context, operationId, undone?.call ?? null)],
    audited: [{ action: 'operation-undone', of: { kind: 'operation', id: operationId }, machine: context.machineId }],
  }
}

/** An undo has the same kind as the operation that it undoes. */
const undoing = ({ at, machineId }: OperationContext, undoes: OperationId, call: string | null): EventInput => {
  // Their own line in the log shows that they were undone.
  if (call === reportProblem.name) return { activity: 'ISSUE_CHANGED', at, machineId, changed: ['issues', 'activity'] }
  if (call === proposeProduct.name) return { activity: 'PRODUCT_PROPOSED', at, machineId, changed: ['reviews'] }
  return call === withdrawCash.name
    ? { activity: 'CASKET_MONEY_CHANGE', at, machineId, changed: ['cash', 'machines'], details: { undoes } }
    : { activity: 'MACHINE_STOCK_CHANGED', at, machineId, changed: ['stock', 'machines', 'reviews'], details: { undoes } }
}

/** The stock points of a product: its open slots or canister; if there are none, the one it left last. */
function placesOf(points: readonly StockPoint[], product: ProductId): StockPoint[] {
  const all = points.filter(({ productId }) => productId === product)
  const open = all.filter(({ removedAt }) => removedAt === null)
  return open.length > 0 ? open : all.toSorted((a, b) => (b.removedAt ?? 0) - (a.removedAt ?? 0)).slice(0, 1)
}

const splitPoint = ({ id, slotId, slotNumber, maxQuantity, level }: StockPoint) => ({
  point: id,
  slotId: slotId ?? 0,
  slotNumber: slotNumber ?? '',
  maxQuantity,
  shortage: shortageOf(toWhole(level.quantity), maxQuantity),
})

const recording = <E extends OperationEndpoint['endpoint']>(endpoint: E): OperationEndpoint => ({
  endpoint,
  perform: record,
  together: true,
})

export const stockOperations: readonly OperationEndpoint[] = [
  recording(contract.restockSlots),
  recording(contract.restockProducts),
  recording(contract.changeInventory),
  recording(contract.changeCoffeeInventory),
  { endpoint: contract.voidOperation, perform: sequentially(undo) },
]
