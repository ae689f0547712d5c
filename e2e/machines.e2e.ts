import { DESK } from './support/phone.ts'
import { expect, test } from './support/stage.ts'

test('a manager finds a machine in the list, as a card and on the map', async ({ takeDesk, snackMachine }) => {
  const machine = await snackMachine('serviceman', 5)
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/machines')
  const row = desk.page.getByRole('row').filter({ hasText: machine.name })
  await expect(row).toContainText(/€[\d.,]+/)

  const first = desk.page.getByRole('row').nth(1)
  const header = desk.page.getByRole('columnheader', { name: 'Cash' })
  await desk.page.getByRole('button', { name: 'Cash', exact: true }).click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  const most = await first.getByRole('link').innerText()
  await desk.page.mouse.wheel(0, 1_500)
  await expect(header).toBeInViewport()
  await desk.page.getByRole('button', { name: 'Cash', exact: true }).click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect(first.getByRole('link')).not.toHaveText(most)
  await desk.page.reload()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')

  await desk.page.getByText('Grid', { exact: true }).click()
  await expect(desk.page.getByRole('article').filter({ hasText: machine.name })).toContainText('Cash in machine')
  await desk.page.reload()
  await expect(desk.page.getByRole('article').filter({ hasText: machine.name })).toBeVisible()

  await desk.page.goto(`/dashboard/machines?q=${encodeURIComponent(machine.name)}`)
  await desk.page.getByText('Map', { exact: true }).click()
  await desk.page.getByRole('button', { name: machine.name, exact: true }).click()
  await desk.page.getByRole('link', { name: machine.name }).click()
  await expect(desk.page).toHaveURL(`/dashboard/machines/${machine.id}`)
  await expect(desk.page.getByRole('region', { name: 'Revenue' })).toContainText(/€[\d.,]+/)
})

test('without WebGL 2, the reason and the list replace the map', async ({ takeDesk, snackMachine }) => {
  const machine = await snackMachine('serviceman', 5)
  const desk = await takeDesk()
  await desk.page.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind === 'webgl2' ? null : Reflect.apply(getContext, this, [kind, ...rest])
      },
    })
  })
  const reason = desk.page.getByText('This browser cannot draw the map, because WebGL 2 is missing or switched off.')
  await desk.signIn('manager', `/dashboard/machines?q=${encodeURIComponent(machine.name)}`)
  await desk.page.getByText('Map', { exact: true }).click()
  await expect(reason).toBeVisible()
  await expect(desk.page.getByRole('row').filter({ hasText: machine.name })).toBeVisible()
  await desk.page.goto('/dashboard/rounds')
  await expect(reason).toBeVisible()
  await desk.page.goto(`/dashboard/machines/${machine.id}`)
  // The router resets the scroll position once the page is complete, and the map loads only in view.
  await expect
    .poll(async () => {
      await desk.page.getByRole('heading', { name: 'Location' }).scrollIntoViewIfNeeded()
      return reason.isVisible()
    })
    .toBe(true)
})

test('an assigned machine appears on the serviceman’s phone and disappears when unassigned', async ({
  takeDesk,
  takePhone,
  snackMachine,
  manager,
}) => {
  const machine = await snackMachine('serviceman', 5)
  const phone = await takePhone()
  await phone.signIn('serviceman', '/dashboard/serviceman/machines')
  await phone.page.getByRole('searchbox').fill(machine.name)
  await expect(phone.page.getByRole('link', { name: machine.name })).toBeVisible()

  const desk = await takeDesk()
  await desk.signIn('manager', `/dashboard/machines/${machine.id}?tab=settings`)
  const assigned = desk.page.getByRole('region', { name: 'Assigned servicemen' })
  const [serviceman] = await manager.ask<{ name: string }[]>('GET', `/machines/${machine.id}/servicemen`)
  const name = serviceman?.name ?? 'nobody'
  await assigned.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(assigned).toContainText('No serviceman assigned')
  await phone.page.reload()
  await expect(phone.page.getByRole('link', { name: machine.name })).toBeHidden()

  await assigned.getByRole('combobox', { name: 'Serviceman' }).fill(name)
  await desk.page.getByRole('option', { name }).click()
  await assigned.getByRole('button', { name: 'Add' }).click()
  await expect(assigned.getByRole('listitem')).toContainText(name)
  await phone.page.reload()
  await expect(phone.page.getByRole('link', { name: machine.name })).toBeVisible()
})

