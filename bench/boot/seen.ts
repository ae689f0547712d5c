import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright-core'

/** The CPU slowdown of a phone relative to this machine. */
export const SLOWED = 4

declare global {
  interface Window {
    /** When the watched element was painted, in milliseconds since the navigation or the start of the watch. */
    seenAt?: number
    watchFor(selector: string, begun?: number): void
    keyPresses: number[]
    watchFrames(): void
    longestFrame: number
  }
}

const script = fileURLToPath(new URL('watch.js', import.meta.url))

/** Throttles a page's CPU, and sets the selector to watch from the navigation on. */
export async function watch(page: Page, selector: string): Promise<CDPSession> {
  await page.addInitScript({ path: script })
  await page.addInitScript((awaited) => window.watchFor(awaited, 0), selector)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  return session
}

export const seen = async (page: Page): Promise<number> =>
  (await page.waitForFunction(() => window.seenAt, undefined, { timeout: 120_000 })).jsonValue() as Promise<number>

/** Types a word and deletes it at the pace of a fast typist. Returns the longest time from a key press to the next frame. */
export async function worstKeyPress(page: Page, word: string): Promise<number> {
  await page.getByRole('searchbox').first().focus()
  await page.evaluate(() => {
    window.keyPresses = []
  })
  await page.keyboard.type(word, { delay: 200 })
  for (const _ of word) await page.keyboard.press('Backspace', { delay: 200 })
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[type=search]')?.value === '')
  // Frames under 16 ms are not reported.
  return page.evaluate(() => Math.max(16, ...window.keyPresses))
}
