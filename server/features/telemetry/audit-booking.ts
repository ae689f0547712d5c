import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Reading } from '#domain/dex/reading.ts'
import type { OperationId } from '#domain/ids.ts'
import { baseAfter } from '#domain/sales/audit-base.ts'
import type { AuditReason } from '#domain/sales/audit-doubts.ts'
import { type AuditBase, type AuditedPiece, type CountedSales, piecesOf } from '#domain/sales/audit-state.ts'
import { type Audited, type AuditGround, type AuditWarning, auditedSales } from '#domain/sales/audited.ts'
import { bookedAs, plainSelection, soldFrom } from '#domain/sales/vend.ts'
import { toIso } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { conflictReasons } from './audit-conflicts.ts'
import { validSales, voidSales } from './audit-sales.store.ts'
import {
  heldReadings,
  type Outcome,
  type Place,
  type ReadingRow,
  readingsBefore,
  readingsFrom,
  salesOutsideReadOuts,
  writeOutcome,
  writeStatus,
} from './audits.store.ts'
import type { ReadOutContext } from './message-source.ts'
import { lockPoints, type NewSale, type NewVendMovement, saleContext, writeSales } from './vends.store.ts'

/** Pieces booked in one statement: as many as a device may report at once, because the database joins its input row by row. */
const SALES_AT_ONCE = 1_000

/** Most readings are the last or the second last of their machine. */
const READ_AT_ONCE = 4

/** Number of readings to evaluate: the reading itself and those after it. */
const JUDGED_BY = 4

/** Number of earlier readings searched for a complete one. */
const MAX_EARLIER = 10

/** Maximum number of held readings to re-evaluate. A manager has decided on the others by then. */
export const MAX_HELD = 20

/** Reasons that concern counters, not the identity of the machine. */
const COUNTER_CODES: readonly AuditReason['code'][] = ['AUDIT_MORE_THAN_TOTAL', 'AUDIT_COUNTER_FELL', 'AUDIT_INCOMPLETE']

/** Evaluates a reading that is not recorded yet at its position: the sales it would book, and the reasons to hold it. */
export async function assessReadOut(db: Db, desk: ReadOutContext, read: Place & { reading: Reading }, base?: AuditBase | null) {
  const { company, machine, currency } = desk
  const before = base === undefined ? await baseBefore(db, desk, read) : base
  const { mapping } = await saleContext(db, company, machine)
  const ground = { currency, mapping }
  const plan = auditedSales(before, read.reading, read.readAt, await knownVendsSince(db, desk, before, read), ground)
  const later = (await readingsFrom(db, company, machine, read, JUDGED_BY)).filter(({ id }) => id !== read.id)
  const known = new Set(plan.reasons.map(({ code }) => code))
  const reasons = [...plan.reasons, ...reasonsOfNext(before, plan.next, later, ground).filter(({ code }) => !known.has(code))]
  return { base: before, plan, reasons: reasons.length > 0 ? reasons : await conflictReasons(db, desk, read) }
}

/**
 * The reasons to hold the next readings if they were compared with this one. A damaged or truncated reading contains too little, so the one
 * after it is checked as well.
 */
function reasonsOfNext(before: AuditBase | null, after: AuditBase, later: readonly ReadingRow[], ground: AuditGround): AuditReason[] {
  let [without, base] = [before, after]
  for (const next of later) {
    if (next.isConfirmed) return []
    const own = without && auditedSales(without, next.reading, next.readAt, [], ground)
    const doubted = own?.reasons.map(({ code }) => code) ?? []
    const plan = auditedSales(base, next.reading, next.readAt, [], ground)
    const reasons = plan.reasons.filter(({ code }) => !doubted.includes(code))
    if (reasons.length > 0) return reasons.map((reason) => ({ ...reason, before: reason.now, now: reason.before }))
    if (next.reading.integrity.isWhole && !plan.warnings.includes('AUDIT_DAMAGED')) return []
    without = own?.next ?? null
    base = plan.next
  }
  return []
}

