import { nameAtLength } from './support/long-names.ts'
import { HAND } from './support/phone.ts'
import { screensOf, show, twoMachines } from './support/screens.ts'
import { type Server, startServer } from './support/server.ts'
import { expect, test as onStage } from './support/stage.ts'
import { wordsOf } from './support/words.ts'

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
    const [english, words] = [wordsOf('en'), wordsOf(language)]
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
      for (const screen of screens.filter((each) => each.who === who)) {
        await show(phone.page, screen, language)
        for (const viewport of [NARROW, HAND]) {
          await phone.page.setViewportSize(viewport)
          expect.soft(await phone.page.evaluate(wrongIn, foreign), `${screen.name} in ${language}, ${viewport.width} wide`).toEqual([])
        }
      }
    }
  })
}

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
