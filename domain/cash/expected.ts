/** Source of the expected amount: the machine's own counters, or the cash sales of the ledger. */
export const BASES = ['METER', 'SALES'] as const
export type Basis = (typeof BASES)[number]

/** Counters of a machine since its installation, in minor units. `bills`: those in the cash box, without the recycler; null if not read. */
export type Meters = { cashBox: number; bills: number | null }

/**
 * What went into the cash box between two readings. Coins and bills that went to tubes or the recycler are in neither counter. Null if they
 * cannot be compared: one is missing, only one has bills, or a counter was reset.
 */
function meterDifference(before: Meters | null, now: Meters | null): number | null {
  if (!before || !now || (before.bills === null) !== (now.bills === null)) return null
  const coins = now.cashBox - before.cashBox
  const bills = (now.bills ?? 0) - (before.bills ?? 0)
  return coins < 0 || bills < 0 ? null : coins + bills
}

type Expected = { basis: Basis; expected: number; meter: number | null; sales: number }

/** The expected amount of a collection by the readings of it and the previous one, else by the cash sales between them. */
export function expectedOf(before: Meters | null, now: Meters | null, sales: number): Expected {
  const meter = meterDifference(before, now)
  return { basis: meter === null ? 'SALES' : 'METER', expected: meter ?? sales, meter, sales }
}
