import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { clockMoment, type ReadAtSource, readTime } from '#domain/eva-dts/read-time.ts'
import { type Reading, readAudits } from '#domain/eva-dts/reading.ts'
import { vendsCounted } from '#domain/eva-dts/vends-counted.ts'
import type { CompanyId, MachineId, OperationId } from '#domain/ids.ts'
import { type AuditBase, baseAfter } from '#domain/sales/audit-base.ts'
import type { AuditReason } from '#domain/sales/audit-doubts.ts'
import {
  type Audited,
  type AuditedPiece,
  type AuditGround,
  type AuditWarning,
  auditedSales,
  type CountedSales,
  piecesOf,
} from '#domain/sales/audited.ts'
import { bookedAs, plainSelection, soldFrom } from '#domain/sales/vend.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { lockCashBox } from '../../cash-box/withdrawals.store.ts'
import type { Db } from '../../database/database.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import {
  findReading,
  findSame,
  firstReadingsAfter,
  heldReadings,
  insertReading,
  knownClockAhead,
  type Outcome,
  outcomeOf,
  type Place,
  type ReadingRow,
  readingsBefore,
  readingsFrom,
  recordAgain,
  standingSales,
  takeBack,
  toldSince,
  writeOutcome,
  writeStatus,
} from './audits.store.ts'
import { coinsOf, writeCoins, writeTemperature } from './reports.store.ts'
import { lockPoints, type NewSale, type NewTake, saleGround, writeSales } from './vends.store.ts'

/** Of one statement, as many as a device may tell at once: the database joins what it is handed line by line. */
const SALES_AT_ONCE = 1_000

/** Most readings are the last, or the last but one. */
const READ_AT_ONCE = 4

/** Among so many readings in a row, one is whole. */
const LOOKED_BACK = 10

/** A manager has decided on the others by then. */
const MOST_HELD = 20

/** The one audit in a text, or a refusal that names the line. Several are several readings, each with its own time. */
export function auditIn(file: string, currency: string): Reading | Refusal {
  const { readings, warnings } = readAudits(file, currency)
  const [reading, next] = readings
  const line = warnings[0]?.line ?? 1
  if (!reading) return refuse('AUDIT_UNREADABLE', { detail: `Line ${line}: this is no EVA-DTS audit.`, details: { line } })
  if (next)
    return refuse('AUDITS_SEVERAL', {
      detail: `Line ${next.lines.from}: another audit begins here. Send each by itself, with its own time.`,
      details: { line: next.lines.from },
    })
  return reading
}

/** The same audit, however its lines end. */
export const digestOf = (file: string): string => createHash('sha256').update(file.trim().replaceAll(/\r\n?/g, '\n')).digest('base64url')

/** Where and as what an audit is recorded. */
export type Desk = { company: CompanyId; machine: MachineId; currency: string; timezone: string; receivedAt: Moment }

/** What came with a file: when it was read, as far as it was said, and who brought it. */
export type Brought = {
  id: OperationId
  said: Moment | null
  saidFrom: ReadAtSource | null
  user: number | null
  device: number | null
  file: string
  reading: Reading
  /** A manager's word that it is right as it is. */
  isConfirmed: boolean
}

export type When = { readAt: Moment; readAtFrom: ReadAtSource; clockAhead: number | null }

export type Recorded = When & {
  kind: Audited['kind'] | 'known' | 'held'
  pieces: number
  isCut: boolean
  warnings: AuditWarning[]
  reasons: AuditReason[]
  hasChanged: boolean
}

/** When a reading was made, by what came with it and by what is known of the machine's clock. */
export async function whenRead(
  db: Db,
  { company, machine, timezone, receivedAt: now }: Desk,
  { reading, said, saidFrom }: Pick<Brought, 'reading' | 'said' | 'saidFrom'>,
): Promise<When> {
  const known = await knownClockAhead(db, company, machine)
  const { at, from } = readTime({ clock: reading.clock, said, from: saidFrom, ahead: known, timezone, now })
  const measured = from === 'DEVICE' && reading.clock ? clockMoment(reading.clock, timezone, null) - at : null
  return { readAt: at, readAtFrom: from, clockAhead: measured ?? known }
}

