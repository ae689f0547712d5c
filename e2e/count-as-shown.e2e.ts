import { expect, test } from './support/stage.ts'

test('a count equal to the figure on the screen is recorded', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 5)
  const before = await manager.total(machine.id)
  const [slot] = await manager.stock(machine.id)
  const history = () =>
    manager.ask<{ kind: string; operationId: string }[]>('GET', `/stock-points/${slot?.productInstallationId}/movements`)
  const [newestBefore] = await history()
  const phone = await takePhone()
  await phone.signIn('serviceman', `/dashboard/serviceman/machines/${machine.id}/shortages?tab=INVENTORY_TAB`)
  const all = phone.page.getByRole('button', { name: 'All as shown' })
  await all.click()
  await phone.page.getByRole('button', { name: /^Confirm changes/ }).click()
  const dialog = phone.page.getByRole('dialog')
  await expect(dialog).toContainText('counted as shown')
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(phone.chip()).toHaveText('All sent')
  expect(await manager.total(machine.id)).toBe(before)
  const [newest, second] = await history()
  expect(newest?.kind).toBe('count')
  expect(second).toEqual(newestBefore)
})
