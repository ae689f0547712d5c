import * as v from 'valibot'
import { CollectionBody } from '#contract/collections.ts'
import { AuditFile } from '#contract/dex-audits.ts'
import { NoteText } from '#contract/machine-operations.ts'
import { Problem, Proposal } from '#contract/problems.ts'
import { SlotEdits } from '#contract/slots.ts'
import { InventoryChange, RestockProducts, RestockSlots } from '#contract/stock.ts'
import type { OperationId, StockPointId } from '#domain/ids.ts'
import { mergeEdit } from '#domain/slots/slot-edit.ts'
import { fold, UNCOUNTED } from '#domain/stock/ledger.ts'
import { changeLines, type Line, restockLines } from '#domain/stock/movements.ts'
import { shortageOf } from '#domain/stock/shortage.ts'
import { splitOverSlots } from '#domain/stock/split.ts'
import { fromIso, type Moment } from '#domain/time.ts'
import { toWhole } from '#domain/units.ts'
import { isWork, readMark } from './model-rounds.ts'
import { type FeedKind, type Filed, type Person, type Point, PRODUCTS, roundOf } from './model-state.ts'
import type { Transaction } from './model-transaction.ts'
import { changeVan, handOver, linesFromVan } from './model-vans.ts'
import { recordLines, stockChanged } from './record-lines.ts'

export type Context = { tx: Transaction; person: Person; opId: OperationId; machineId: number; at: Moment; now: Moment }
export type Change = { kind: FeedKind; id: number; userId?: number; removed?: boolean }
export type Done = { warnings: { code: string }[]; changes: Change[] } | { refused: string }

/** The rules of the real handlers, on the same pure functions: the changes of each call to the model's tables. */
export async function perform(call: string, context: Context, body: unknown): Promise<Done> {
  const { tx, person } = context
  if (!person.enabled) return { refused: 'USER_DISABLED' }
  if (call === 'editSlots') return editSlots(context, body)
  if (call === 'markStop' || call === 'markRound') return mark(context, readMark(call, body))
  if (call === 'changeVan') return changeVan(context, body)
  if (call === 'handOver') return handOver(context, body)
  const done = await performAt(call, context, body)
  const isShown = !('refused' in done) && isWork(tx.state, person.userId, call, context.at)
  return isShown ? { ...done, changes: [...done.changes, { kind: 'round', id: roundOf(person.userId), userId: person.userId }] } : done
}

/** At a machine. */
async function performAt(call: string, context: Context, body: unknown): Promise<Done> {
  const { tx, person, machineId } = context
  const schema = SCHEMAS[call as keyof typeof SCHEMAS]
  if (!schema) return { refused: 'UNKNOWN_CALL' }
  if (!v.safeParse(schema, body).success) return { refused: 'INVALID' }
  if (person.role !== 'manager' && !tx.state.assigned.has(`${person.userId}/${machineId}`)) return { refused: 'MACHINE_NOT_FOUND' }
  if (call === 'voidOperation') return undo(context, (body as { operationId: OperationId }).operationId)
  if (call === 'writeNote') return writeNote(context, body as v.InferOutput<typeof NoteText>)
  if (call === 'withdrawCash') return withdrawCash(context, body as v.InferOutput<typeof CollectionBody>)
  if (call === 'reportProblem') return reportProblem(context, body as v.InferOutput<typeof Problem>)
  if (call === 'proposeProduct') return proposeProduct(context, body as v.InferOutput<typeof Proposal>)
  if (call === 'recordAudit') return recordAudit(context, body as v.InferOutput<typeof AuditFile>)
  const read = await linesOf(call, context, body)
  if ('refused' in read) return read
  const fromVan = linesFromVan(context, read.points, read.lines)
  for (const id of fromVan.map(({ point }) => point).sort((a, b) => a - b)) await tx.lockPoint(id)
  const inVan = fromVan.flatMap(({ point }) => tx.state.points.get(point) ?? [])
  // Stock may have changed while the van was locked.
  const points = [...read.points.flatMap(({ id }) => tx.state.points.get(id) ?? []), ...inVan]
  return recordLines(context, points, [...read.lines, ...fromVan])
}

const SCHEMAS = {
  restockSlots: RestockSlots,
  restockProducts: RestockProducts,
  changeInventory: InventoryChange,
  changeCoffeeInventory: InventoryChange,
  voidOperation: v.object({ operationId: v.string() }),
  writeNote: NoteText,
  withdrawCash: CollectionBody,
  recordAudit: AuditFile,
  reportProblem: Problem,
  proposeProduct: Proposal,
}

