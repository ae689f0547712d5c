import { identityReasons } from '#domain/sales/audit-doubts.ts'
import type { AuditBase } from '#domain/sales/audit-state.ts'
import { type AuditGround, auditedSales } from '#domain/sales/audited.ts'
import type { Db } from '../../db/client.ts'
import { assessReadOut, baseBefore, bookCertainSales, MAX_HELD, outcomeFrom, rebook, voidSalesOf } from './audit-booking.ts'
import { heldReadings, type Place, type ReadingRow, readingsBefore, readingsFrom, writeOutcome, writeStatus } from './audits.store.ts'
import type { ReadOutContext } from './message-source.ts'
import { saleContext } from './vends.store.ts'

/** Maximum number of consecutive readings that later readings can prove wrong. */
const MAX_OUTLIERS = 3

/**
 * A booked reading with wrong counters (a digit changed in transit, or the file of another machine without a serial number) makes all later
 * readings doubtful. If more later readings agree with the reading before it and with each other than there are wrong ones, the wrong ones
 * are held. Readings that a manager confirmed, and readings with another machine's serial number, are left to the manager.
 */
export async function holdOutliers(db: Db, desk: ReadOutContext): Promise<boolean> {
  const { company, machine } = desk
  const held = await heldReadings(db, company, machine, MAX_HELD)
  const last = held.at(-1)
  if (!last || held.length < 2) return false
  const { mapping } = await saleContext(db, company, machine)
  const ground = { currency: desk.currency, mapping }
  const booked = (await readingsBefore(db, company, machine, last, MAX_OUTLIERS)).filter(({ isConfirmed }) => !isConfirmed)
  for (const [nth, outlier] of booked.entries()) {
    const later = held.filter((row) => isBehind(row, outlier) && isContradicted(outlier, row, ground))
    const { chain: agreeing, end } = chainFrom(await baseBefore(db, desk, outlier), later, ground)
    const lastAgreeing = agreeing.at(-1)
    if (agreeing.length < nth + 2 || !lastAgreeing) continue
    const [next] = (await readingsFrom(db, company, machine, lastAgreeing, 2)).filter(({ id }) => id !== lastAgreeing.id)
    if (next && !next.isConfirmed && doubtsOf(end, next, ground).length > 0) continue
    const wrong = booked.slice(0, nth + 1)
    for (const row of wrong) await holdBack(db, desk, row)
    await rebook(db, desk, outlier, null)
    for (const row of agreeing) {
      await writeStatus(db, company, machine, row.id, 'BOOKED', null)
      await rebook(db, desk, row, row.id)
    }
    for (const row of wrong) {
      const { plan, reasons } = await assessReadOut(db, desk, row)
      await writeOutcome(db, company, machine, row.id, outcomeFrom({ ...plan, reasons }, []), null)
    }
    await bookCertainSales(db, desk)
    return true
  }
  return false
}

const isBehind = (a: Place, b: Place) =>
  a.readAt !== b.readAt ? a.readAt > b.readAt : a.counted !== b.counted ? a.counted > b.counted : a.id > b.id

const doubtsOf = (base: AuditBase | null, { reading, readAt }: ReadingRow, ground: AuditGround) =>
  auditedSales(base, reading, readAt, [], ground).reasons

/** By counters only, because two different serial numbers do not show which one is wrong. */
const isContradicted = (by: ReadingRow, row: ReadingRow, ground: AuditGround) =>
  identityReasons(by.reading, row.reading).length === 0 && by.base !== null && doubtsOf(by.base, row, ground).length > 0

/** The readings that follow from a baseline one after the other without any doubt. */
function chainFrom(
  base: AuditBase | null,
  rows: readonly ReadingRow[],
  ground: AuditGround,
): { chain: ReadingRow[]; end: AuditBase | null } {
  const chain: ReadingRow[] = []
  let end = base
  for (const row of rows) {
    const plan = auditedSales(end, row.reading, row.readAt, [], ground)
    if (plan.reasons.length > 0 || plan.kind === 'other') continue
    chain.push(row)
    end = plan.next
  }
  return { chain, end }
}

/** Holds a booked reading and removes its sales. */
async function holdBack(db: Db, desk: ReadOutContext, row: ReadingRow) {
  const { company, machine } = desk
  await writeStatus(db, company, machine, row.id, 'HELD', null)
  await voidSalesOf(db, desk, row)
}