/** The baseline for a reading at this position. */
export async function baseBefore(db: Db, { company, machine }: ReadOutContext, place: Place): Promise<AuditBase | null> {
  const [last] = await readingsBefore(db, company, machine, place, 1)
  if (!last) return null
  if (last.base) return last.base
  // Rows from before baselines were stored: start at the last complete one.
  const rows = await readingsBefore(db, company, machine, place, MAX_EARLIER)
  const from = rows.findIndex(({ base, reading }) => base !== null || reading.integrity.isWhole)
  return rows
    .slice(0, from < 0 ? rows.length : from + 1)
    .reduceRight<AuditBase | null>((base, { reading, readAt, base: kept }) => kept ?? baseAfter(base, reading, readAt), null)
}

/** The known vends of each selection since its own counters were read. */
async function knownVendsSince(
  db: Db,
  { company, machine }: ReadOutContext,
  base: AuditBase | null,
  { readAt, reading }: Pick<ReadingRow, 'readAt' | 'reading'>,
) {
  if (!base) return []
  const there = new Set(reading.selections.map(({ number }) => number))
  const older = new Map(Object.entries(base.older).flatMap(([number, at]) => (there.has(number) ? [[plainSelection(number), at]] : [])))
  const vends = await salesOutsideReadOuts(db, company, machine, [...new Set([base.at, ...older.values()])], readAt)
  return vends.filter(({ from, selection }) => from === (older.get(plainSelection(selection)) ?? base.at))
}

type Booked = { kind: Audited['kind']; warnings: AuditWarning[]; pieces: number }

/**
 * Corrects the sales of the readings from a position on. Stops at the first reading after which nothing changes, and leaves correct sales
 * untouched. `fresh` is the reading that has just arrived. The machine's status row is locked.
 */
export async function rebook(db: Db, desk: ReadOutContext, place: Place, fresh: OperationId | null) {
  const { company, machine, currency } = desk
  const { planogram, mapping } = await saleContext(db, company, machine)
  await lockPoints(
    db,
    company,
    planogram.stays.map(({ point }) => point),
  )
  const soldAt = soldFrom(planogram)
  const booked = new Map<OperationId, Booked>()
  let hasChanged = false
  let base = await baseBefore(db, desk, place)
  let from = place
  for (;;) {
    const rows = (await readingsFrom(db, company, machine, from, READ_AT_ONCE)).filter(({ id }) => !booked.has(id))
    for (const row of rows) {
      const plan = auditedSales(base, row.reading, row.readAt, await knownVendsSince(db, desk, base, row), { currency, mapping })
      // Not confirmed, and implausible by the counters that arrived since.
      const isLeftOut = !row.isConfirmed && plan.reasons.some(({ code }) => COUNTER_CODES.includes(code))
      const sales = isLeftOut ? [] : plan.sales
      const has = await makeSales(db, desk, row, piecesOf(sales), { soldAt, mapping })
      hasChanged ||= has
      const next = isLeftOut && base ? base : plan.next
      await writeOutcome(db, company, machine, row.id, outcomeFrom(plan, sales), next)
      booked.set(row.id, { kind: plan.kind, warnings: plan.warnings, pieces: piecesIn(sales) })
      base = next
      const isSettled = row.id !== fresh && (row.base === null || isDeepStrictEqual(row.base, JSON.parse(JSON.stringify(next))))
      if (isSettled && row.reading.integrity.isWhole) return { booked, hasChanged }
    }
    const last = rows.at(-1)
    if (!last) return { booked, hasChanged }
    from = last
  }
}