/** Only the person of a round marks it, also after the machine was unassigned. */
async function mark({ tx, person, machineId, opId, at }: Context, given: ReturnType<typeof readMark>): Promise<Done> {
  if (given === null) return { refused: 'INVALID' }
  if (given.of !== roundOf(person.userId) || !tx.state.rounds.has(person.userId)) return { refused: 'ROUND_NOT_FOUND' }
  await tx.lock(`round ${given.of}`)
  await tx.pause('marks')
  tx.mark(person.userId, machineId, { ...given, at, by: opId })
  return { warnings: [], changes: [{ kind: 'round', id: given.of, userId: person.userId }] }
}

/** Operations that undo does not support: they are edited back. */
const LASTING = ['editSlots', 'writeNote', 'recordAudit', 'changeVan', 'handOver']

async function writeNote({ tx, machineId, opId, at }: Context, { note }: { note: string }): Promise<Done> {
  await tx.lock(`machine ${machineId}`)
  await tx.pause('writes')
  tx.writeNote(machineId, { note: note || null, at, by: opId })
  return { warnings: [], changes: [{ kind: 'machine', id: machineId }] }
}

async function withdrawCash({ tx, machineId, opId, at }: Context, collection: v.InferOutput<typeof CollectionBody>): Promise<Done> {
  await tx.lock(`machine ${machineId}`)
  await tx.pause('empties')
  tx.withdraw(machineId, { operation: opId, at, collection: collection ?? null })
  return { warnings: [], changes: [{ kind: 'machine', id: machineId }] }
}

/** A slot that was deleted meanwhile is still one of the machine's; one of another machine never is. */
async function reportProblem(context: Context, { slotId }: v.InferOutput<typeof Problem>): Promise<Done> {
  if (slotId != null && context.tx.state.slots.get(slotId)?.machineId !== context.machineId) return { refused: 'SLOT_NOT_FOUND' }
  return logDeed(context, 'reportProblem')
}

async function proposeProduct(context: Context, { slotId, productId }: v.InferOutput<typeof Proposal>): Promise<Done> {
  if (context.tx.state.slots.get(slotId)?.machineId !== context.machineId) return { refused: 'SLOT_NOT_FOUND' }
  return PRODUCTS.includes(productId) ? logDeed(context, 'proposeProduct') : { refused: 'PRODUCT_NOT_FOUND' }
}

async function logDeed({ tx, machineId, opId, at }: Context, call: Filed['call']): Promise<Done> {
  await tx.pause('tells')
  tx.file(machineId, { operation: opId, call, at })
  return { warnings: [], changes: [{ kind: 'machine', id: machineId }] }
}

async function recordAudit({ tx, machineId, opId, now }: Context, { file, readAt }: v.InferOutput<typeof AuditFile>): Promise<Done> {
  await tx.lock(`machine ${machineId}`)
  await tx.pause('reads out')
  tx.readOut(machineId, { operation: opId, at: readAt ? Math.max(0, Math.min(fromIso(readAt), now)) : now, file })
  return { warnings: [], changes: stockChanged(machineId) }
}

async function linesOf(
  call: string,
  { tx, machineId }: Context,
  body: unknown,
): Promise<{ points: Point[]; lines: Line[] } | { refused: string }> {
  const placesOf = (product: number) =>
    [...tx.state.points.values()].filter((point) => point.machineId === machineId && point.productId === product && !point.closed)
  if (call === 'restockProducts') {
    const items = body as v.InferOutput<typeof RestockProducts>
    const points = await lockPoints(
      tx,
      machineId,
      items.flatMap(({ productId }) => placesOf(productId).map(({ id }) => id)),
    )
    const parts = items.flatMap(({ productId, quantity, full }) =>
      splitOverSlots(points.filter((point) => point.productId === productId).map(splitPoint), quantity, full),
    )
    if (parts.length === 0) return { refused: 'STOCK_POINT_NOT_FOUND' }
    return {
      points,
      lines: restockLines(parts.map((part) => ({ ...part, maxQuantity: points.find(({ id }) => id === part.point)?.maxQuantity ?? null }))),
    }
  }
  const items =
    call === 'restockSlots' ? (body as v.InferOutput<typeof RestockSlots>) : (body as v.InferOutput<typeof InventoryChange>).stocks
  const ids = items.map((item) => ('productInstallationId' in item ? item.productInstallationId : (placesOf(item.productId)[0]?.id ?? 0)))
  const points = await lockPoints(tx, machineId, ids)
  const pointOf = (index: number) => points.find(({ id }) => id === ids[index])
  if (items.some((_, index) => !pointOf(index))) return { refused: 'STOCK_POINT_NOT_FOUND' }
  if (call === 'restockSlots') {
    const restocked = items as v.InferOutput<typeof RestockSlots>
    return {
      points,
      lines: restockLines(
        restocked.map((item, index) => ({ ...item, point: ids[index] ?? 0, maxQuantity: pointOf(index)?.maxQuantity ?? null })),
      ),
    }
  }
  const { type, stocks } = body as v.InferOutput<typeof InventoryChange>
  const counted = stocks.map(({ quantity, baseQuantity }, index) => ({
    point: ids[index] ?? 0,
    quantity,
    shown: baseQuantity ?? toWhole(pointOf(index)?.level.quantity ?? 0),
  }))
  return { points, lines: changeLines(type, counted) }
}

