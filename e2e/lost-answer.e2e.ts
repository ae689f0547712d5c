import type { Page } from '@playwright/test'
import { journalOf, outboxOf } from './support/device-database.ts'
import { expect, test } from './support/stage.ts'

// The embedded database is the default.
test.use({ database: 'embedded' })

test('a restock counts once after a lost response and an empty battery before the retry', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 3)
  const before = await manager.total(machine.id)
  const phone = await takePhone({ ownBrowser: true })
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  await phone.openMachine(machine)

  // The server receives everything and the phone gets no response.
  phone.network.fault(({ path }) => (path === '/api/sync/push' ? 'lose-answer' : 'pass'))
  const announced = await announcedSinceSaved(phone.page)
  await phone.putOneIn()
  await expect.poll(() => manager.total(machine.id)).toBe(before + 1)
  await expect(phone.page.getByText('Saved on this phone, not sent yet')).toBeVisible()
  await expect(phone.chip()).toHaveText(/^1 pending, offline since/)
  // Not even briefly, because a user who looks at that moment would believe it.
  expect(await announced()).not.toContain('All sent')
  await phone.kill()

  await phone.open()
  await phone.openMachine(machine)
  await expect.poll(() => pushes(phone.network.seen)).toBeGreaterThan(1)
  await phone.chip().click()
  await expect(phone.page.getByText(/without confirmation\. It will be resent and won’t be counted twice\.$/)).toBeVisible()

  // The server receives it again and the response is lost again, so that the entry cannot disappear before the button is pressed.
  const tried = pushes(phone.network.seen)
  await phone.page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(() => pushes(phone.network.seen)).toBeGreaterThan(tried)
  await phone.loseSignal()
  phone.network.fault()
  await phone.findSignal()
  await expect(phone.chip()).toHaveText('All sent')
  await expect.poll(() => outboxOf(phone.page)).toEqual([])
  expect(await journalOf(phone.page)).toHaveLength(1)
  expect(await manager.total(machine.id)).toBe(before + 1)
})

const pushes = (seen: readonly { path: string }[]) => seen.filter(({ path }) => path === '/api/sync/push').length

/** Records every text of the sync chip after a screen has shown "saved", and returns a function that reads the record. */
async function announcedSinceSaved(page: Page): Promise<() => Promise<string[]>> {
  const notes = await page.evaluateHandle(() => {
    const announced: string[] = []
    const look = () => {
      const chip = document.querySelector('a[aria-label$=": view pending changes"]')?.textContent ?? ''
      if (document.body.innerText.includes('Saved on this phone') && announced.at(-1) !== chip) announced.push(chip)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    return announced
  })
  return () => notes.jsonValue()
}
