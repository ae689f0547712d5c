import { eventsOf } from './support/device.ts'
import { aMailbox } from './support/mailbox.ts'
import { signInAs } from './support/office.ts'
import { expect, test } from './support/stage.ts'

test('a serviceman gets alerts of stopped machines after quiet hours', async ({ takeDesk, takePhone, startOther }) => {
  const mailbox = await aMailbox()
  const server = await startOther(mailbox.settings)
  try {
    const desk = await takeDesk({ server: server.url })
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

    const serviceman = await signInAs(server.url, 'serviceman')
    const { email } = await serviceman.ask<{ email: string }>('GET', '/accounts/me')
    const [machine] = (await serviceman.machines()).filter(({ state }) => state === 'RUNNING')
    if (!machine) throw new Error('the serviceman has no running machine')

    const phone = await takePhone({ server: server.url, serviceWorkers: 'block' })
    const { page } = phone
    await phone.signIn('serviceman')
    await page.goto('/dashboard/settings')
    await page.getByRole('link', { name: 'Quiet hours' }).click()
    await page.getByText('Use quiet hours').click()
    const [from, until] = [page.getByLabel('From', { exact: true }), page.getByLabel('Until', { exact: true })]
    await from.fill('00:00')
    await until.fill('00:00')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Choose another time than the beginning.')).toBeVisible()
    await until.fill('23:59')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Quiet hours saved')).toBeVisible()

    const send = await eventsOf(server.url, await signInAs(server.url, 'manager'), machine.id)
    await send({ type: 'STATE', state: 'STOPPED' })
    await expect
      .poll(
        async () => {
          await page.reload()
          return page.getByText('1 alert is waiting.').count()
        },
        { timeout: 90_000 },
      )
      .toBe(1)
    expect(mailbox.countOf(email, 'stopped selling')).toBe(0)
    await page.getByText('Use quiet hours').click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => mailbox.countOf(email, `${machine.name}: stopped selling`), { timeout: 90_000 }).toBe(1)
  } finally {
    await mailbox.close()
  }
})
