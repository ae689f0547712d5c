import type { Locator } from '@playwright/test'
import { HAND } from './support/phone.ts'
import { expect, test } from './support/stage.ts'
import { sayIn } from './support/words.ts'

/** What a finger hits, in px. */
const FINGER = 44
/** The narrowest supported phone, on which some labels have two lines. */
const NARROW = { width: 320, height: 640 }

const leastHeight = async (controls: Locator) => {
  await expect(controls.first()).toBeVisible()
  return Math.min(...(await controls.evaluateAll((all) => all.map((control) => control.getBoundingClientRect().height))))
}

test('options and menu items on a phone are as tall as a finger', async ({ takePhone }) => {
  const phone = await takePhone({ viewport: HAND, serviceWorkers: 'block' })
  await phone.signIn('manager', '/dashboard/transactions')
  const { page } = phone
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('combobox', { name: 'Machine' }).click()
  expect(await leastHeight(page.getByRole('listbox').getByRole('option'))).toBeGreaterThanOrEqual(FINGER)
  await page.goto('/dashboard/reports/money')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  expect(await leastHeight(page.getByRole('menuitem'))).toBeGreaterThanOrEqual(FINGER)
})

test('the actions of a tall dialog stay on the screen, below the focused field', async ({ takePhone }) => {
  const phone = await takePhone({ viewport: NARROW, serviceWorkers: 'block' })
  await phone.signIn('manager', '/dashboard/settings/employees')
  const { page } = phone
  await page.getByRole('button', { name: 'Create account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create account' })
  const create = dialog.getByRole('button', { name: 'Create account' })
  await expect(create).toBeInViewport({ ratio: 1 })
  expect(await leastHeight(create)).toBeGreaterThanOrEqual(FINGER)
  const field = dialog.getByRole('textbox', { name: 'Phone number' })
  expect(await leastHeight(dialog.getByRole('textbox'))).toBeGreaterThanOrEqual(FINGER)
  // Safari on iOS zooms into smaller text.
  await expect(field).toHaveCSS('font-size', '16px')
  await field.focus()
  const [focused, action] = await Promise.all([field.boundingBox(), create.boundingBox()])
  if (!focused || !action) throw new Error('not on the screen')
  expect(focused.y + focused.height).toBeLessThan(action.y)
})

test('switches, chips and map buttons are as tall as a finger', async ({ takePhone }) => {
  const phone = await takePhone({ viewport: HAND, serviceWorkers: 'block' })
  await phone.signIn('manager', '/dashboard/orders')
  const { page } = phone
  expect(await leastHeight(page.getByRole('radiogroup').locator('label'))).toBeGreaterThanOrEqual(FINGER)
  await page.goto('/dashboard/settings/planning')
  expect(await leastHeight(page.locator('label').filter({ hasText: 'Mon' }))).toBeGreaterThanOrEqual(FINGER)
  // A map loads when it comes into view.
  await page.getByRole('textbox', { name: 'A kilometre' }).focus()
  expect(await leastHeight(page.locator('.maplibregl-ctrl-group button'))).toBeGreaterThanOrEqual(FINGER)
})

test('the goods of a van are recorded without scrolling past all of them', async ({ takePhone }) => {
  const phone = await takePhone({ viewport: HAND, serviceWorkers: 'block' })
  await phone.signIn('serviceman', '/dashboard/serviceman/van')
  await phone.page.getByRole('button', { name: 'Count', exact: true }).click()
  await expect(phone.page.getByRole('dialog').getByRole('listitem').nth(12)).toBeAttached()
  await expect(phone.page.getByRole('button', { name: 'Record the count' })).toBeInViewport({ ratio: 1 })
})

test('the tabs of a machine are one row, with the chosen one in view', async ({ takePhone, manager }) => {
  const [machine] = await manager.machines()
  const phone = await takePhone({ viewport: HAND, serviceWorkers: 'block' })
  await phone.signIn('manager', `/dashboard/machines/${machine?.id}?tab=settings`)
  const tabs = phone.page.getByRole('tab')
  await expect(tabs).toHaveCount(4)
  const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  await expect(phone.page.getByRole('tab', { name: 'Settings' })).toBeInViewport({ ratio: 1 })
  expect(await leastHeight(tabs)).toBeGreaterThanOrEqual(FINGER)
})