test('a note and a cash withdrawal wait offline and are sent when online', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 5)
  const phone = await takePhone()
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  await phone.page.goto(`/dashboard/serviceman/machines/${machine.id}`)
  await phone.loseSignal()
  await phone.page.getByRole('textbox', { name: 'Note' }).fill('The key is at the porter’s')
  await phone.page.getByRole('region', { name: 'Notes' }).getByRole('button', { name: 'Save' }).click()
  const cash = phone.page.getByRole('region', { name: 'Cash in machine' })
  await expect(cash).toContainText('–')
  await expect(cash).not.toContainText('€')
  const began = Date.now()
  await cash.getByRole('button', { name: 'Take cash out' }).click()
  await phone.page.getByRole('button', { name: 'I have taken it out' }).click()
  await expect(phone.chip()).toContainText('2 pending')
  await phone.page.reload()
  await expect(phone.page.getByRole('textbox', { name: 'Note' })).toHaveValue('The key is at the porter’s')

  await phone.findSignal()
  await expect(phone.chip()).toHaveText('All sent')
  const after = await manager.ask<{ note: string; cashInMachine: number; lastWithdrawDatetime: string }>('GET', `/machines/${machine.id}`)
  expect(after.note).toBe('The key is at the porter’s')
  // The phone and the server share one clock in this test; the recorded time is the time of the tap.
  expect(Date.parse(after.lastWithdrawDatetime)).toBeGreaterThanOrEqual(began)
})

test('a manager creates a machine, moves its pin by keyboard, and finds it offline', async ({ takePhone, manager }) => {
  const desk = await takePhone({ viewport: DESK })
  await desk.signIn('manager')
  await desk.keepsEverything()
  const { page } = desk
  await page.goto('/dashboard/settings/create-machine')
  const name = `Library hall ${Date.now()}`
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByText('More details').click()
  await page.getByRole('button', { name: 'Put the pin in the middle of the map' }).click()
  const longitude = page.getByRole('textbox', { name: 'Longitude' })
  await expect(longitude).toHaveValue('13')
  await desk.keepsInput(/"lng":"?13\b/)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await page.getByRole('button', { name: /^Pin of/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(longitude).not.toHaveValue('13')
  await expect(longitude).toHaveValue(/^13\.\d/)
  const moved = Number(await longitude.inputValue())
  await page.getByRole('button', { name: 'Set the machine up' }).click()
  await page.getByRole('link', { name: 'Configure machine' }).click()
  await expect(page.getByRole('region', { name: 'Machine details' })).toBeVisible()
  const [made] = await manager.ask<{ id: number; lng: number }[]>('GET', `/machines?query=${encodeURIComponent(name)}`)
  expect(made?.lng).toBe(moved)

  await desk.loseSignal()
  await page.goto(`/dashboard/machines/${made?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('status').filter({ hasText: 'You see the last known data' })).toBeVisible()
  // The map is loaded once its card is in view.
  await page.getByRole('region', { name: 'Location' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('img', { name: `Location of ${name}` })).toBeVisible()
})

test('the list states that figures of the day are missing or old', async ({ takeDesk, snackMachine }) => {
  const machine = await snackMachine('serviceman', 5)
  const desk = await takeDesk()
  const { page, network } = desk
  const fail = () => network.fault(({ method, path }) => (method === 'GET' && path === '/api/machines' ? { status: 500 } : 'pass'))
  fail()
  await desk.signIn('manager', `/dashboard/machines?q=${encodeURIComponent(machine.name)}`)
  await expect(page.getByRole('link', { name: machine.name })).toBeVisible()
  await expect(page.getByText('Sales, cash and groups couldn’t be loaded from the server.')).toBeVisible()
  network.fault()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Sales, cash and groups')).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: machine.name })).toContainText(/€[\d.,]+/)
  fail()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Sales, cash and groups couldn’t be refreshed from the server. You see the last known data.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: machine.name })).toContainText(/€[\d.,]+/)
})