/**
 * Puts a reading in its place among those of its machine, unless it needs a manager's confirmation: then it is kept, and nothing is
 * booked. What is there in the end follows from the readings, the decisions and the vends alone, in whatever order they came.
 */
export async function recordReading(db: Db, desk: Desk, brought: Brought): Promise<Recorded> {
  const { company, machine, receivedAt } = desk
  await lockCashBox(db, company, machine)
  const { reading } = brought
  const when = await whenRead(db, desk, brought)
  const isCut = !reading.integrity.isWhole
  const digest = digestOf(brought.file)
  const same = await findSame(db, company, machine, digest)
  if (same?.status === 'BOOKED' || (same?.status === 'HELD' && !brought.isConfirmed)) {
    const held = same.status === 'HELD' ? await outcomeOf(db, company, machine, same.id) : null
    return { ...when, kind: held ? 'held' : 'known', pieces: 0, isCut, warnings: [], reasons: held?.reasons ?? [], hasChanged: false }
  }
  const id = same?.id ?? brought.id
  const read = {
    ...brought,
    ...when,
    clockAhead: when.readAtFrom === 'DEVICE' ? when.clockAhead : null,
    id,
    counted: vendsCounted(reading),
    receivedAt,
    digest,
  }
  const judged = await judge(db, desk, read)
  const isHeld = judged.reasons.length > 0 && !brought.isConfirmed
  const status = isHeld ? 'HELD' : 'BOOKED'
  await (same ? recordAgain(db, company, machine, read, status) : insertReading(db, company, machine, read, status))
  if (isHeld) {
    await writeOutcome(db, company, machine, id, outcomeFrom({ ...judged.plan, reasons: judged.reasons }, []), null)
    const { warnings } = judged.plan
    return { ...when, kind: 'held', pieces: 0, isCut, warnings, reasons: judged.reasons, hasChanged: false }
  }
  if (judged.reasons.length > 0) await writeStatus(db, company, machine, id, 'BOOKED', { user: brought.user, at: receivedAt })
  const { booked, hasChanged } = await rebook(db, desk, read, id)
  const own = booked.get(id)
  if (!own) throw new Error('a reading is not among those of its machine')
  await keepReports(db, desk, read)
  const later = await bookWhatIsClear(db, desk)
  const { kind, warnings, pieces } = own
  return { ...when, kind, warnings, pieces, isCut, reasons: judged.reasons, hasChanged: hasChanged || later }
}

/** Vends that came after a reading that had counted them already: what the reading brought of them is taken back. */
export async function rebookAfter(db: Db, desk: Desk, vends: readonly Moment[]): Promise<void> {
  for (const place of await firstReadingsAfter(db, desk.company, desk.machine, vends)) await rebook(db, desk, place, null)
}

/** Books a reading that was held back or undone. Null where the machine has none of this id. */
export async function confirmReading(db: Db, desk: Desk, id: OperationId, user: number): Promise<{ hasChanged: boolean } | null> {
  const { company, machine, receivedAt } = desk
  await lockCashBox(db, company, machine)
  const row = await findReading(db, company, machine, id)
  if (!row || row.status === 'BOOKED') return row && { hasChanged: false }
  await writeStatus(db, company, machine, id, 'BOOKED', { user, at: receivedAt })
  const { hasChanged } = await rebook(db, desk, row, id)
  const later = await bookWhatIsClear(db, desk)
  return { hasChanged: hasChanged || later }
}

/** Takes a reading back, with its sales and all that followed from them. Null where the machine has none of this id. */
export async function undoReading(db: Db, desk: Desk, id: OperationId, user: number): Promise<{ hasChanged: boolean } | null> {
  const { company, machine, receivedAt } = desk
  await lockCashBox(db, company, machine)
  const row = await findReading(db, company, machine, id)
  if (!row || row.status === 'UNDONE') return row && { hasChanged: false }
  await writeStatus(db, company, machine, id, 'UNDONE', { user, at: receivedAt })
  if (row.status === 'HELD') return { hasChanged: false }
  const { planogram } = await saleGround(db, company, machine)
  await lockPoints(
    db,
    company,
    planogram.stays.map(({ point }) => point),
  )
  const sales = await standingSales(db, company, machine, row)
  await takeBack(
    db,
    desk,
    sales.map((sale) => sale.id),
  )
  await rebook(db, desk, row, null)
  await bookWhatIsClear(db, desk)
  return { hasChanged: true }
}

