import { expect, test } from './support/stage.ts'

type Made = { id: number; token: string; name: string }

test('a new machine shows empty states, and a deactivated machine appears nowhere', async ({ takeDesk, takePhone, manager }) => {
  const desk = await takeDesk()
  // A manager who also manages devices.
  await desk.signIn('device')
  const { page } = desk
  const name = `Empty hall ${Date.now()}`
  await page.goto('/dashboard/settings/create-machine')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByText('More details').click()
  await page.getByRole('button', { name: 'Put the pin in the middle of the map' }).click()
  await page.getByRole('button', { name: 'Set the machine up' }).click()
  await page.getByRole('link', { name: 'Configure machine' }).click()
  const [machine] = await manager.ask<Made[]>('GET', `/machines?query=${encodeURIComponent(name)}`)
  if (!machine) throw new Error(`${name} was not created`)
  const says = (card: string) => expect(page.getByRole('region', { name: card, exact: true }))

  // The machine's settings.
  await says('Transaction method mapping').toContainText('No mappings found: the default mappings are used.')
  await says('Connect devices').toContainText('No connected devices')
  await says('Assigned servicemen').toContainText('No serviceman assigned')
  await page.goto(`/dashboard/machines/${machine.id}/mapper`)
  await says('Transaction method mapping').toContainText('No mappings found: the default mappings are used.')

  // Its overview and its sales.
  await page.goto(`/dashboard/machines/${machine.id}`)
  await says('Last 24 hours').toContainText('No data available')
  await says('Alerts').toContainText('No alerts')
  await says('Connected devices').toContainText('No connected devices')
  await says('Coin acceptor').toContainText('No data of a coin acceptor')
  await says('Assigned servicemen').toContainText('No serviceman assigned')
  await says('Remote credit').toContainText('Connect a telemetry unit to send credit and to restart the machine.')
  await page.goto(`/dashboard/machines/${machine.id}?tab=last_transactions`)
  await expect(page.getByText('No data available')).toBeVisible()
  await page.goto(`/dashboard/transactions/${machine.id}?period=LAST_7_DAYS`)
  await expect(page.getByText('No data available')).toBeVisible()

  await page.goto('/dashboard/machines?q=there-is-no-such-machine')
  await expect(page.getByText('No machine matches these filters')).toBeVisible()

  // The machine is on the map and its sticker works until it is deactivated.
  const pin = page.getByRole('button', { name, exact: true })
  await page.goto(`/dashboard/machines?q=${encodeURIComponent(name)}`)
  await page.getByText('Map', { exact: true }).click()
  await expect(pin).toBeVisible()
  const customer = await takePhone({ serviceWorkers: 'block' })
  await customer.page.goto(`/m/${machine.token}`)
  await expect(customer.page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.goto(`/dashboard/machines/${machine.id}?tab=settings`)
  await page.getByRole('region', { name: 'Deactivate machine' }).getByRole('button', { name: 'Deactivate machine' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate machine' }).click()
  await expect(page.getByText(`${name} is deactivated`).first()).toBeVisible()

  await page.goto(`/dashboard/machines?q=${encodeURIComponent(name)}`)
  await expect(page.getByText('No machine matches these filters')).toBeVisible()
  await expect(pin).toHaveCount(0)
  await customer.page.goto(`/m/${machine.token}`)
  await expect(customer.page.getByText('This sticker is no longer in use')).toBeVisible()
  await page.goto(`/m/${machine.token}`)
  await expect(page.getByText('This is not one of your machines')).toBeVisible()
  await page.goto(`/dashboard/machines/${machine.id}`)
  // Which of the two is shown depends on whether the page had received the machine before it was deactivated.
  await expect(page.getByText('There is no such machine').or(page.getByText(`${name} is out of service`))).toBeVisible()
})
