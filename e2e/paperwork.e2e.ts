import { aMachinesDevice } from './support/device.ts'
import { signInAs } from './support/office.ts'
import { expect, test } from './support/stage.ts'

test('a customer reports a problem from the sticker without signing in', async ({ takeDesk, takePhone, server }) => {
  const office = await signInAs(server.url, 'serviceman')
  const machine = (await office.machines())[0]
  if (!machine) throw new Error('the serviceman of the demo has no machine')
  const desk = await takeDesk()
  await desk.signIn('manager', `/dashboard/machines/${machine.id}`)

  const phone = await takePhone({ serviceWorkers: 'block' })
  const { page } = phone
  await page.goto(`/m/${machine.token}`)
  await expect(page.getByRole('heading', { level: 1, name: machine.name })).toBeVisible()
  const send = page.getByRole('button', { name: 'Send report' })
  await expect(send).toBeDisabled()
  await page.getByRole('radio', { name: 'It gave no change' }).check()
  await page.getByLabel('What happened?').fill('Two euros are still inside')
  await page.getByLabel('Your e-mail or phone number').fill('ada@kawa.example')
  await send.click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()

  const feed = desk.page.getByText('Customer: It gave no change').first()
  await expect(feed).toBeVisible()
  await expect(desk.page.getByText('Two euros are still inside').first()).toBeVisible()

  await page.goto('/m/AAAAAAAAAAAAAAAA')
  await expect(page.getByText('This sticker is no longer in use')).toBeVisible()
  await page.getByRole('link', { name: 'I look after this machine: sign in' }).click()
  await expect(page).toHaveURL(/\/login\?next=/)
})

test('a manager configures payments, whose secrets are never returned, and debugs a device', async ({ takeDesk, server }) => {
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('device', '/dashboard/settings/blik')
  for (const [label, value] of [
    ['API key', 'key-of-ours'],
    ['API password', 'word-of-ours'],
    ['Merchant security code', 'code-of-ours'],
    ['Merchant ID', '4711'],
    ['E-mail', 'pay@kawa.example'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Merchant ID')).toHaveValue('4711')
  await expect(page.getByLabel('API key', { exact: true })).toHaveValue('••••••••')
  expect(await page.content()).not.toContain('key-of-ours')
  await page.getByLabel('Merchant ID').fill('4712')
  await save.click()
  await expect(page.getByText('Changes saved')).toBeVisible()

  await page.goto('/dashboard/more/devices-list')
  await page.getByRole('button', { name: 'Order devices' }).click()
  const order = page.getByRole('dialog', { name: 'Order devices' })
  await expect(order.getByRole('link', { name: 'Write an e-mail' })).toHaveAttribute('href', /^mailto:support@/)
  await order.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Add device' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add device' })
  const submit = dialog.getByRole('button', { name: 'Add device' })
  await dialog.getByLabel('IMEI').fill('3569380')
  await expect(submit).toBeDisabled()
  await dialog.getByLabel('IMEI').fill('356938035643809')
  await submit.click()
  const code = page.getByRole('dialog', { name: 'Claim code' })
  const claimCode = (await code.locator('code, pre').first().textContent()) ?? ''
  await code.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('cell', { name: '356938035643809', exact: true })).toBeVisible()

  await page.goto('/dashboard/more/debugger')
  const fetchData = page.getByRole('button', { name: 'Fetch data' })
  await page.getByLabel('IMEI').fill('35693803564380')
  await expect(fetchData).toBeDisabled()
  await expect(page.getByLabel('Command', { exact: true })).toBeDisabled()
  await page.getByLabel('IMEI').fill('356938035643809')
  await fetchData.click()
  await expect(page.getByText('Data fetched')).toBeVisible()
  await expect(page.getByText('Offline')).toBeVisible()
  await expect(page.getByText('No logs')).toBeVisible()
  const sendCommand = page.getByRole('button', { name: 'Send', exact: true })
  await expect(sendCommand).toBeDisabled()
  await page.getByLabel('Command', { exact: true }).selectOption('CHECKMDB')
  await sendCommand.click()
  const commands = page.getByRole('list', { name: 'Commands' })
  await expect(commands).toContainText('Waiting for device')

  const device = await aMachinesDevice(server.url, '356938035643809', claimCode)
  const [command] = await device.commands()
  expect(command).toMatchObject({ kind: 'DEBUG', payload: { command: 'CHECKMDB' } })
  await expect(commands).toContainText('Fetched by the device')
  await device.done(command?.id ?? '')
  await expect(commands).toContainText('Done')
})

test('BLIK is available for Polish companies only', async ({ takeDesk, server }) => {
  for (const [who, isPolish] of [
    ['rival', true],
    ['manager', false],
  ] as const) {
    const machine = (await (await signInAs(server.url, who)).machines())[0]
    const desk = await takeDesk()
    const { page } = desk
    await desk.signIn(who, `/dashboard/machines/${machine?.id}?tab=settings`)
    const methods = page.getByRole('region', { name: 'Payment methods' })
    await expect(methods.getByRole('listitem').filter({ hasText: 'PayPal' })).toContainText('Unavailable')
    if (isPolish) {
      await methods.getByRole('button', { name: 'Enable BLIK' }).click()
      await expect(methods.getByRole('button', { name: 'Disable BLIK' })).toBeVisible()
      await page.reload()
      await methods.getByRole('button', { name: 'Disable BLIK' }).click()
      await expect(methods.getByRole('button', { name: 'Enable BLIK' })).toBeVisible()
    } else await expect(methods.getByText('BLIK')).toHaveCount(0)
  }
})
