import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/stock.ts'
import type { ProductId } from '#domain/ids.ts'
import { changeLines, restockLines } from '#domain/stock/movements.ts'
import { shortageOf } from '#domain/stock/shortage.ts'
import { splitOverSlots } from '#domain/stock/split.ts'
import { toWhole } from '#domain/units.ts'
import { reachOf } from '../../http/machine-access.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { Done, OperationContext } from '../../sync/operations.ts'
import { recordLines, refold } from './record-lines.ts'
import { awaitOperation, insertVoid, lockPoints, lockPointsOf, markVoided, operationFor, type StockPoint } from './stock.store.ts'

/** Parses the body as the contract says, and looks up the machine; the deed then has both. */
const onMachine =
  <S extends v.GenericSchema>(
    schema: S,
    deed: (
      context: OperationContext,
      body: v.InferOutput<S>,
      machine: { type: 'COFFEE' | 'SNACK'; assigned: boolean },
    ) => Promise<Done | Refusal>,
  ) =>
  async (context: OperationContext, body: unknown): Promise<Done | Refusal> => {
    const parsed = v.safeParse(schema, body)
    if (!parsed.success) return refuse('INVALID', { detail: `${v.getDotPath(parsed.issues[0]) ?? 'body'}: ${parsed.issues[0].message}` })
    const machine = await reachOf(context.db, context.person, context.machineId)
    return machine ? deed(context, parsed.output, machine) : refuse('MACHINE_NOT_FOUND')
  }

const restockSlots = onMachine(contract.RestockSlots, async (context, items, { assigned }) => {
  const points = await lockPoints(context.db, context.person.companyId, context.machineId, {
    ids: items.map((item) => item.productInstallationId),
  })
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
  return recordLines(context, points, lines, assigned)
})

const restockProducts = onMachine(contract.RestockProducts, async (context, items, { assigned }) => {
  const points = await lockPoints(context.db, context.person.companyId, context.machineId, {
    products: items.map((item) => item.productId),
  })
  const parts = items.map(({ productId, quantity, full, maximum }) => ({
    productId,
    // One maximum says nothing of several slots.
    maximum: placesOf(points, productId).length === 1 ? maximum : undefined,
    parts: splitOverSlots(placesOf(points, productId).map(splitPoint), quantity, full),
  }))
  const missing = parts.find(({ productId }) => placesOf(points, productId).length === 0)
  if (missing) return refuse('STOCK_POINT_NOT_FOUND', { detail: `This machine never held product ${missing.productId}.` })
  const maximumOf = new Map(points.map(({ id, maxQuantity }) => [id, maxQuantity]))
  const lines = restockLines(
    parts.flatMap((part) => part.parts.map((item) => ({ ...item, maxQuantity: part.maximum ?? maximumOf.get(item.point) ?? null }))),
  )
  return recordLines(context, points, lines, assigned)
})

const change = onMachine(contract.InventoryChange, async (context, { type, stocks }, { assigned }) => {
  const ids = stocks.flatMap((stock) => ('productInstallationId' in stock ? [stock.productInstallationId] : []))
  const products = stocks.flatMap((stock) => ('productInstallationId' in stock ? [] : [stock.productId]))
  const { companyId } = context.person
  const points = await lockPoints(context.db, companyId, context.machineId, { ids, products })
  const targets = stocks.map((stock) => ({
    stock,
    point:
      'productInstallationId' in stock ? points.find(({ id }) => id === stock.productInstallationId) : placesOf(points, stock.productId)[0],
  }))
  const items = targets.flatMap(({ stock, point }) =>
    point ? [{ point: point.id, quantity: stock.quantity, shown: stock.baseQuantity ?? toWhole(point.level.quantity) }] : [],
  )
  if (items.length < targets.length) return refuse('STOCK_POINT_NOT_FOUND', { detail: 'This machine never held one of these.' })
  if (new Set(items.map(({ point }) => point)).size < items.length)
    return refuse('DUPLICATED_STOCK_POINT', { detail: 'A place is counted twice; say once how much lies there.' })
  const done = await recordLines(context, points, changeLines(type, items), assigned)
  const increases = type === 'ADJUST' ? [] : items.filter(({ quantity, shown }) => quantity > shown)
  done.answer.warnings.push(...increases.map(({ point }) => ({ code: 'TREATED_AS_ADJUSTMENT', productInstallationId: point })))
  return done
})

const changeCoffee: typeof change = async (context, body) => {
  const machine = await reachOf(context.db, context.person, context.machineId)
  if (machine && machine.type !== 'COFFEE')
    return refuse('WRONG_MACHINE_TYPE', { detail: 'This machine has no canisters; change the inventory of its slots.' })
  return change(context, body)
}

const undo = onMachine(v.object({ operationId: contract.voidOperation.body.entries.operationId }), async (context, { operationId }) => {
  const { db, person } = context
  await awaitOperation(db, person.companyId, operationId, person.userId, context.receivedAt)
  const undone = await operationFor(db, person.companyId, operationId)
  // A person undoes their own work; a manager anybody's. What has not arrived yet is judged when it does: it counts for nothing.
  const isTheirs = undone === null || undone.userId === person.userId || person.companyRole === 'ROLE_MANAGER'
  if (!isTheirs || (undone && (undone.machineId !== context.machineId || undone.call === 'editSlots'))) return refuse('OPERATION_NOT_FOUND')
  await insertVoid(db, person.companyId, operationId, context.operationId)
  const points = await lockPointsOf(db, person.companyId, operationId)
  await markVoided(db, person.companyId, operationId)
  const levels = await refold(context, points)
  return {
    answer: {
      operationId: context.operationId,
      stocks: points.map(({ id, productId }) => ({
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
    audited: [{ action: 'operation-undone', of: { kind: 'operation', id: operationId } }],
  }
})

/** Where a product lies: in its open slots or its canister; where it lies no more, in the place it left last. */
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

const deed = <E extends Endpoint>(endpoint: E, perform: (context: OperationContext, body: unknown) => Promise<Done | Refusal>) => ({
  endpoint,
  perform,
})

export const stockDeeds = [
  deed(contract.restockSlots, restockSlots),
  deed(contract.restockProducts, restockProducts),
  deed(contract.changeInventory, change),
  deed(contract.changeCoffeeInventory, changeCoffee),
  deed(contract.voidOperation, undo),
]
