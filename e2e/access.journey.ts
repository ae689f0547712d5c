import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { DESK, HAND } from './support/phone.ts'
import { dress, mainAction, type Person, type Screen, screensOf, show, twoMachines } from './support/screens.ts'
import { expect, test } from './support/stage.ts'

/** More than anybody has patience for, and enough for every screen. */
const MOST_TABS = 200

/** Rows of a table are made by the same lines of the program: the first few speak for the rest, which would take minutes. */
const ALIKE = 'tbody > tr:nth-child(n + 7)'

test.describe.configure({ timeout: 600_000 })

for (const who of ['nobody', 'serviceman', 'manager'] as const) {
  const title = `${words(who)} can read every screen, small by night and large by day, and comes to what it is for by keyboard alone`
  test(title, async ({ takePhone, server }) => {
    const screens = screensOf(await twoMachines(server.url)).filter((screen) => screen.who === who)
    const phone = await takePhone()
    if (who !== 'nobody') await phone.signIn(who)
    for (const screen of screens) {
      await show(phone.page, screen)
      await expectReadable(phone.page, screen.name)
      expect
        .soft(await tabTo(phone.page, screen.main), `${screen.name}: the keyboard reaches "${screen.main[1]}", and one sees where it is`)
        .toBe('seen')
    }
  })
}

test('what waits, and the question before it is left behind, can be read too', async ({ takePhone, snackMachine }) => {
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
  await expect(phone.page.getByRole('heading', { name: 'What waits to be sent' })).toBeVisible()
  await expectReadable(phone.page, 'what waits')
  await phone.signOut()
  await expect(phone.page.getByRole('dialog', { name: '1 operation is not sent' })).toBeVisible()
  await expectReadable(phone.page, 'leaving with something unsent')
})

test('a whole restock is done by keyboard alone', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 3)
  const phone = await takePhone({ viewport: DESK })
  await phone.signIn('serviceman')
  const { keyboard } = phone.page
  await keyboard.press('g')
  await keyboard.press('m')
  await expect(phone.page).toHaveURL('/dashboard/serviceman/machines')
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
  return { nobody: 'A person who is not signed in', serviceman: 'A serviceman', manager: 'A manager' }[who]
}

/** Small by night and large by day: nothing stands in anybody's way. Leaves the page at its large one. */
async function expectReadable(page: Page, name: string): Promise<void> {
  for (const [viewport, colorScheme] of [
    [HAND, 'dark'],
    [DESK, 'light'],
  ] as const) {
    await dress(page, viewport, colorScheme)
    expect.soft(await wrongIn(page), `${name}, ${viewport.width} wide, ${colorScheme}`).toEqual([])
  }
}

/** What stands in somebody's way, and where. */
async function wrongIn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .exclude(ALIKE)
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`))
}

/** From wherever the keyboard is: Tab, until it stands on what the screen is for. */
async function tabTo(page: Page, main: Screen['main']): Promise<'seen' | 'reached, but not seen' | 'not reached'> {
  const target = mainAction(page, main)
  await expect(target).toBeVisible()
  let before = ''
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    const [isThere, look] = await target.evaluate(async (element) => {
      // The mark may be drawn around the row or the box that the element stands in.
      const around = [element, element.parentElement, element.parentElement?.parentElement].filter((one) => one instanceof Element)
      await Promise.all(around.flatMap((one) => one.getAnimations()).map(({ finished }) => finished.catch(() => {})))
      const looks = around.flatMap((one) => ['', '::after'].map((part) => getComputedStyle(one, part)))
      const isIn = element === document.activeElement
      return [isIn, looks.map(({ outline, border, boxShadow }) => [outline, border, boxShadow].join()).join()] as const
    })
    if (!isThere) before = look
    else if (before) return look === before ? 'reached, but not seen' : 'seen'
    await page.keyboard.press('Tab')
  }
  return 'not reached'
}

async function pressOn(page: Page, ...main: Screen['main']): Promise<void> {
  expect(await tabTo(page, main)).toBe('seen')
  await page.keyboard.press('Enter')
}