/** A reading that is not recorded yet, at its place: what it would bring, and why it would be held back. */
export async function judge(db: Db, desk: Desk, read: Place & { reading: Reading }, base?: AuditBase | null) {
  const { company, machine, currency } = desk
  const before = base === undefined ? await baseBefore(db, desk, read) : base
  const { mapping } = await saleGround(db, company, machine)
  const ground = { currency, mapping }
  const plan = auditedSales(before, read.reading, read.readAt, await toldTo(db, desk, before, read), ground)
  const [next] = (await readingsFrom(db, company, machine, read, 2)).filter(({ id }) => id !== read.id)
  return { base: before, plan, reasons: [...plan.reasons, ...(next ? reasonsOfNext(before, plan.next, next, ground) : [])] }
}

/** What the reading after it would be doubted for, if it were compared with this one. */
function reasonsOfNext(before: AuditBase | null, base: AuditBase, next: ReadingRow, ground: AuditGround): AuditReason[] {
  if (next.isConfirmed) return []
  const doubted = before ? auditedSales(before, next.reading, next.readAt, [], ground).reasons.map(({ code }) => code) : []
  return auditedSales(base, next.reading, next.readAt, [], ground).reasons.flatMap((reason) =>
    doubted.includes(reason.code) ? [] : [{ ...reason, before: reason.now, now: reason.before }],
  )
}

/** What a reading at this place is compared with. */
export async function baseBefore(db: Db, { company, machine }: Desk, place: Place): Promise<AuditBase | null> {
  const [last] = await readingsBefore(db, company, machine, place, 1)
  if (!last) return null
  if (last.base) return last.base
  // Rows of before the base was kept: from the last whole one on.
  const rows = await readingsBefore(db, company, machine, place, LOOKED_BACK)
  const from = rows.findIndex(({ base, reading }) => base !== null || reading.integrity.isWhole)
  return rows
    .slice(0, from < 0 ? rows.length : from + 1)
    .reduceRight<AuditBase | null>((base, { reading, readAt, base: kept }) => kept ?? baseAfter(base, reading, readAt), null)
}

/** The vends that are known of each selection since its own counters were read. */
async function toldTo(
  db: Db,
  { company, machine }: Desk,
  base: AuditBase | null,
  { readAt, reading }: Pick<ReadingRow, 'readAt' | 'reading'>,
) {
  if (!base) return []
  const there = new Set(reading.selections.map(({ number }) => number))
  const older = new Map(Object.entries(base.older).flatMap(([number, at]) => (there.has(number) ? [[plainSelection(number), at]] : [])))
  const told = await toldSince(db, company, machine, [...new Set([base.at, ...older.values()])], readAt)
  return told.filter(({ from, selection }) => from === (older.get(plainSelection(selection)) ?? base.at))
}

export type Booked = { kind: Audited['kind']; warnings: AuditWarning[]; pieces: number }

/**
 * Makes the sales of the readings from a place on what they must be, until one is reached after which nothing is otherwise, and leaves
 * alone those that are right. `fresh` has just come. The machine's status is locked.
 */
