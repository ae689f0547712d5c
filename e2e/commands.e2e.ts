import type { RequestedCommand } from '#contract/devices.ts'
import type { Machine } from '#contract/machines.ts'
import type { Caller } from './support/office.ts'
import { expect, test } from './support/stage.ts'

const running = async (manager: Caller): Promise<Machine> => {
  const machine = (await manager.machines()).find(({ state }) => state === 'RUNNING')
  if (!machine) throw new Error('no machine of the demo runs')
  return machine
}

test('a credit whose response was lost is added once', async ({ takeDesk, manager }) => {
  const machine = await running(manager)
  const desk = await takeDesk()
  await desk.signIn('manager', `/dashboard/machines/${machine.id}`)
  const { page } = desk
  const card = page.getByRole('region', { name: 'Remote credit', exact: true })
  const credits = async () =>
    (await manager.ask<RequestedCommand[]>('GET', `/machines/${machine.id}/commands`)).filter(({ kind }) => kind === 'CREDIT')
  const give = async (amount: string) => {
    await card.getByRole('textbox').fill(amount)
    await card.getByRole('button', { name: 'Send credit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send credit' })
    await expect(dialog).toContainText(machine.name)
    await dialog.getByRole('button', { name: 'Send credit' }).click()
  }

  // The server accepts the credit and the response is lost: the app finds it in the machine's list.
  desk.network.fault(({ path }) => (path.endsWith('/credits') ? 'lose-answer' : 'pass'))
  await give('5')
  await expect(page.getByText('Credit sent', { exact: true }).first()).toBeVisible()
  // The list of activities says so too, maybe before the form is done.
  await expect(card.getByRole('textbox')).toHaveValue('')
  expect(await credits()).toMatchObject([{ amount: 500 }])
  await expect(card.getByText('waiting for the device').or(card.getByText('carried out')).first()).toBeVisible()

  // The list fails too, so the outcome is unknown. It can be sent again unchanged, which does not give a second credit.
  desk.network.fault(({ path }) => (path.endsWith('/credits') ? 'lose-answer' : path.endsWith('/commands') ? { status: 500 } : 'pass'))
  await give('7')
  await expect(card.getByRole('alert')).toContainText('It is unknown whether the credit was sent')
  await expect(page.getByText('Credit could not be sent')).toHaveCount(0)
  desk.network.fault()
  await page.goto('/dashboard/machines')
  await page.goto(`/dashboard/machines/${machine.id}`)
  await expect(card.getByRole('textbox')).toHaveValue(/^7/)
  await expect(card.getByRole('textbox')).toBeDisabled()
  await card.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog', { name: 'Send credit' }).getByRole('button', { name: 'Send credit' }).click()
  await expect(card.getByRole('button', { name: 'Send credit' })).toBeVisible()
  await expect.poll(async () => (await credits()).map(({ amount }) => amount).toSorted()).toEqual([500, 700])
  await expect(card.getByRole('textbox')).toHaveValue('')

  // A server error is not reported as an unreachable server.
  desk.network.fault(({ path }) => (/\/(?:credits|commands)$/.test(path) ? { status: 500 } : 'pass'))
  await give('8')
  await expect(card.getByRole('alert')).toContainText('the server has a fault (500). Please try again later. It is unknown whether')
})

test('a deactivated machine can be activated again', async ({ takeDesk, manager }) => {
  const machine = await running(manager)
  const before = await manager.slots(machine.id)
  const desk = await takeDesk()
  await desk.signIn('manager', `/dashboard/machines/${machine.id}?tab=settings`)
  const { page } = desk
  await page.getByRole('button', { name: 'Deactivate machine' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate machine' }).click()
  await expect(page).toHaveURL(/\/dashboard\/machines$/)

  await page.goto(`/dashboard/machines/${machine.id}`)
  await expect(page.getByText(`${machine.name} is out of service`)).toBeVisible()
  await page.getByRole('link', { name: 'Deactivated machines' }).click()
  await page.getByRole('button', { name: `Reactivate: ${machine.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
  await expect(page.getByText('No machine is out of service')).toBeVisible()
  expect(await manager.slots(machine.id)).toEqual(before)
  await page.goto(`/dashboard/machines/${machine.id}`)
  await expect(page.getByRole('heading', { name: machine.name })).toBeVisible()
  await expect.poll(async () => (await manager.ask<Machine>('GET', `/machines/${machine.id}`)).state).toBe('RUNNING')
})
