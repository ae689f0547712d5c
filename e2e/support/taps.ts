import type { Page } from '@playwright/test'

/** Counts taps from now on. Returns a function that reads the count; a reload resets it. */
export async function countTaps(page: Page): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle(() => {
    const taps = { count: 0 }
    window.addEventListener('pointerdown', () => taps.count++, { capture: true })
    return taps
  })
  return () => counted.evaluate(({ count }) => count)
}
