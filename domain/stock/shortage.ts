/** How much is missing up to the maximum: never negative, never more than the maximum. */
export const shortageOf = (currentQuantity: number, maxQuantity: number | null): number =>
  maxQuantity === null ? 0 : Math.min(maxQuantity, Math.max(0, maxQuantity - currentQuantity))

/** How full it is in percent, clamped to 0 to 100; in danger where it cannot be true: above the maximum or below zero. */
export function fillOf(currentQuantity: number, maxQuantity: number | null): { percent: number; danger: boolean } {
  const max = maxQuantity ?? 0
  const danger = currentQuantity < 0 || (maxQuantity !== null && currentQuantity > max)
  const percent = max > 0 ? Math.min(100, Math.max(0, (currentQuantity / max) * 100)) : currentQuantity > 0 ? 100 : 0
  return { percent, danger }
}
