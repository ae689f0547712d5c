import { expect, test } from './support/stage.ts'

test('a manager gives alerts to the employees of a machine, who have quiet hours', async ({ takeDesk, takePhone }) => {
  const desk = await takeDesk()
  await desk.signIn('manager')
  await desk.page.goto('/dashboard/settings/alerts')
  await desk.page.getByRole('button', { name: 'Create alert' }).first().click()
  const dialog = desk.page.getByRole('dialog', { name: 'Create alert' })
  const choose = async (field: string, option: string) => {
    await dialog.getByRole('combobox', { name: field }).click()
    await desk.page.getByRole('option', { name: option }).click()
  }
  await choose('Recipient', 'The employees of the machine')
  await choose('Event', 'Cash in the cash box has changed')
  await expect(dialog.getByRole('button', { name: 'Create alert' })).toBeDisabled()
  await choose('Event', 'Machine stopped')
  await dialog.getByRole('button', { name: 'Create alert' }).click()
  await expect(desk.page.getByRole('row').filter({ hasText: 'The employees of the machine' })).toContainText('Machine stopped')

  const phone = await takePhone({ serviceWorkers: 'block' })
  await phone.signIn('serviceman')
  await phone.page.goto('/dashboard/settings')
  await phone.page.getByRole('link', { name: 'Quiet hours' }).click()
  await expect(phone.page.getByText('Use quiet hours')).toBeVisible()
})
