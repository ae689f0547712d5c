import { journalOf, readableOn } from './support/device-database.ts'
import { DESK } from './support/phone.ts'
import { expect, test } from './support/stage.ts'

test('what was done for the head office waits, locked, while its manager is in a branch, and goes out once they are back', async ({
  takePhone,
  snackMachine,
  manager,
}) => {
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

  await test.step('something waits: whatever is sent is turned away for now', async () => {
    phone.network.fault(({ path }) => (path.endsWith('/sync/push') ? { status: 503 } : 'pass'))
    await page.goto(`/dashboard/shortages?machine=${machine.id}`)
    await phone.putOneIn()
    await expect(page.getByText('Saved on this phone, not sent yet')).toBeVisible()
  })

  await test.step('the branch is gone to, and says before what stays', async () => {
    await goTo('Halbzeit Ulm')
    const dialog = page.getByRole('dialog', { name: 'Go to Halbzeit Ulm?' })
    await expect(dialog).toContainText('1 operation is not sent. It stays locked on this device')
    await dialog.getByRole('button', { name: 'Switch' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(phone.chip()).toHaveText('This account: sent')
    phone.network.fault()
  })

  await test.step('there nothing of the head office can be read, nor is anything sent for it', async () => {
    await page.goto('/dashboard/machines')
    await expect(page.getByRole('link', { name: machine.name })).toHaveCount(0)
    await phone.keepsEverything()
    const readable = await readableOn(page)
    expect(readable).toContain('Halbzeit Ulm')
    expect(readable).not.toContain(machine.name)
    expect(await manager.total(machine.id)).toBe(before)
    await page.getByRole('button', { name: /, menu$/ }).click()
    await expect(page.getByRole('menuitem', { name: /Halbzeit Vending GmbH.*1 waits/ })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('back at home it counts, once', async () => {
    await goTo('Halbzeit Vending GmbH')
    await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click()
    await expect.poll(() => manager.total(machine.id)).toBe(before + 1)
    await expect.poll(async () => (await journalOf(page)).length).toBe(1)
    await expect(phone.chip()).toHaveText('All sent')
    expect(await manager.total(machine.id)).toBe(before + 1)
  })
})

test('an answer that is lost on the way to a branch loses nobody', async ({ takePhone }) => {
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