/** Replaces the sales of one reading with these pieces. Returns whether any sale changed. */
async function makeSales(
  db: Db,
  desk: ReadOutContext,
  { id, readAt }: Pick<ReadingRow, 'id' | 'readAt'>,
  pieces: readonly AuditedPiece[],
  { soldAt, mapping }: { soldAt: ReturnType<typeof soldFrom>; mapping: ReadonlyMap<string, string> },
): Promise<boolean> {
  const valid = new Map((await validSales(db, desk.company, desk.machine, { id, readAt })).map((sale) => [sale.id, sale]))
  const sales: NewSale[] = []
  const takes: NewVendMovement[] = []
  for (const piece of pieces) {
    const { productId, takes: taken } = soldAt(piece.selection, readAt)
    const operation = saleId(id, piece)
    const at = toIso(readAt)
    const type = bookedAs(piece.method, mapping)
    const is = valid.get(operation)
    if (is && is.amount === piece.amount && is.type === type && is.product === productId) {
      valid.delete(operation)
      continue
    }
    sales.push({ id: operation, at, amount: piece.amount, type, slot: piece.selection, product: productId, card: null })
    for (const [line, { point, quantity }] of taken.entries()) takes.push({ operation, at, line, point, quantity: -quantity })
  }
  // A wrong sale has the id of the correct one, so it is removed first.
  await voidSales(db, desk, [...valid.keys()])
  await writeAll(db, desk, sales, takes)
  return valid.size > 0 || sales.length > 0
}

/** Books held readings that have no reason to be held any more. Returns whether any sale was booked. */
export async function bookCertainSales(db: Db, desk: ReadOutContext): Promise<boolean> {
  const { company, machine } = desk
  let hasChanged = false
  const held = await heldReadings(db, company, machine, MAX_HELD)
  for (let at = 0; at < held.length; at++) {
    const row = held[at]
    if (!row || (await assessReadOut(db, desk, row)).reasons.length > 0) continue
    await writeStatus(db, company, machine, row.id, 'BOOKED', null)
    hasChanged = (await rebook(db, desk, row, row.id)).hasChanged || hasChanged
    // Booking this reading may clear an earlier one.
    held.splice(at, 1)
    at = -1
  }
  return hasChanged
}

const piecesIn = (sales: readonly CountedSales[]) => sales.reduce((sum, { count }) => sum + count, 0)

export const outcomeFrom = (
  { kind, warnings, reasons }: Pick<Audited, 'kind' | 'warnings' | 'reasons'>,
  sales: readonly CountedSales[],
): Outcome => ({
  kind,
  warnings,
  reasons,
  pieces: piecesIn(sales),
  amount: sales.reduce((sum, { amount }) => sum + amount, 0),
})

async function writeAll(db: Db, desk: ReadOutContext, sales: readonly NewSale[], takes: readonly NewVendMovement[]) {
  for (let from = 0; from < sales.length; from += SALES_AT_ONCE) {
    const some = sales.slice(from, from + SALES_AT_ONCE)
    const ids = new Set(some.map(({ id }) => id))
    await writeSales(
      db,
      desk,
      some,
      takes.filter(({ operation }) => ids.has(operation)),
    )
  }
}

/** The id of a sale is derived from its reading and the index of its piece: see `isAudited`. */
function saleId(reading: OperationId, { selection, method, nth }: AuditedPiece): OperationId {
  const hex = createHash('sha256')
    .update(JSON.stringify([reading, selection, method, nth]))
    .digest('hex')
  return `${reading.slice(0, 13)}-8${hex.slice(1, 4)}-b${hex.slice(5, 8)}-${hex.slice(8, 20)}`
}

/** Removes the sales of a reading and locks the stock that they were taken from. */
export async function voidSalesOf(db: Db, desk: ReadOutContext, row: Pick<ReadingRow, 'id' | 'readAt'>): Promise<void> {
  const { planogram } = await saleContext(db, desk.company, desk.machine)
  await lockPoints(
    db,
    desk.company,
    planogram.stays.map(({ point }) => point),
  )
  const sales = await validSales(db, desk.company, desk.machine, row)
  await voidSales(
    db,
    desk,
    sales.map(({ id }) => id),
  )
}
