import { journalOf, readableOn } from './support/device-database.ts'
import { DESK } from './support/phone.ts'
import { expect, test } from './support/stage.ts'

test('pending work of the head office stays locked while its manager is in a branch', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 4)
  const before = await manager.total(machine.id)
  const phone = await takePhone({ viewport: DESK })
  const { page } = phone
  await phone.signIn('hq')
  await phone.keepsEverything()
  const goTo = async (name: string) => {
    await page.getByRole('button', { name: /, menu$/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  await test.step('work is pending: every push is rejected for now', async () => {
    phone.network.fault(({ path }) => (path.endsWith('/sync/push') ? { status: 503 } : 'pass'))
    await page.goto(`/dashboard/shortages?machine=${machine.id}`)
    await phone.putOneIn()
    await expect(page.getByText('Saved on this phone, not sent yet')).toBeVisible()
  })

  await test.step('switching to the branch first lists what stays behind', async () => {
    await goTo('Halbzeit Ulm')
    const dialog = page.getByRole('dialog', { name: 'Go to Halbzeit Ulm?' })
    await expect(dialog).toContainText('1 operation is not sent. It stays locked on this device')
    await dialog.getByRole('button', { name: 'Switch' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(phone.chip()).toHaveText('This account: sent')
    phone.network.fault()
  })

  await test.step('in the branch nothing of the head office is readable or sent', async () => {
    await page.goto('/dashboard/machines')
    await expect(page.getByRole('link', { name: machine.name })).toHaveCount(0)
    await phone.keepsEverything()
    const readable = await readableOn(page)
    expect(readable).toContain('Halbzeit Ulm')
    expect(readable).not.toContain(machine.name)
    expect(await manager.total(machine.id)).toBe(before)
    await page.getByRole('button', { name: /, menu$/ }).click()
    await expect(page.getByRole('menuitem', { name: /Halbzeit Vending GmbH.*1 pending/ })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('back in the head office the work counts once', async () => {
    await goTo('Halbzeit Vending GmbH')
    await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click()
    await expect.poll(() => manager.total(machine.id)).toBe(before + 1)
    await expect.poll(async () => (await journalOf(page)).length).toBe(1)
    await expect(phone.chip()).toHaveText('All sent')
    expect(await manager.total(machine.id)).toBe(before + 1)
  })
})

test('a lost response to the switch does not end the session', async ({ takePhone }) => {
  const phone = await takePhone({ viewport: DESK })
  const { page } = phone
  await phone.signIn('hq')
  phone.network.fault(({ path, method }) => (method === 'PUT' && path.includes('/branches/') ? 'lose-answer' : 'pass'))
  await page.getByRole('button', { name: /, menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Halbzeit Karlsruhe' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  phone.network.fault()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click()
  await expect(phone.chip()).toHaveText('All sent')
  await page.getByRole('button', { name: /, menu$/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Halbzeit Karlsruhe' })).toBeDisabled()
})
