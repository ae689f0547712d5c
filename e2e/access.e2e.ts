import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { isLong } from '../tests/support/long.ts'
import { DESK, HAND } from './support/phone.ts'
import { mainAction, type Person, type Screen, screensOf, setAppearance, twoMachines } from './support/screens.ts'
import { expect, test } from './support/stage.ts'
import { partOf, walk } from './support/walk.ts'

/** Upper limit for Tab presses. Every screen needs fewer. */
const MAX_TABS = 200

/** Table rows are rendered by the same component, so only the first rows are checked. Checking all takes minutes. */
const ALIKE = 'tbody > tr:nth-child(n + 7)'

test.describe.configure({ mode: 'parallel', timeout: 600_000 })

/** Number of tests that share the screens of a role. */
const PARTS = { anonymous: 1, serviceman: 1, manager: 4 }

for (const who of ['anonymous', 'serviceman', 'manager'] as const) {
  for (let part = 1; part <= PARTS[who]; part++) {
    const title = `${words(who)} can read every screen and reach its main action by keyboard, part ${part} of ${PARTS[who]}`
    test(title, async ({ takePhone, server }) => {
      const screens = screensOf(await twoMachines(server.url)).filter((screen) => screen.who === who)
      const phone = await takePhone({ serviceWorkers: 'block' })
      if (who !== 'anonymous') await phone.signIn(who)
      const own = partOf(screens, part, PARTS[who])
      for (const [index, look] of LOOKS.entries())
        await walk(phone.page, isLong ? own : partOf(own, index + 1, LOOKS.length * 2), async (screen) => {
          await expectReadableAs(phone.page, screen.name, look)
          if (look.viewport !== DESK) return
          expect
            .soft(
              await tabTo(phone.page, screen.main),
              `${screen.name}: the keyboard reaches "${screen.main[1]}", and one sees where it is`,
            )
            .toBe('seen')
        })
    })
  }
}

test('the palette and the list of keys are accessible', async ({ takeDesk }) => {
  const desk = await takeDesk()
  await desk.signIn('manager')
  const { page } = desk
  await expect(page.getByRole('button', { name: 'Go to or do' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectReadable(page, 'list of keys')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Machine, product, person, page or action' }).fill('a')
  await expectReadable(page, 'palette')
})

test('pending work, and the confirmation before leaving it, are accessible', async ({ takePhone, snackMachine }) => {
  const machine = await snackMachine('serviceman', 3)
  const phone = await takePhone()
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  await phone.openMachine(machine)
  await phone.loseSignal()
  await phone.putOneIn()
  await expect(phone.page.getByText('Saved on this phone, not sent yet')).toBeVisible()
  await expectReadable(phone.page, 'saved without a signal')
  await phone.chip().click()
  await expect(phone.page.getByRole('heading', { name: 'Pending changes' })).toBeVisible()
  await expectReadable(phone.page, 'what waits')
  await phone.signOut()
  await expect(phone.page.getByRole('dialog', { name: '1 operation is not sent' })).toBeVisible()
  await expectReadable(phone.page, 'leaving with something unsent')
})

test('a full restock works with the keyboard alone', async ({ takeDesk, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 3)
  const phone = await takeDesk()
  await phone.signIn('serviceman')
  const { keyboard } = phone.page
  await keyboard.press('g')
  await keyboard.press('m')
  await expect(phone.page).toHaveURL('/dashboard/serviceman/machines')
  await expect(phone.page.getByRole('link', { name: machine.name, exact: true })).toBeVisible()
  await keyboard.press('/')
  await keyboard.type(machine.name)
  await keyboard.press('Tab')
  await pressOn(phone.page, 'link', machine.name)
  await pressOn(phone.page, 'link', 'Shortages and restock')
  await pressOn(phone.page, 'button', 'Fill all')
  await pressOn(phone.page, 'button', /^Confirm restock/)
  await expect(phone.page.getByRole('dialog')).toBeVisible()
  await pressOn(phone.page, 'button', 'Record')
  await expect(phone.page.getByText('The machine is full')).toBeVisible()
  await expect.poll(() => manager.total(machine.id)).toBe(machine.maxQuantity)
})

function words(who: Person): string {
  return { anonymous: 'A person who is not signed in', serviceman: 'A serviceman', manager: 'A manager' }[who]
}

/** Rules that depend on size and colours. The other axe rules check the structure, which is the same at both sizes. */
const VISUAL_RULES = ['color-contrast', 'link-in-text-block', 'meta-viewport', 'scrollable-region-focusable', 'target-size']

/** The short form checks a quarter of the screens with each of these, the long form all with both. */
const LOOKS = [
  { viewport: HAND, colorScheme: 'dark' },
  { viewport: DESK, colorScheme: 'light' },
] as const

/** Checks a screen at a small size in dark mode, and what depends on size and colours at a large size in light mode. */
async function expectReadable(page: Page, name: string): Promise<void> {
  for (const [index, look] of LOOKS.entries()) await expectReadableAs(page, name, look, isLong || index === 0 ? undefined : VISUAL_RULES)
}

async function expectReadableAs(page: Page, name: string, look: (typeof LOOKS)[number], rules?: string[]): Promise<void> {
  await setAppearance(page, look.viewport, look.colorScheme)
  expect.soft(await violationsIn(page, rules), `${name}, ${look.viewport.width} wide, ${look.colorScheme}`).toEqual([])
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/**
 * Returns the accessibility violations of a page with their locations. Loads axe once per document, because loading takes longer than
 * running its rules.
 */
async function violationsIn(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(AXE, 'utf8'))
  const options: axe.RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] }, ...(rules && { runOnly: rules }) }
  const violations = await page.evaluate(runAxe, { options, exclude: ALIKE })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`))
}

/** Runs in the page. */
async function runAxe({ options, exclude }: { options: axe.RunOptions; exclude: string }) {
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({ exclude: [[exclude]] }, options)
  return violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ target, failureSummary }) => ({ target: String(target), failureSummary })),
  }))
}

/** Presses Tab from the current focus until the main element of the screen has the focus. */
async function tabTo(page: Page, main: Screen['main']): Promise<'seen' | 'reached, but not seen' | 'not reached'> {
  const target = mainAction(page, main)
  await expect(target).toBeVisible()
  // Located once, because a lookup by role takes as long as many key presses.
  let element = await target.elementHandle()
  let before = ''
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if (!(await element?.evaluate(({ isConnected }) => isConnected))) element = await target.elementHandle()
    const [isThere, look] = (await element?.evaluate(focusOf)) ?? [false, '']
    if (!isThere) before = look
    else if (before) return look === before ? 'reached, but not seen' : 'seen'
    await page.keyboard.press('Tab')
  }
  return 'not reached'
}

/** Returns whether an element has the focus, and its focus style. */
async function focusOf(element: Node): Promise<readonly [boolean, string]> {
  // The focus ring may be drawn around the row or the box that contains the element.
  const around = [element, element.parentElement, element.parentElement?.parentElement].filter((one) => one instanceof Element)
  await Promise.all(around.flatMap((one) => one.getAnimations()).map(({ finished }) => finished.catch(() => {})))
  const looks = around.flatMap((one) => ['', '::after'].map((part) => getComputedStyle(one, part)))
  const isIn = element === document.activeElement
  return [isIn, looks.map(({ outline, border, boxShadow }) => [outline, border, boxShadow].join()).join()]
}

async function pressOn(page: Page, ...main: Screen['main']): Promise<void> {
  expect(await tabTo(page, main)).toBe('seen')
  await page.keyboard.press('Enter')
}
