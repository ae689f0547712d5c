import { outboxOf } from './support/device-database.ts'
import { expect, test } from './support/stage.ts'

test('behind a captive portal the app keeps its texts, work and session, and sends afterwards', async ({
  takePhone,
  snackMachine,
  manager,
}) => {
  const machine = await snackMachine('serviceman', 4)
  const before = await manager.total(machine.id)
  const phone = await takePhone()
  const { page, network } = phone
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  network.fault(() => 'html')
  await phone.openMachine(machine)
  await phone.putOneIn()
  await expect(phone.chip()).toHaveText(/^1 pending, offline since /)

  // The first load fetches the translations again, and the second one shows what was cached.
  for (const address of ['/dashboard/serviceman/menu', '/outbox']) {
    await page.goto(address)
    await expect(phone.chip()).toHaveText(/^1 pending, offline since /)
    await expect(page).toHaveURL(address)
  }
  await expect(page.getByRole('heading', { name: 'Pending changes' })).toBeVisible()
  expect(await outboxOf(page)).toHaveLength(1)
  expect(await manager.total(machine.id)).toBe(before)

  network.fault()
  await page.reload()
  await expect(phone.chip()).toHaveText('All sent')
  expect(await manager.total(machine.id)).toBe(before + 1)
})