async function rebook(db: Db, desk: Desk, place: Place, fresh: OperationId | null) {
  const { company, machine, currency } = desk
  const { planogram, mapping } = await saleGround(db, company, machine)
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
      const plan = auditedSales(base, row.reading, row.readAt, await toldTo(db, desk, base, row), { currency, mapping })
      // Nothing was confirmed, and by what came since its selections say more than its total.
      const isLeftOut = !row.isConfirmed && plan.reasons.some(({ code }) => code === 'AUDIT_MORE_THAN_TOTAL')
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

/** Makes the sales of one reading these pieces. Whether any was otherwise. */
async function makeSales(
  db: Db,
  desk: Desk,
  { id, readAt }: Pick<ReadingRow, 'id' | 'readAt'>,
  pieces: readonly AuditedPiece[],
  { soldAt, mapping }: { soldAt: ReturnType<typeof soldFrom>; mapping: ReadonlyMap<string, string> },
): Promise<boolean> {
  const standing = new Map((await standingSales(db, desk.company, desk.machine, { id, readAt })).map((sale) => [sale.id, sale]))
  const sales: NewSale[] = []
  const takes: NewTake[] = []
  for (const piece of pieces) {
    const { productId, takes: taken } = soldAt(piece.selection, readAt)
    const operation = saleId(id, piece)
    const at = toIso(readAt)
    const type = bookedAs(piece.method, mapping)
    const is = standing.get(operation)
    if (is && is.amount === piece.amount && is.type === type && is.product === productId) {
      standing.delete(operation)
      continue
    }
    sales.push({ id: operation, at, amount: piece.amount, type, slot: piece.selection, product: productId, card: null })
    for (const [line, { point, quantity }] of taken.entries()) takes.push({ operation, at, line, point, quantity: -quantity })
  }
  // What stands otherwise has the id of what is to stand, and makes room for it.
  await takeBack(db, desk, [...standing.keys()])
  await writeAll(db, desk, sales, takes)
  return standing.size > 0 || sales.length > 0
}

/** Readings that were held back, and for which there is no reason any more. Whether any sale was booked. */
async function bookWhatIsClear(db: Db, desk: Desk): Promise<boolean> {
  const { company, machine } = desk
  let hasChanged = false
  for (const row of await heldReadings(db, company, machine, MOST_HELD)) {
    if ((await judge(db, desk, row)).reasons.length > 0) continue
    await writeStatus(db, company, machine, row.id, 'BOOKED', null)
    hasChanged ||= (await rebook(db, desk, row, row.id)).hasChanged
  }
  return hasChanged
}

/** The temperature and the tubes of the latest reading are the machine's, as if its device had reported them. */
async function keepReports(db: Db, { company, machine, currency }: Desk, { reading, readAt }: Pick<ReadingRow, 'reading' | 'readAt'>) {
  const [temperature] = reading.temperatures
  if (temperature) await writeTemperature(db, company, machine, temperature.centiCelsius / 100, readAt)
  if (reading.scale.currency !== currency) return
  const pieces = new Map<number, number>()
  for (const { value, pieces: count } of reading.cash.tubes)
    if (value && count !== null) pieces.set(value, (pieces.get(value) ?? 0) + count)
  const known = pieces.size > 0 ? await coinsOf(db, company, machine) : null
  if (pieces.size === 0 || (known && known.at >= readAt)) return
  await writeCoins(
    db,
    company,
    machine,
    [...pieces].map(([value, count]) => ({ value, count })),
    readAt,
  )
}

const piecesIn = (sales: readonly CountedSales[]) => sales.reduce((sum, { count }) => sum + count, 0)

const outcomeFrom = (
  { kind, warnings, reasons }: Pick<Audited, 'kind' | 'warnings' | 'reasons'>,
  sales: readonly CountedSales[],
): Outcome => ({
  kind,
  warnings,
  reasons,
  pieces: piecesIn(sales),
  amount: sales.reduce((sum, { amount }) => sum + amount, 0),
})

async function writeAll(db: Db, desk: Desk, sales: readonly NewSale[], takes: readonly NewTake[]) {
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

/** The id of a sale follows from its reading and from which piece it is: see `isAudited`. */
function saleId(reading: OperationId, { selection, method, nth }: AuditedPiece): OperationId {
  const hex = createHash('sha256')
    .update(JSON.stringify([reading, selection, method, nth]))
    .digest('hex')
  return `${reading.slice(0, 13)}-8${hex.slice(1, 4)}-b${hex.slice(5, 8)}-${hex.slice(8, 20)}`
}
