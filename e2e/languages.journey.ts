import type { Page } from '@playwright/test'
import { nameAtLength } from './support/long-names.ts'
import { HAND } from './support/phone.ts'
import { type Screen, screensOf, standsStill, twoMachines } from './support/screens.ts'
import { type Server, startServer } from './support/server.ts'
import { expect, test as onStage } from './support/stage.ts'
import { sayIn, wordsOf } from './support/words.ts'

/** The longest words, the most forms, and another script; EVERY_LANGUAGE=1 looks at all of them. */
const LOOKED_AT = process.env.EVERY_LANGUAGE ? ['de', 'pl', 'ja', 'es', 'fr', 'it', 'pt'] : ['de', 'pl', 'ja']
/** What is read on every screen; the narrowest phone there is must not cut anything off either. */
const NARROW = { width: 320, height: 640 }

/** At a company of its own, whose products have long names. */
const test = onStage.extend<object, { server: Server }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer()
      await nameAtLength(server.url)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})
test.describe.configure({ timeout: 900_000 })

for (const language of LOOKED_AT) {
  test(`on a phone in "${language}" every screen speaks it, and none cuts a text off`, async ({ takePhone, server }) => {
    const [english, words, say] = [wordsOf('en'), wordsOf(language), sayIn(language)]
    const keys = [...english.keys()].flatMap((key) => [key, key.slice(key.indexOf(':') + 1)]).filter((key) => /[.:]/.test(key))
    const notSaid = [...keys, ...[...english].flatMap(([key, text]) => (words.get(key) === text ? [] : [text]))]
    // What means one thing here and is a name there, as that of a product, is no leftover.
    const foreign = notSaid.filter((text) => text.length > 3 && ![...words.values()].includes(text))
    const screens = screensOf(await twoMachines(server.url))
    for (const who of ['nobody', 'serviceman', 'manager'] as const) {
      const phone = await takePhone({ viewport: HAND })
      if (who === 'nobody') await phone.page.goto('/login')
      else await phone.signIn(who)
      await phone.page.evaluate((code) => localStorage.setItem('language', code), language)
      for (const screen of inOneGo(screens.filter((each) => each.who === who))) {
        await goTo(phone.page, screen)
        await standsStill(phone.page, say)
        await screen.deed?.(phone.page, say)
        for (const viewport of [NARROW, HAND]) {
          await phone.page.setViewportSize(viewport)
          expect.soft(await phone.page.evaluate(wrongIn, foreign), `${screen.name} in ${language}, ${viewport.width} wide`).toEqual([])
        }
      }
    }
  })
}

/** What was opened on a screen would stand over the next one: those come last, and each is loaded anew. */
const inOneGo = (screens: readonly Screen[]) => screens.toSorted((a, b) => Number(a.deed !== undefined) - Number(b.deed !== undefined))

/** From the first screen on as a tap would do it, which is far quicker than to load the app anew. */
async function goTo(page: Page, { path, deed }: Screen): Promise<void> {
  const isInside = await page.evaluate(() => document.documentElement.dataset.walked !== undefined)
  if (!isInside || deed) await page.goto(path)
  else await page.evaluate((href) => (window as unknown as WithRouter).__TSR_ROUTER__.navigate({ href }), path)
  await page.evaluate(() => {
    document.documentElement.dataset.walked = ''
  })
}

type WithRouter = { __TSR_ROUTER__: { navigate(to: { href: string }): Promise<void> } }

/** Texts that are cut off without saying so, whatever makes the page wider than the phone, and what is said in no language or in another. */
function wrongIn(foreign: readonly string[]): string[] {
  const unsaid = new Set(foreign)
  const wrong: string[] = []
  const page = document.documentElement
  if (page.scrollWidth > page.clientWidth) {
    const beyond = [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > page.clientWidth)
    const texts = beyond.flatMap(({ childElementCount, textContent }) => (childElementCount === 0 && textContent ? [textContent] : []))
    wrong.push(`the page is ${page.scrollWidth} wide, and beyond its edge lies ${texts.slice(0, 8).join(', ')}`)
  }
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const text = [...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : [])).join('')
    if (!text.trim() || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    // Some words are those of the wire, in every language.
    if (unsaid.has(text.trim()) && !element.closest('[translate="no"]')) wrong.push(`not translated: ${text.trim()}`)
    const { overflowX, overflowY, textOverflow, webkitLineClamp, clip, clipPath } = getComputedStyle(element)
    const isForEars = element.clientWidth <= 1 || clip !== 'auto' || clipPath !== 'none'
    const saysSo = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
    if (isForEars || saysSo) continue
    const isCut =
      (overflowX !== 'visible' && overflowX !== 'auto' && overflowX !== 'scroll' && element.scrollWidth > element.clientWidth + 1) ||
      (overflowY !== 'visible' && overflowY !== 'auto' && overflowY !== 'scroll' && element.scrollHeight > element.clientHeight + 2)
    if (isCut) wrong.push(`cut off: ${text.trim()}`)
  }
  return wrong
}
