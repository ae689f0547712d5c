import type { CDPSession, Page } from '@playwright/test'
import { isLong } from '../tests/support/long.ts'
import { DESK } from './support/phone.ts'
import { screensOf, setAppearance, twoMachines } from './support/screens.ts'
import { expect, test } from './support/stage.ts'
import { partOf, walk } from './support/walk.ts'

/** WCAG 2.2, 1.4.3 and 1.4.11. Large text has no lower limit here. */
const LEAST = { text: 4.5, outline: 3 }

/** States of a control. Chosen and disabled controls are found as they are. */
const STATES = [[], ['hover'], ['hover', 'active'], ['focus', 'focus-visible']] as const

test.describe.configure({ mode: 'parallel', timeout: 600_000 })

for (const who of ['serviceman', 'manager'] as const)
  for (const scheme of ['light', 'dark'] as const)
    test(`every control of a ${who} is readable in every state, ${scheme}`, async ({ takeDesk, server }) => {
      const screens = screensOf(await twoMachines(server.url)).filter((screen) => screen.who === who)
      const desk = await takeDesk()
      await desk.signIn(who)
      const { page } = desk
      const browser = await page.context().newCDPSession(page)
      await browser.send('DOM.enable')
      await browser.send('CSS.enable')
      await walk(page, isLong ? screens : partOf(screens, scheme === 'light' ? 1 : 5, 8), async ({ name }) => {
        await setAppearance(page, DESK, scheme)
        for (const state of STATES)
          expect.soft(await faintIn(page, browser, state), `${name}, ${state.join(' and ') || 'at rest'}`).toEqual([])
      })
    })

/** The texts and outlines of a page with too little contrast while each of its controls is in a state. */
async function faintIn(page: Page, browser: CDPSession, state: readonly string[]): Promise<string[]> {
  const controls = await page.evaluate(markControls)
  expect(controls).toBeGreaterThan(0)
  const { root } = await browser.send('DOM.getDocument', { depth: 0 })
  const { nodeIds } = await browser.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: '[data-control]' })
  for (const nodeId of nodeIds) await browser.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [...state] })
  const faint = await page.evaluate(measure, LEAST)
  for (const nodeId of nodeIds) await browser.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [] })
  return faint
}

/** Runs in the page: marks one control of each look and returns their number. */
function markControls(): number {
  for (const element of document.querySelectorAll('[data-control]')) element.removeAttribute('data-control')
  const controls = 'a, button, input, textarea, label, summary, tr, [role="tab"], [role="option"], [role="menuitem"], [tabindex="0"]'
  const looks = new Set<string>()
  for (const element of document.querySelectorAll<HTMLElement>(controls)) {
    if (!element.checkVisibility() || element.closest('.leaflet-container, .maplibregl-map')) continue
    const attributes = [...element.attributes].filter(({ name }) =>
      /^(class|disabled|type|role|data-(?!index)|aria-(current|selected|checked|pressed|disabled))/.test(name),
    )
    const look = [element.tagName, ...attributes.map(({ name, value }) => `${name}=${value}`)].join(' ')
    if (looks.has(look)) continue
    looks.add(look)
    element.dataset.control = ''
  }
  return looks.size
}

/** Runs in the page: the texts within marked controls, and their outlines, whose contrast is below the limit. */
function measure(least: { text: number; outline: number }): string[] {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  type Rgba = [red: number, green: number, blue: number, alpha: number]
  const rgba = (color: string): Rgba => {
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha / 255]
  }
  const over = ([r, g, b, a]: Rgba, [R, G, B]: Rgba): Rgba => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1]
  const backgroundOf = (element: Element | null): Rgba => {
    if (!element) return rgba('Canvas')
    const own = rgba(getComputedStyle(element).backgroundColor)
    return own[3] === 1 ? own : over(own, backgroundOf(element.parentElement))
  }
  const opacityOf = (element: Element | null): number =>
    element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1
  const luminance = ([red, green, blue]: Rgba) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrastOf = (one: Rgba, other: Rgba) => {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
    return (light + 0.05) / (dark + 0.05)
  }
  const faint = new Set<string>()
  for (const control of document.querySelectorAll('[data-control]')) {
    const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(control)
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && rgba(outlineColor)[3] > 0) {
      const behind = backgroundOf(Number.parseFloat(outlineOffset) < 0 ? control : control.parentElement)
      const contrast = contrastOf(over(rgba(outlineColor), behind), behind)
      if (contrast < least.outline) faint.add(`${contrast.toFixed(2)} outline of ${control.tagName} ${control.outerHTML.slice(0, 160)}`)
    }
    const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
    const owners = new Set<Element>()
    if (control.matches('input:not([type="checkbox"], [type="radio"]), textarea')) owners.add(control)
    while (texts.nextNode())
      if (texts.currentNode.nodeValue?.trim() && texts.currentNode.parentElement) owners.add(texts.currentNode.parentElement)
    for (const owner of owners) {
      const { width, height } = owner.getBoundingClientRect()
      if (width < 2 || height < 2 || !owner.checkVisibility({ opacityProperty: true })) continue
      const background = backgroundOf(owner)
      const [red, green, blue, alpha] = rgba(getComputedStyle(owner).color)
      const text = over([red, green, blue, alpha * opacityOf(owner)], background)
      const contrast = contrastOf(text, background)
      if (contrast < least.text)
        faint.add(
          `${contrast.toFixed(2)} "${owner.textContent?.slice(0, 30)}" ${control.tagName} ${control.className} ${control.outerHTML.slice(0, 160)}`,
        )
    }
  }
  return [...faint]
}
