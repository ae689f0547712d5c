import * as v from 'valibot'
import { NoteText } from '#contract/machine-operations.ts'
import type { Machine } from '#contract/machines.ts'
import { SlotEdits } from '#contract/slots.ts'
import { InventoryChange, RestockProducts, RestockSlots } from '#contract/stock.ts'
import type { InventoryRecord, SlotsRecord, StockRecord } from '#contract/sync.ts'
import { fold, type Movement } from '#domain/stock/ledger.ts'
import { changeLines, type Line, restockLines } from '#domain/stock/movements.ts'
import { fromIso, toIso } from '#domain/time.ts'
import { toWhole } from '#domain/units.ts'
import type { JournalEntry, OutboxEntry } from './records.ts'

/** Operations that the mirror does not show yet: all except those that the server refused. */
export const isPending = ({ state }: OutboxEntry) => state !== 'needs-you'

/**
 * A machine's projected stock: the server's data and the user's later operations, by the same ledger rules as on the server. `offset`
 * corrects entries that have no final time yet; the journal shows what an undo reverses of operations that the mirror already contains.
 */
export function stockWith(
  record: InventoryRecord,
  entries: readonly OutboxEntry[],
  offset: number,
  journal: readonly JournalEntry[] = [],
): InventoryRecord {
  const own = entries.filter((entry) => entry.machineId === record.machineId && isPending(entry))
  if (own.length === 0) return record
  const past = journal.filter(({ machineId, state }) => machineId === record.machineId && state === 'processed')
  const undoing = undoneBy(own)
  const gone = undoneBy(past)
  const movements = own.filter(({ opId }) => !undoing.has(opId) && !gone.has(opId)).flatMap((entry) => movementsOf(entry, record, offset))
  const takenBack = past.filter(({ opId }) => undoing.has(opId) && !gone.has(opId)).map((entry) => movementsOf(entry, record, offset))
  return {
    ...record,
    stocks: record.stocks.map((stock) => stockAfter(stock, [...movements, ...takenBack.flatMap((lines) => inverse(lines, stock))])),
  }
}

function stockAfter(stock: StockRecord, movements: readonly Movement[]): StockRecord {
  const own = movements.filter(({ point }) => point === stock.productInstallationId)
  if (own.length === 0) return stock
  const { quantity, counted } = fold({ quantity: stock.balance, counted: stock.counted }, own)
  return { ...stock, balance: quantity, counted }
}

/** Reverses an operation in a stock point. The stock before a count is unknown, and appears when the server has undone it. */
function inverse(lines: readonly Movement[], { productInstallationId }: StockRecord): Movement[] {
  const own = lines.filter(({ point }) => point === productInstallationId)
  return own.some(({ kind }) => kind === 'count') ? [] : own.map((line) => ({ ...line, quantity: -line.quantity }))
}

/** The fields of an operation that both outbox and journal contain. */
type Recorded = Pick<OutboxEntry, 'opId' | 'call' | 'body' | 'occurredAt' | 'rawAt'>

/** The effect of an own operation on the stock of its machine. An unreadable body has none. */
function movementsOf(entry: Recorded, record: InventoryRecord, offset: number): Movement[] {
  const at = entry.occurredAt ?? entry.rawAt + offset
  return linesOf(entry, record).map((line, index) => ({ ...line, at, operation: entry.opId, line: index }))
}

function linesOf({ call, body }: Recorded, { stocks }: InventoryRecord): Line[] {
  const byId = (id: number) => stocks.find(({ productInstallationId }) => productInstallationId === id)
  const byProduct = (id: number) => stocks.find(({ productId }) => productId === id)
  switch (call) {
    case 'restockSlots': {
      const items = v.safeParse(RestockSlots, body)
      return restockLines(
        read(items).map((item) => ({
          ...item,
          point: item.productInstallationId,
          maxQuantity: item.maximum ?? byId(item.productInstallationId)?.maxQuantity ?? null,
        })),
      )
    }
    case 'restockProducts': {
      const items = v.safeParse(RestockProducts, body)
      return restockLines(
        read(items).flatMap(({ productId, quantity, full, maximum }) => {
          const stock = byProduct(productId)
          return stock ? [{ point: stock.productInstallationId, quantity, full, maxQuantity: maximum ?? stock.maxQuantity }] : []
        }),
      )
    }
    case 'changeInventory':
    case 'changeCoffeeInventory': {
      const change = v.safeParse(InventoryChange, body)
      if (!change.success) return []
      const items = change.output.stocks.flatMap((item) => {
        const stock = 'productInstallationId' in item ? byId(item.productInstallationId) : byProduct(item.productId)
        return stock
          ? [{ point: stock.productInstallationId, quantity: item.quantity, shown: item.baseQuantity ?? toWhole(stock.balance) }]
          : []
      })
      return changeLines(change.output.type, items)
    }
    default:
      return []
  }
}

