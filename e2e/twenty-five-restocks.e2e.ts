import type { Page } from '@playwright/test'
import { journalOf, outboxOf } from './support/device-database.ts'
import { expect, test } from './support/stage.ts'

const RESTOCKS = 25
/** The battery dies after this many restocks, and the user signs out and in again after this many. */
const BATTERY_DIES = 9
const SIGNS_OUT = 17

/** Both tabs show the same input: the next restock is typed once the other tab shows that the last one was recorded. */
const firstAmount = (page: Page) => page.getByRole('spinbutton', { name: /^Put in/ }).first()

test('25 restocks count 25 times despite lost responses, a kill and a sign-out', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 6)
  const before = await manager.total(machine.id)
  const phone = await takePhone({ ownBrowser: true })
  await phone.signInByForm('serviceman')
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
      const keep = phone.page.getByRole('button', { name: 'Keep on this device and log out' })
      await expect(keep.or(phone.page.getByRole('textbox', { name: 'Login' }))).toBeVisible()
      if (await keep.isVisible()) await keep.click()
      await phone.typeSignIn('serviceman')
      await expect(phone.chip()).toBeVisible()
      tabs = await openTabs()
    }
    const [typing, other] = done % 2 === 0 ? tabs : [tabs[1], tabs[0]]
    await phone.typeOneMore(typing)
    await expect(firstAmount(other)).toHaveValue('1')
    await phone.record(typing)
    await expect(firstAmount(other)).toHaveValue('0')
  }

  await expect(phone.chip()).toHaveText('All sent', { timeout: 240_000 })
  await expect.poll(() => outboxOf(phone.page)).toEqual([])
  const journal = await journalOf(phone.page)
  expect(journal.map(({ state }) => state)).toEqual(Array(RESTOCKS).fill('processed'))
  expect(sent).toBeGreaterThan(2)
  expect(await manager.total(machine.id)).toBe(before + RESTOCKS)
})
