import { journalOf, readableOn } from './support/device-database.ts'
import { expect, test } from './support/stage.ts'

test('the next user sees none of the previous user’s work, which counts once', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 4)
  const before = await manager.total(machine.id)
  const phone = await takePhone()
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  await phone.openMachine(machine)
  await phone.loseSignal()
  await phone.putOneIn()

  await test.step('signing out lists unsent work and stores it', async () => {
    await phone.signOut()
    await expect(phone.page.getByRole('dialog', { name: '1 operation is not sent' })).toBeVisible()
    await phone.page.getByRole('button', { name: 'Stay signed in' }).click()
    await phone.leaveUnsent()
    await expect(phone.page.getByText('1 unsent operation on this device belongs to a person who signed out')).toBeVisible()
    const readable = await readableOn(phone.page)
    expect([machine.name, machine.address ?? machine.name, 'Jonas', 'Weber'].filter((words) => readable.includes(words))).toEqual([])
  })

  await test.step('the next user sees none of it', async () => {
    await phone.findSignal()
    await phone.page.goto('/login')
    await phone.typeSignIn('serviceman-marek')
    await expect(phone.chip()).toHaveText('This account: sent')
    await phone.page.goto(`/dashboard/serviceman/machines/${machine.id}/shortages`)
    await expect(phone.page.getByText('This machine is not on this device')).toBeVisible()
    await phone.chip().click()
    await expect(phone.page.getByText('1 operation of another account is stored on this device')).toBeVisible()
    await expect(phone.page.getByText('Nothing pending')).toHaveCount(0)
    await expect(phone.page.getByText('Nothing of this account was sent from this device in the last 24 hours.')).toBeVisible()
    await expect(phone.page.getByText(machine.name)).toHaveCount(0)
    expect(await manager.total(machine.id)).toBe(before)
    await phone.signOut()
    await expect(phone.page).toHaveURL(/\/login/)
  })

  await test.step('after the first user signs in again, the work counts once', async () => {
    await phone.signInByForm('serviceman')
    await expect.poll(() => manager.total(machine.id)).toBe(before + 1)
    await expect.poll(async () => (await journalOf(phone.page)).length).toBe(1)
    await phone.signOut()
    await expect(phone.page).toHaveURL(/\/login/)
    await expect(phone.page.getByText('unsent operation on this device')).toHaveCount(0)
    expect(await manager.total(machine.id)).toBe(before + 1)
  })
})
