/** The shortage up to the maximum: between zero and the maximum. */
export const shortageOf = (currentQuantity: number, maxQuantity: number | null): number =>
  maxQuantity === null ? 0 : Math.min(maxQuantity, Math.max(0, maxQuantity - currentQuantity))

/** The stock level in percent, clamped to 0 to 100; `danger` if it is impossible: above the maximum or below zero. */
export function fillOf(currentQuantity: number, maxQuantity: number | null): { percent: number; danger: boolean } {
  const max = maxQuantity ?? 0
  const danger = currentQuantity < 0 || (maxQuantity !== null && currentQuantity > max)
  const percent = max > 0 ? Math.min(100, Math.max(0, (currentQuantity / max) * 100)) : currentQuantity > 0 ? 100 : 0
  return { percent, danger }
}
