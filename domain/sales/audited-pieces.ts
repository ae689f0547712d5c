import type { CountedSales } from './audit-state.ts'

/** The `nth` piece of some sales. The amounts of all pieces add up to that of the sales. */
export type AuditedPiece = { selection: string; method: string; nth: number; amount: number }

export const piecesOf = (sales: readonly CountedSales[]): AuditedPiece[] =>
  sales.flatMap(({ selection, method, count, amount }) =>
    Array.from({ length: count }, (_, nth) => ({
      selection,
      method,
      nth,
      amount: Math.floor(amount / count) + (nth < amount % count ? 1 : 0),
    })),
  )
