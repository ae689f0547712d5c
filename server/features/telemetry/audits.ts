import { createHash } from 'node:crypto'
import { clockMoment, type ReadAtSource, readTime } from '#domain/dex/read-time.ts'
import { type Reading, readAudits } from '#domain/dex/reading.ts'
import { vendsCounted } from '#domain/dex/totals.ts'
import type { OperationId } from '#domain/ids.ts'
import type { AuditReason } from '#domain/sales/audit-doubts.ts'
import type { Audited, AuditWarning } from '#domain/sales/audited.ts'
import type { Moment } from '#domain/time.ts'
import { lockCashBox } from '../../cash-box/withdrawals.store.ts'
import type { Db } from '../../db/client.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { assessReadOut, bookCertainSales, outcomeFrom, rebook, voidSalesOf } from './audit-booking.ts'
import { holdOutliers } from './audit-outliers.ts'
import {
  findReading,
  findSame,
  firstReadingsAfter,
  insertReading,
  knownClockAhead,
  outcomeOf,
  type ReadingRow,
  recordAgain,
  writeOutcome,
  writeStatus,
} from './audits.store.ts'
import type { ReadOutContext } from './message-source.ts'
import { coinsOf, writeCoins, writeTemperature } from './reports.store.ts'

/**
 * Parses the single read-out in a text, or returns a refusal that names the line. A text with several read-outs is refused, because each
 * has its own time.
 */
export function auditIn(file: string, currency: string): Reading | Refusal {
  const { readings, warnings } = readAudits(file, currency)
  const [reading, next] = readings
  const line = warnings[0]?.line ?? 1
  if (!reading) return refuse('AUDIT_UNREADABLE', { detail: `Line ${line}: this is not an EVA-DTS audit.`, details: { line } })
  if (next)
    return refuse('AUDITS_SEVERAL', {
      detail: `Line ${next.lines.from}: another audit begins here. Send each audit separately, with its own time.`,
      details: { line: next.lines.from },
    })
  return reading
}

/** Digest of a file, independent of line endings. */
export const digestOf = (file: string): string => createHash('sha256').update(file.trim().replaceAll(/\r\n?/g, '\n')).digest('base64url')

/** What was sent with a file: when it was read, as far as known, and by whom. */
type ReceivedReadOut = {
  id: OperationId
  givenAt: Moment | null
  givenFrom: ReadAtSource | null
  user: number | null
  device: number | null
  file: string
  reading: Reading
  /** A manager confirmed that the reading is correct. */
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

/** Determines the time of a reading from the request and from the known offset of the machine's clock. */
export async function whenRead(
  db: Db,
  { company, machine, timezone, receivedAt: now }: ReadOutContext,
  { reading, givenAt, givenFrom: saidFrom }: Pick<ReceivedReadOut, 'reading' | 'givenAt' | 'givenFrom'>,
): Promise<When> {
  const known = await knownClockAhead(db, company, machine)
  const { at, from } = readTime({ clock: reading.clock, givenAt, from: saidFrom, ahead: known, timezone, now })
  const measured = from === 'DEVICE' && reading.clock ? clockMoment(reading.clock, timezone, null) - at : null
  return { readAt: at, readAtFrom: from, clockAhead: measured ?? known }
}

/**
 * Inserts a reading at its position among those of its machine. If it needs confirmation by a manager, it is stored but nothing is booked.
 * The result depends only on the readings, decisions and vends, not on their order of arrival.
 */
export async function recordReading(db: Db, desk: ReadOutContext, brought: ReceivedReadOut): Promise<Recorded> {
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
  const assessment = await assessReadOut(db, desk, read)
  const isHeld = assessment.reasons.length > 0 && !brought.isConfirmed
  const status = isHeld ? 'HELD' : 'BOOKED'
  await (same ? recordAgain(db, company, machine, read, status) : insertReading(db, company, machine, read, status))
  if (isHeld) {
    await writeOutcome(db, company, machine, id, outcomeFrom({ ...assessment.plan, reasons: assessment.reasons }, []), null)
    const hasChanged = await holdOutliers(db, desk)
    const own = hasChanged ? await outcomeOf(db, company, machine, id) : null
    if (own && own.reasons.length === 0)
      return { ...when, kind: own.kind, pieces: own.pieces, isCut, warnings: own.warnings, reasons: [], hasChanged }
    const { warnings } = assessment.plan
    return { ...when, kind: 'held', pieces: 0, isCut, warnings, reasons: assessment.reasons, hasChanged }
  }
  if (assessment.reasons.length > 0) await writeStatus(db, company, machine, id, 'BOOKED', { user: brought.user, at: receivedAt })
  const { booked, hasChanged } = await rebook(db, desk, read, id)
  const own = booked.get(id)
  if (!own) throw new Error('the recorded reading was not found among those of its machine')
  await storeReports(db, desk, read)
  const later = await bookCertainSales(db, desk)
  const { kind, warnings, pieces } = own
  return { ...when, kind, warnings, pieces, isCut, reasons: assessment.reasons, hasChanged: hasChanged || later }
}

/** Removes sales of readings that a later vend report covers. */
export async function rebookAfter(db: Db, desk: ReadOutContext, vends: readonly Moment[]): Promise<void> {
  for (const place of await firstReadingsAfter(db, desk.company, desk.machine, vends)) await rebook(db, desk, place, null)
}

/** Books a held or undone reading. Returns null if the machine has no reading with this id. */
export async function confirmReading(db: Db, desk: ReadOutContext, id: OperationId, user: number): Promise<{ hasChanged: boolean } | null> {
  const { company, machine, receivedAt } = desk
  await lockCashBox(db, company, machine)
  const row = await findReading(db, company, machine, id)
  if (!row || row.status === 'BOOKED') return row && { hasChanged: false }
  await writeStatus(db, company, machine, id, 'BOOKED', { user, at: receivedAt })
  const { hasChanged } = await rebook(db, desk, row, id)
  await storeReports(db, desk, row)
  const later = await bookCertainSales(db, desk)
  return { hasChanged: hasChanged || later }
}

/** Undoes a reading, with its sales and all their effects. Returns null if the machine has no reading with this id. */
export async function undoReading(db: Db, desk: ReadOutContext, id: OperationId, user: number): Promise<{ hasChanged: boolean } | null> {
  const { company, machine, receivedAt } = desk
  await lockCashBox(db, company, machine)
  const row = await findReading(db, company, machine, id)
  if (!row || row.status === 'UNDONE') return row && { hasChanged: false }
  await writeStatus(db, company, machine, id, 'UNDONE', { user, at: receivedAt })
  if (row.status === 'HELD') return { hasChanged: await bookCertainSales(db, desk) }
  await voidSalesOf(db, desk, row)
  await rebook(db, desk, row, null)
  await bookCertainSales(db, desk)
  return { hasChanged: true }
}

/** Applies temperature and coin tubes of the latest reading to the machine, as a device report would. */
async function storeReports(
  db: Db,
  { company, machine, currency }: ReadOutContext,
  { reading, readAt }: Pick<ReadingRow, 'reading' | 'readAt'>,
) {
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
