import { identityReasons } from '#domain/sales/audit-doubts.ts'
import type { AuditBase } from '#domain/sales/audit-state.ts'
import { type AuditGround, auditedSales } from '#domain/sales/audited.ts'
import type { Db } from '../../db/client.ts'
import { baseBefore, bookWhatIsClear, judge, MAX_HELD, outcomeFrom, rebook, takeBackSalesOf } from './audit-booking.ts'
import type { Desk } from './audit-desk.ts'
import { heldReadings, type Place, type ReadingRow, readingsBefore, readingsFrom, writeOutcome, writeStatus } from './audits.store.ts'
import { saleGround } from './vends.store.ts'

/** So many readings in a row are found to be wrong by those after them. */
const MAX_OUTLIERS = 3

/**
 * A booked reading whose counters are wrong (a digit changed on its way, the file of another machine without a serial number) makes all
 * later ones doubtful. Where more of those than there are wrong ones agree with the reading before and with each other, it is the one to
 * hold back. Whom a manager confirmed, and another machine's serial number, only a manager decides on.
 */
export async function holdOutliers(db: Db, desk: Desk): Promise<boolean> {
  const { company, machine } = desk
  const held = await heldReadings(db, company, machine, MAX_HELD)
  const last = held.at(-1)
  if (!last || held.length < 2) return false
  const { mapping } = await saleGround(db, company, machine)
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
      const { plan, reasons } = await judge(db, desk, row)
      await writeOutcome(db, company, machine, row.id, outcomeFrom({ ...plan, reasons }, []), null)
    }
    await bookWhatIsClear(db, desk)
    return true
  }
  return false
}

const isBehind = (a: Place, b: Place) =>
  a.readAt !== b.readAt ? a.readAt > b.readAt : a.counted !== b.counted ? a.counted > b.counted : a.id > b.id

const doubtsOf = (base: AuditBase | null, { reading, readAt }: ReadingRow, ground: AuditGround) =>
  auditedSales(base, reading, readAt, [], ground).reasons

/** By their counters only: of two serial numbers, neither is the wrong one. */
const isContradicted = (by: ReadingRow, row: ReadingRow, ground: AuditGround) =>
  identityReasons(by.reading, row.reading).length === 0 && by.base !== null && doubtsOf(by.base, row, ground).length > 0

/** The readings that follow from a base one after the other without any doubt. */
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

/** A booked reading is held back, with its sales. */
async function holdBack(db: Db, desk: Desk, row: ReadingRow) {
  const { company, machine } = desk
  await writeStatus(db, company, machine, row.id, 'HELD', null)
  await takeBackSalesOf(db, desk, row)
}
