import { isLong } from '../tests/support/long.ts'
import { nameAtLength } from './support/long-names.ts'
import { HAND } from './support/phone.ts'
import { type Screen, screensOf, twoMachines } from './support/screens.ts'
import { test } from './support/stage.ts'
import { expectNothingWrong, partOf, walkResizing } from './support/walk.ts'
import { wordsOf } from './support/words.ts'

/**
 * Checks one screen in this many. German has the longest words, so it is checked most often; Polish has the most plural forms, Japanese
 * another script.
 */
const SHORT = { de: 6, pl: 12, ja: 12 }
/** Used by `npm run test:long`: every language on every screen. */
const LONG = { de: 1, pl: 1, ja: 1, es: 1, fr: 1, it: 1, pt: 1 }
/** The narrowest supported phone, which must not truncate text either. */
const NARROW = { width: 320, height: 640 }

test.use({ prepareServer: async ({ browserName: _ }, use) => use(nameAtLength) })
test.describe.configure({ mode: 'parallel', timeout: 900_000 })

for (const [language, parts] of Object.entries(isLong ? LONG : SHORT)) {
  const screensWords = parts === 1 ? 'every screen' : `one screen in ${parts}`
  test(`in "${language}" ${screensWords} are translated and not truncated on a phone`, async ({ takePhone, server }) => {
    const [english, words] = [wordsOf('en'), wordsOf(language)]
    const keys = [...english.keys()].flatMap((key) => [key, key.slice(key.indexOf(':') + 1)]).filter((key) => /[.:]/.test(key))
    const notSaid = [...keys, ...[...english].flatMap(([key, text]) => (words.get(key) === text ? [] : [text]))]
    // A word that is a text here and a name elsewhere, such as a product name, is not an untranslated text.
    const shown = new Set(words.values())
    const foreign = notSaid.filter((text) => text.length > 3 && !shown.has(text))
    const screens = partOf(screensOf(await twoMachines(server.url)), parts === 1 ? 1 : (FIRST[language] ?? 1), parts)
    for (const who of ['anonymous', 'serviceman', 'manager'] as const) {
      const phone = await takePhone({ viewport: HAND, serviceWorkers: 'block' })
      if (who === 'anonymous') await phone.page.goto('/login')
      else await phone.signIn(who)
      await phone.page.evaluate((code) => localStorage.setItem('language', code), language)
      // Sent once per document, because transferring thousands of texts takes longer than searching for them.
      await phone.window.addInitScript((texts) => Object.assign(window, { unsaid: new Set(texts) }), foreign)
      const look = async ({ name }: Screen, viewport: typeof HAND) => {
        await phone.page.setViewportSize(viewport)
        await expectNothingWrong(phone.page, () => phone.page.evaluate(mistakesIn), `${name} in ${language}, ${viewport.width} wide`)
      }
      const own = screens.filter((each) => each.who === who)
      await walkResizing(phone.page, own, [NARROW, HAND], look, language)
    }
  })
}

/** German, Polish and Japanese begin with different screens. */
const FIRST: Record<string, number> = { de: 1, pl: 2, ja: 3 }

/** Returns silently truncated texts, elements wider than the phone, and texts that are not in this language. */
function mistakesIn(): string[] {
  const { unsaid } = window as unknown as { unsaid: Set<string> }
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
    // Some words come from the API and are the same in every language.
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
