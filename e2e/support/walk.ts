import { expect, type Page } from '@playwright/test'
import { expectLoaded, type Screen } from './screens.ts'
import { sayIn } from './words.ts'

/**
 * Shows screens one after another. All but the first open by client-side navigation, which is much faster than a reload. Screens that open
 * a dialog come last and are loaded, because the dialog would stay above the next screen.
 */
export async function walk(
  page: Page,
  screens: readonly Screen[],
  visit: (screen: Screen) => Promise<void>,
  language = 'en',
): Promise<void> {
  const say = sayIn(language)
  for (const screen of screens.toSorted((a, b) => Number(a.prepare !== undefined) - Number(b.prepare !== undefined))) {
    const isInside = await page.evaluate(() => document.documentElement.dataset.walked !== undefined)
    if (!isInside || screen.prepare) await page.goto(screen.path)
    else await page.evaluate((href) => (window as unknown as WithRouter).__TSR_ROUTER__.navigate({ href }), screen.path)
    await page.evaluate(startAtTop)
    await expectLoaded(page, say)
    await screen.prepare?.(page, say)
    await visit(screen)
  }
}

/**
 * Walks as `walk` does and checks each screen at several sizes. Each screen begins at the size at which the last one ended, because a
 * resize renders the whole screen again. Screens that open a dialog are checked in the given order, because a visit may change the dialog.
 */
export async function walkResizing<Look>(
  page: Page,
  screens: readonly Screen[],
  looks: readonly Look[],
  visit: (screen: Screen, look: Look, isFirst: boolean) => Promise<void>,
  language = 'en',
): Promise<void> {
  let next = looks
  const visitAll = async (screen: Screen) => {
    const order = screen.prepare ? looks : next
    for (const [index, look] of order.entries()) {
      if (index > 0 && !screen.prepare) await page.evaluate(startAtTop)
      await visit(screen, look, index === 0)
    }
    next = order.toReversed()
  }
  await walk(page, screens, visitAll, language)
}

/** Runs in the page: scrolls to the top and resets the focus, as after a reload. */
function startAtTop(): void {
  document.documentElement.dataset.walked = ''
  window.scrollTo(0, 0)
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
}

type WithRouter = { __TSR_ROUTER__: { navigate(to: { href: string }): Promise<void> } }

/** Frames without a change after which a layout counts as settled: a chart follows a resize within a few. */
const SETTLED_FRAMES = 8
/** Much longer than a screen needs to settle, also on a busy machine. */
const SETTLES_MS = 20_000

/** Whether the layout stays the same for some frames, with all fonts and pictures loaded. */
const settles = (page: Page): Promise<boolean> =>
  page.evaluate(
    async ([most, patienceMs]) => {
      const until = performance.now() + patienceMs
      await document.fonts.ready
      // The content of a chart may still animate; its box must not change.
      const layout = () =>
        [...document.querySelectorAll('body, body *:not(svg *)')]
          .map((element) => {
            const { left, top, width, height } = element.getBoundingClientRect()
            return [left + scrollX, top + scrollY, width, height].map(Math.round).join()
          })
          .join(' ')
      let last = ''
      for (let frames = 0; frames < most; ) {
        if (performance.now() > until) return false
        await new Promise((next) => requestAnimationFrame(next))
        const now = layout()
        frames = now === last && [...document.images].every(({ complete }) => complete) ? frames + 1 : 0
        last = now
      }
      return true
    },
    [SETTLED_FRAMES, SETTLES_MS] as const,
  )

/**
 * Expects no problem on a screen that has settled. It is checked once, because polling would hide an overflow that disappears. A failure
 * does not end the walk.
 */
export async function expectNothingWrong(page: Page, find: () => Promise<string[]>, message: string): Promise<void> {
  expect.soft(await settles(page), `${message}: the layout settles`).toBe(true)
  expect.soft(await find(), message).toEqual([])
}

/** One of several equal parts, so that tests can share a long walk: every third screen belongs to part 1 of 3. */
export const partOf = <T>(all: readonly T[], part: number, parts: number): T[] => all.filter((_, index) => index % parts === part - 1)