test('the figures of a machine do not overlap in a language with long dates', async ({ takePhone }) => {
  const phone = await takePhone({ viewport: HAND, serviceWorkers: 'block' })
  await phone.signIn('manager', '/dashboard/machines')
  const { page } = phone
  await page.evaluate(() => localStorage.setItem('language', 'pt'))
  for (const viewport of [HAND, NARROW]) {
    await page.setViewportSize(viewport)
    await page.reload()
    await expect(page.locator('td').getByText('Abastecida').first()).toBeVisible()
    const cells = page.locator('td')
    expect(
      await cells.evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)),
    ).toEqual([])
  }
})

test('every line of a navigation label is centred below its icon', async ({ takePhone }) => {
  const phone = await takePhone({ viewport: NARROW, serviceWorkers: 'block' })
  await phone.signIn('manager', '/dashboard/settings')
  const { page } = phone
  for (const language of ['fr', 'ja']) {
    await page.evaluate((code) => localStorage.setItem('language', code), language)
    await page.reload()
    const links = page
      .getByRole('navigation', { name: sayIn(language)('shell:navigation') })
      .getByRole('link')
      .filter({ visible: true })
    await expect(links).toHaveCount(5)
    await page.evaluate(() => document.fonts.ready)
    const lines = (await links.evaluateAll(linesOf)).flat()
    // The first French label has two lines.
    expect(lines.length).toBeGreaterThanOrEqual(language === 'fr' ? 6 : 5)
    expect(lines.filter(({ aside, below, beyond }) => aside > 2 || below < -2 || beyond > 0)).toEqual([])
  }
})

/** Runs in the page: each line of each label, and its distances from the middle and the bottom of its icon, and from the screen's end. */
function linesOf(links: Element[]) {
  return links.map((link) => {
    const icon = link.firstElementChild?.getBoundingClientRect()
    const text = [...link.childNodes].find((node) => node.nodeType === Node.TEXT_NODE)
    if (!icon || !text) return []
    const range = document.createRange()
    range.selectNodeContents(text)
    return [...range.getClientRects()].map((line) => ({
      text: text.textContent,
      aside: Math.abs((line.left + line.right - icon.left - icon.right) / 2),
      below: line.top - icon.bottom,
      beyond: line.bottom - window.innerHeight,
    }))
  })
}

test('close buttons, pages and fields before sign-in are as tall as a finger', async ({ takePhone }) => {
  const visitor = await takePhone({ viewport: HAND, serviceWorkers: 'block' })
  await visitor.page.goto('/reset')
  expect(await leastHeight(visitor.page.getByRole('textbox'))).toBeGreaterThanOrEqual(FINGER)
  const phone = await takePhone({ viewport: HAND, serviceWorkers: 'block' })
  const { page } = phone
  await phone.signIn('manager', '/dashboard/inventory?open=change')
  expect(await leastHeight(page.getByRole('dialog').getByRole('button', { name: 'Close' }))).toBeGreaterThanOrEqual(FINGER)
  await page.goto('/dashboard/inventory')
  expect(await leastHeight(page.getByRole('button', { name: /^Page \d/ }))).toBeGreaterThanOrEqual(FINGER)
})

test('the head and products of a machine fit on a phone with long words', async ({ takePhone, manager }) => {
  const snack = (await manager.machines()).find(({ type }) => type === 'SNACK')
  const phone = await takePhone({ viewport: HAND, serviceWorkers: 'block' })
  await phone.signIn('manager', `/dashboard/machines/${snack?.id}?tab=installed_products`)
  const { page } = phone
  for (const language of ['de', 'fr']) {
    await page.evaluate((code) => localStorage.setItem('language', code), language)
    await page.reload()
    await expect(page.getByRole('table')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(HAND.width)
  }
})

test('the causes of a problem break no word on a phone with long words', async ({ takePhone, snackMachine }) => {
  const machine = await snackMachine('serviceman', 3)
  const phone = await takePhone({ viewport: { width: 360, height: 780 }, serviceWorkers: 'block' })
  await phone.signIn('serviceman')
  const { page } = phone
  await page.evaluate(() => localStorage.setItem('language', 'de'))
  await page.goto(`/dashboard/serviceman/machines/${machine.id}/problem`)
  const causes = page.getByRole('radio')
  await expect(causes.first()).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const broken = await causes.getByText(/^\S+$/).evaluateAll((all) =>
    all.flatMap((text) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [text.textContent] : []
    }),
  )
  expect(broken).toEqual([])
})
