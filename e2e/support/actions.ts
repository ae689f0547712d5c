import { expect, type Locator, type Page } from '@playwright/test'

/** The actions of a task: before, as measured on the previous screens, and the limit. */
export type Task = { name: string; before: string; most: number }

/** Counts what a user does: clicks, keys and filled fields. */
export class Actions {
  #count = 0
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }
  async click(target: Locator, options: Parameters<Locator['click']>[0] = {}) {
    this.#count++
    await target.click(options)
  }
  async fill(target: Locator, text: string) {
    this.#count++
    await target.fill(text)
  }
  async press(key: string) {
    this.#count++
    await this.#page.keyboard.press(key)
  }
  end({ name, before, most }: Task) {
    console.info(`${name}: ${before} actions before, ${this.#count} now, at most ${most}`)
    expect(this.#count).toBeLessThanOrEqual(most)
  }
}

/** Counts taps from now on. Returns a function that reads the count; a reload resets it. */
export async function countTaps(page: Page): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle(() => {
    const taps = { count: 0 }
    window.addEventListener('pointerdown', () => taps.count++, { capture: true })
    return taps
  })
  return () => counted.evaluate(({ count }) => count)
}
