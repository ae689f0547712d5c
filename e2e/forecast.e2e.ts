import { expect, test } from './support/stage.ts'

const FORECAST_TEXT = /^(Empty|Lasts|Not empty)/

test('offline, the phone forecasts when a product sells out, also after a restock', async ({ takePhone, snackMachine }) => {
  const machine = await snackMachine('serviceman', 6)
  const phone = await takePhone()
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  await phone.loseSignal()
  await phone.openMachine(machine)
  const { page } = phone
  await phone.showList()

  const cards = page
    .getByRole('tabpanel')
    .getByRole('listitem')
    .filter({ hasText: /Empty \w/ })
  const input = await cards.first().getByRole('group').getAttribute('aria-label')
  const card = page
    .getByRole('tabpanel')
    .getByRole('listitem')
    .filter({ has: page.getByRole('group', { name: input ?? '', exact: true }) })
  const forecastText = () => card.getByRole('paragraph').filter({ hasText: FORECAST_TEXT }).textContent()
  const before = await forecastText()
  expect(before).toMatch(/^Empty .*\d/)

  const more = card.getByRole('button', { name: 'More' })
  await more.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  for (let piece = 0; piece < 5; piece++) await more.click()
  await phone.record()
  await expect(page.getByText('Saved on this phone, not sent yet')).toBeVisible()
  await expect.poll(forecastText).not.toBe(before)

  // The forecast does not change after the server has received the operation.
  await phone.findSignal()
  await expect(phone.chip()).toHaveText('All sent')
  expect(await forecastText()).not.toBe(before)
})

test('a serviceman sees machines ordered by expected shortage, without amounts of money', async ({ takePhone, snackMachine, manager }) => {
  // Without a round in the demo.
  const machine = await snackMachine('serviceman-marek', 6)
  await manager.leavesRoom(machine.id, 1_000)
  const phone = await takePhone({ serviceWorkers: 'block' })
  await phone.signIn('serviceman-marek', '/dashboard/serviceman/tasks')
  await expect(phone.page.getByText('No tasks')).toBeVisible()
  await expect(phone.page.getByRole('heading', { name: 'Where it is missed most' })).toBeVisible()
  await expect(phone.page.getByRole('main').getByRole('link', { name: machine.name })).toBeVisible()
  await expect(phone.page.getByRole('main')).not.toContainText('€')

  await phone.page.goto('/dashboard/serviceman/tasks/load')
  await expect(phone.page.getByText('No round today')).toBeVisible()
  await expect(phone.page.getByRole('main')).not.toContainText('open stop')
  await phone.page.goto('/dashboard/serviceman/tasks/end')
  await expect(phone.page.getByText('Everything is sent')).toBeVisible()
  await expect(phone.page.getByText('There is no day to finish.')).toBeVisible()
  await expect(phone.page.getByRole('link', { name: 'To the tasks' })).toBeVisible()
})
