import type { Page } from '@playwright/test'
import { journalOf, outboxOf } from './support/device-database.ts'
import { expect, test } from './support/stage.ts'

const RESTOCKS = 25
/** The battery dies after this many restocks, and the user signs out and in again after this many. */
const BATTERY_DIES = 9
const SIGNS_OUT = 17

const firstAmount = (page: Page) => page.getByRole('spinbutton', { name: /^Put in/ }).first()

/** The product of the first row, and how many pieces it lacks. */
async function firstProduct(page: Page) {
  const label = (await firstAmount(page).getAttribute('aria-label')) ?? ''
  const missing = Number(await firstAmount(page).getAttribute('aria-valuemax'))
  return { label, missing }
}

/**
 * The input ends and the stock changes by two reads of the database. The next restock is typed after both, because a full product leaves the
 * list, and a key pressed in a row that disappears goes nowhere.
 */
async function showsRestock(page: Page, { label, missing }: { label: string; missing: number }): Promise<void> {
  await expect(firstAmount(page)).toHaveValue('0')
  const amount = page.getByRole('spinbutton', { name: label, exact: true })
  if (missing > 1) await expect(amount).toHaveAttribute('aria-valuemax', String(missing - 1))
  else await expect(amount).toHaveCount(0)
}

test('25 restocks count 25 times despite lost responses, a kill and a sign-out', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 6)
  const before = await manager.total(machine.id)
  const phone = await takePhone({ ownBrowser: true })
  await phone.signIn('serviceman')
  await phone.keepsEverything()

  let sent = 0
  phone.network.fault(({ path }) => (path === '/api/sync/push' && ++sent % 2 === 1 ? 'lose-answer' : 'pass'))
  const openTabs = async () => {
    await phone.openMachine(machine)
    // The list leaves out full slots.
    await phone.showList()
    const first = phone.page
    const second = await phone.newTab(first.url())
    return [first, second] as const
  }

  let tabs = await openTabs()
  for (let done = 0; done < RESTOCKS; done++) {
    if (done === BATTERY_DIES) {
      await phone.kill()
      await phone.open()
      tabs = await openTabs()
    }
    if (done === SIGNS_OUT) {
      await tabs[1].close()
      await phone.signOut()
      const keep = phone.page.getByRole('button', { name: 'Keep on this device and sign out' })
      await expect(keep.or(phone.page.getByRole('textbox', { name: 'Login' }))).toBeVisible()
      if (await keep.isVisible()) await keep.click()
      await phone.typeSignIn('serviceman')
      await expect(phone.chip()).toBeVisible()
      tabs = await openTabs()
    }
    const [typing, other] = done % 2 === 0 ? tabs : [tabs[1], tabs[0]]
    const product = await firstProduct(typing)
    await phone.typeOneMore(typing)
    await expect(firstAmount(other)).toHaveValue('1')
    await phone.record(typing)
    await showsRestock(other, product)
  }

  await expect(phone.chip()).toHaveText('All sent', { timeout: 240_000 })
  await expect.poll(() => outboxOf(phone.page)).toEqual([])
  const journal = await journalOf(phone.page)
  expect(journal.map(({ state }) => state)).toEqual(Array(RESTOCKS).fill('processed'))
  expect(sent).toBeGreaterThan(2)
  expect(await manager.total(machine.id)).toBe(before + RESTOCKS)
})