const read = <T>(result: { success: true; output: T[] } | { success: false; output: unknown }): T[] => (result.success ? result.output : [])

export const undoneBy = (entries: readonly Recorded[]): Set<string> =>
  new Set(entries.filter(({ call }) => call === 'voidOperation').flatMap(({ body }) => (v.is(Undo, body) ? [body.operationId] : [])))

const Undo = v.looseObject({ operationId: v.string() })

/** A projected machine: with the user's pending note, cash withdrawals, restocks and undone restocks. */
export function machineWith<M extends Machine>(
  machine: M,
  entries: readonly OutboxEntry[],
  offset: number,
  journal: readonly JournalEntry[] = [],
): M {
  const own = entries.filter((entry) => entry.machineId === machine.id && isPending(entry))
  const undone = undoneBy(own)
  const note = own.findLast(({ call }) => call === 'writeNote')
  const taken = own.findLast(({ call, opId }) => call === 'withdrawCash' && !undone.has(opId))
  const written = note && v.safeParse(NoteText, note.body)
  return {
    ...machine,
    ...(written?.success ? { note: written.output.note || null } : {}),
    ...(taken ? { lastWithdrawDatetime: toIso(timeOf(taken, offset)) } : {}),
    lastRefill: lastRefillOf(machine, own, undone, offset, journal),
  }
}

const timeOf = ({ occurredAt, rawAt }: Recorded, offset: number) => occurredAt ?? rawAt + offset

const isRestock = ({ call }: Recorded) => call === 'restockSlots' || call === 'restockProducts'

/**
 * The last restock that was not undone. After an undo of the one that the mirror shows, the previous one is known only if it was recorded on
 * this device; otherwise it is unknown until the server has undone it.
 */
function lastRefillOf(
  { id, lastRefill }: Machine,
  own: readonly OutboxEntry[],
  undone: ReadonlySet<string>,
  offset: number,
  journal: readonly JournalEntry[],
): string | null {
  const past = journal.filter((entry) => entry.machineId === id && entry.state === 'processed' && isRestock(entry))
  const earlier = undoneBy(journal.filter(({ state }) => state === 'processed'))
  const isShown = ({ occurredAt }: JournalEntry) => lastRefill !== null && occurredAt !== null && occurredAt >= fromIso(lastRefill)
  const isTakenBack = past.some((entry) => undone.has(entry.opId) && isShown(entry))
  const isInEffect = ({ opId }: Recorded) => !undone.has(opId) && !earlier.has(opId)
  const recorded = [...own.filter(isRestock), ...(isTakenBack ? past : [])].filter(isInEffect).map((entry) => timeOf(entry, offset))
  const last = Math.max(...recorded)
  const shown = isTakenBack ? null : lastRefill
  return Number.isFinite(last) && (shown === null || last > fromIso(shown)) ? toIso(last) : shown
}

/** A machine's projected slots, including the user's pending edits. */
export function slotsWith(record: SlotsRecord, entries: readonly OutboxEntry[]): SlotsRecord {
  const edits = entries
    .filter((entry) => entry.machineId === record.machineId && entry.call === 'editSlots' && isPending(entry))
    .flatMap(({ body }) => read(v.safeParse(SlotEdits, body)))
  if (edits.length === 0) return record
  return { ...record, slots: record.slots.map((slot) => edits.filter(({ slotId }) => slotId === slot.slotId).reduce(edited, slot)) }
}

const edited = (slot: SlotsRecord['slots'][number], { productId, vendPrice, maxQuantity }: v.InferOutput<typeof SlotEdits>[number]) => ({
  ...slot,
  ...(productId === undefined ? {} : { productId }),
  ...(vendPrice === undefined ? {} : { vendPrice }),
  ...(maxQuantity === undefined ? {} : { maxQuantity }),
})
