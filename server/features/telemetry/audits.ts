import { createHash } from 'node:crypto'
import { type Reading, readAudits } from '#domain/eva-dts/reading.ts'
import { vendsCounted } from '#domain/eva-dts/vends-counted.ts'
import type { CompanyId, MachineId, OperationId } from '#domain/ids.ts'
import { type Audited, type AuditedPiece, auditedSales, piecesOf } from '#domain/sales/audited.ts'
import { bookedAs, soldFrom } from '#domain/sales/vend.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { lockCashBox } from '../../cash-box/withdrawals.store.ts'
import type { Db } from '../../database/database.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { type Interval, insertReading, intervalsAfter, intervalsAt, standingSales, takeBack } from './audits.store.ts'
import { lockPoints, type NewSale, type NewTake, saleGround, writeSales } from './vends.store.ts'

/** Of one statement, as many as a device may tell at once: the database joins what it is handed line by line. */
const SALES_AT_ONCE = 1_000

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

export type Recorded = Omit<Audited, 'kind' | 'sales'> & { kind: Audited['kind'] | 'known'; pieces: number; hasChanged: boolean }

/**
 * Puts a reading in its place among those of its machine, and makes the sales of the two intervals that it makes of one. What is
 * there in the end follows from the readings and the vends alone, in whatever order they came.
 */
export async function recordReading(
  db: Db,
  desk: Desk,
  audit: { id: OperationId; readAt: Moment; user: number | null; device: number | null; file: string; reading: Reading },
): Promise<Recorded> {
  const { company, machine, receivedAt } = desk
  await lockCashBox(db, company, machine)
  const reading = { ...audit, counted: vendsCounted(audit.reading), receivedAt, digest: digestOf(audit.file) }
  if (!(await insertReading(db, company, machine, reading))) return { kind: 'known', pieces: 0, warnings: [], hasChanged: false }
  const booked = await book(db, desk, await intervalsAt(db, company, machine, reading))
  const own = booked.audited.get(audit.id)
  if (!own) throw new Error('a reading is not among those of its machine')
  return {
    kind: own.kind,
    warnings: own.warnings,
    pieces: own.sales.reduce((sum, { count }) => sum + count, 0),
    hasChanged: booked.hasChanged,
  }
}

/** Vends that came after a reading that had counted them already: what the reading brought of them is taken back. */
export const rebookAfter = async (db: Db, desk: Desk, vends: readonly Moment[]) =>
  book(db, desk, await intervalsAfter(db, desk.company, desk.machine, vends))

/** Makes the sales of these intervals what they must be, and leaves alone those that are. The machine's status is locked. */
async function book(db: Db, desk: Desk, intervals: readonly Interval[]) {
  const { company, machine, currency } = desk
  const { planogram, mapping } = await saleGround(db, company, machine)
  await lockPoints(
    db,
    company,
    planogram.stays.map(({ point }) => point),
  )
  const soldAt = soldFrom(planogram)
  const audited = new Map<OperationId, Audited>()
  let hasChanged = false
  for (const interval of intervals) {
    const { id, readAt, reading, previous, told } = interval
    const plan = auditedSales(previous?.reading ?? null, reading, told, { currency, mapping })
    audited.set(id, plan)
    const standing = new Map((await standingSales(db, company, machine, interval)).map((sale) => [sale.id, sale]))
    const sales: NewSale[] = []
    const takes: NewTake[] = []
    for (const piece of piecesOf(plan.sales)) {
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
    hasChanged ||= standing.size > 0 || sales.length > 0
  }
  return { audited, hasChanged }
}

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