const splitPoint = ({ id, slotId, slotNumber, maxQuantity, level }: Point) => ({
  point: id,
  slotId: slotId ?? 0,
  slotNumber: slotNumber ?? '',
  maxQuantity,
  shortage: shortageOf(toWhole(level.quantity), maxQuantity),
})

async function lockPoints(tx: Transaction, machineId: number, ids: readonly StockPointId[]): Promise<Point[]> {
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) await tx.lockPoint(id)
  return [...new Set(ids)].flatMap((id) => tx.state.points.get(id) ?? []).filter((point) => point.machineId === machineId)
}

async function undo({ tx, person, machineId, opId }: Context, undone: OperationId): Promise<Done> {
  await tx.lock(`operation ${undone}`)
  const stored = tx.state.operations.get(undone)
  const isTheirs = !stored || stored.userId === person.userId || person.role === 'manager'
  if (!isTheirs || (stored && (stored.machineId !== machineId || LASTING.includes(stored.call)))) return { refused: 'OPERATION_NOT_FOUND' }
  const moved = [...tx.state.movements].filter(([, entries]) => entries.some(({ operation }) => operation === undone)).map(([id]) => id)
  await lockPoints(tx, machineId, moved)
  await tx.pause('undoes')
  tx.markVoided(undone, opId)
  for (const id of moved)
    tx.writeLevel(
      id,
      fold(
        UNCOUNTED,
        (tx.state.movements.get(id) ?? []).filter((entry) => !entry.voided && entry.operation !== undone),
      ),
    )
  return { warnings: [], changes: stockChanged(machineId) }
}

async function editSlots({ tx, person, machineId, at, opId }: Context, body: unknown): Promise<Done> {
  if (person.role !== 'manager') return { refused: 'FORBIDDEN' }
  const read = v.safeParse(SlotEdits, body)
  if (!read.success) return { refused: 'INVALID' }
  const edits = read.output
  for (const slotId of edits.map((edit) => edit.slotId).sort((a, b) => a - b)) await tx.lock(`slot ${slotId}`)
  const slots = edits.map((edit) => tx.state.slots.get(edit.slotId))
  if (slots.some((slot) => slot?.machineId !== machineId)) return { refused: 'SLOT_NOT_FOUND' }
  const merged = slots.flatMap((slot, index) => {
    const edit = edits[index]
    return slot && edit
      ? [{ slot, merge: mergeEdit(edit, slot, () => at > slot.maxSaidAt || (at === slot.maxSaidAt && opId > slot.maxSaidBy)) }]
      : []
  })
  if (merged.some(({ merge }) => merge.conflicts.length > 0)) return { refused: 'SLOT_CHANGED' }
  const openIn = (slotId: number) => [...tx.state.points.values()].find((point) => point.slotId === slotId && !point.closed)
  await lockPoints(
    tx,
    machineId,
    slots.flatMap((slot) => openIn(slot?.slotId ?? 0)?.id ?? []),
  )
  await tx.pause('edits')
  for (const { slot, merge } of merged) {
    const { apply } = merge
    const fresh = { ...slot, ...apply, ...(apply.maxQuantity === undefined ? {} : { maxSaidAt: at, maxSaidBy: opId }) }
    const open = openIn(slot.slotId)
    tx.writeSlot(fresh)
    if (open && apply.productId === undefined) tx.writePoint(open.id, { maxQuantity: fresh.maxQuantity })
    else if (apply.productId !== undefined) tx.exchange(open?.id ?? null, fresh)
  }
  return { warnings: [], changes: [{ kind: 'slots', id: machineId }, ...stockChanged(machineId)] }
}
