/** The tax in a gross amount, both in minor units, at a rate in hundredths of a percent, rounded half away from zero. */
export function taxIn(grossMinor: number, basisPoints: number): number {
  // The product can exceed the safe integers.
  const [part, whole] = [BigInt(Math.abs(grossMinor)) * BigInt(basisPoints), 10_000n + BigInt(basisPoints)]
  const tax = Number((2n * part + whole) / (2n * whole))
  return grossMinor < 0 ? -tax || 0 : tax
}

/** Sales at one rate: in hundredths of a percent, and in minor units. */
type Taxed = { rate: number; count: number; grossMinor: number }
type TaxSum = Taxed & { taxMinor: number; netMinor: number }

/** One sum per rate, highest rate first. The tax is rounded once per rate, so it does not depend on how the sales are split. */
export function taxSums(sales: Iterable<Taxed>): TaxSum[] {
  const byRate = new Map<number, Taxed>()
  for (const { rate, count, grossMinor } of sales) {
    const sum = byRate.get(rate) ?? { rate, count: 0, grossMinor: 0 }
    byRate.set(rate, { rate, count: sum.count + count, grossMinor: sum.grossMinor + grossMinor })
  }
  return [...byRate.values()]
    .filter(({ count, grossMinor }) => count !== 0 || grossMinor !== 0)
    .toSorted((a, b) => b.rate - a.rate)
    .map((sum) => {
      const taxMinor = taxIn(sum.grossMinor, sum.rate)
      return { ...sum, taxMinor, netMinor: sum.grossMinor - taxMinor }
    })
}

export type Total = { count: number; grossMinor: number; netMinor: number; taxMinor: number }

/** The total of sums per rate. */
export const totalOf = (sums: readonly TaxSum[]): Total =>
  sums.reduce(
    (total, sum) => ({
      count: total.count + sum.count,
      grossMinor: total.grossMinor + sum.grossMinor,
      netMinor: total.netMinor + sum.netMinor,
      taxMinor: total.taxMinor + sum.taxMinor,
    }),
    { count: 0, grossMinor: 0, netMinor: 0, taxMinor: 0 },
  )
