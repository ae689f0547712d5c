import type { Page } from '@playwright/test'
import { expect, test } from './support/stage.ts'

const listOfKeys = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

/** Opens the list of keys, which a page offers once it is idle. */
async function openKeys(page: Page) {
  await page.getByRole('button', { name: 'Go to or do' }).waitFor()
  await page.keyboard.press('?')
  await expect(listOfKeys(page)).toBeVisible()
}

test('the keyboard reaches both ends of a long table, and keeps its row', async ({ takeDesk, manager }) => {
  for (let number = 1; number <= 8; number++) await manager.ask('POST', '/machines', { name: `Wing ${number}`, type: 'SNACK' })
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/machines')
  const { page } = desk
  const { keyboard } = page
  // A few rows fit, so that most are not rendered.
  await page.setViewportSize({ width: 1440, height: 500 })
  const focused = page.locator('tr:focus')
  const row = (index: number) => page.locator(`tr[aria-rowindex="${index + 1}"]`)
  const count = Number(await page.getByRole('table', { name: 'Machines' }).getAttribute('aria-rowcount')) - 1
  await row(1).focus()
  await keyboard.press('End')
  await expect(focused).toHaveAttribute('aria-rowindex', String(count + 1))
  await expect(focused).toBeInViewport({ ratio: 1 })
  // Rows that turn out higher than estimated move those below them.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('tbody td { padding-block: 24px !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
  await expect.poll(async () => (await focused.boundingBox())?.height ?? 0).toBeGreaterThan(70)
  await expect(focused).toBeInViewport({ ratio: 1 })
  await keyboard.press('ArrowUp')
  await expect(focused).toHaveAttribute('aria-rowindex', String(count))
  await keyboard.press('Home')
  await expect(focused).toHaveAttribute('aria-rowindex', '2')
  // Behind the header of the page or of the table it would not be seen.
  const head = await page.locator('thead').boundingBox()
  expect((await focused.boundingBox())?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 1)

  await page.mouse.wheel(0, 4_000)
  await expect(row(count)).toBeInViewport()
  await keyboard.press('ArrowDown')
  await expect(focused).toHaveAttribute('aria-rowindex', '3')
  await keyboard.press(' ')
  await expect(row(2).getByRole('checkbox')).toBeChecked()

  // A checkbox has no text: the keys of the page work on it.
  await row(2).getByRole('checkbox').focus()
  await keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()

  await row(1).focus()
  await keyboard.press('End')
  await expect(focused).toHaveAttribute('aria-rowindex', String(count + 1))
  await keyboard.press('Shift+ArrowUp')
  await expect(focused).toHaveAttribute('aria-rowindex', String(count))
  for (const index of [count - 1, count]) await expect(row(index).getByRole('checkbox')).toBeChecked()
})

test('the list of keys shows those that work on the page', async ({ takeDesk, snackMachine }) => {
  const machine = await snackMachine('serviceman', 3)
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/machines')
  const { page } = desk
  const keys = listOfKeys(page)
  await page.locator('tr[aria-rowindex="2"]').focus()
  await openKeys(page)
  for (const text of ['Search on this page', 'Select the row', 'Rounds']) await expect(keys).toContainText(text)
  await expect(keys).not.toContainText('Move between slots')
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await expect(page).toHaveURL('/dashboard/rounds')

  await page.goto(`/dashboard/shortages?machine=${machine.id}`)
  const slots = page.locator('[data-planogram]').getByRole('spinbutton')
  const [first, second] = [slots.first(), slots.nth(1)]
  await first.focus()
  await openKeys(page)
  for (const text of ['Move between slots', 'Fill or confirm the slot']) await expect(keys).toContainText(text)
  await expect(keys).not.toContainText('Select the row')
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(second).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(second).toHaveAttribute('aria-valuenow', '3')
  await page.keyboard.press('Home')
  await expect(second).toHaveAttribute('aria-valuenow', '0')

  await page.goto(`/dashboard/machines/${machine.id}`)
  const shown = page.locator('[data-planogram]').getByRole('button')
  await shown.first().focus()
  await page.keyboard.press('End')
  await expect(shown.last()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(shown.last()).not.toBeFocused()
  await page.keyboard.press('Home')
  await expect(shown.first()).toBeFocused()
})

test('Escape keeps the name of a machine group, and the focus returns to its button', async ({ takeDesk, manager }) => {
  await manager.ask('POST', '/groups', { name: 'North' })
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/settings/machine-groups')
  const { page } = desk
  const { keyboard } = page
  const rename = page.getByRole('button', { name: 'Rename North' })
  const name = page.getByRole('listitem').getByRole('textbox', { name: 'Name' })
  await rename.focus()
  await keyboard.press('Enter')
  await expect(name).toBeFocused()
  await keyboard.type(' and South')
  await keyboard.press('Escape')
  await expect(rename).toBeFocused()
  await keyboard.press('Enter')
  await expect(name).toBeFocused()
  await name.fill('Northeast')
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename Northeast' })).toBeFocused()
})

test('the focus stays at the day that was typed or chosen in the calendar', async ({ takeDesk }) => {
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/rounds')
  const { page } = desk
  const day = page.getByRole('textbox', { name: 'Day', exact: true })
  const calendar = page.getByRole('button', { name: /^Choose in a calendar/ })
  await calendar.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table').getByRole('button').and(page.locator(':focus'))).toBeVisible()
  const dayOfMonth = async () => (await day.inputValue()).slice(0, 2)
  const today = await dayOfMonth()
  // The arrows stay in the month.
  await page.keyboard.press(today === '01' ? 'ArrowRight' : 'ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/day=/)
  await expect(calendar).toBeFocused()
  const chosen = await dayOfMonth()
  // Today is not in the address.
  const other = ['01', '02', '03'].find((one) => one !== today && one !== chosen) ?? ''
  await day.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Delete')
  await page.keyboard.type(other)
  await expect(page).toHaveURL(new RegExp(`day=.*-${other}`))
  await expect(day).toBeFocused()
})

test('switches are visible with forced colors', async ({ takeDesk }) => {
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/settings/notifications')
  const { page } = desk
  await page.emulateMedia({ forcedColors: 'active' })
  const borderOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).borderTopWidth)
  await expect(page.getByRole('switch').first()).toBeAttached()
  expect(await borderOf('.mantine-Switch-track')).toBe('1px')
})
