import { accessTokenOf } from './support/device-database.ts'
import { endSession } from './support/office.ts'
import { expect, test } from './support/stage.ts'

test('an expired session does not stop offline work; one sign-in in place sends everything once', async ({
  takePhone,
  snackMachine,
  manager,
  server,
}) => {
  const machine = await snackMachine('serviceman', 4)
  const before = await manager.total(machine.id)
  const phone = await takePhone()
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  await phone.openMachine(machine)
  await phone.loseSignal()
  await phone.putOneIn()
  await endSession(server.url, await accessTokenOf(phone.page))

  await phone.findSignal()
  await expect(phone.chip()).toHaveText('Sign in again')
  await expect(
    phone.page.getByText('Your session has ended. Nothing is lost: keep working, and sign in again to send your changes.'),
  ).toBeVisible()
  await phone.putOneIn()
  expect(await manager.total(machine.id)).toBe(before)

  const here = phone.page.url()
  await phone.page.getByRole('button', { name: 'Sign in again' }).click()
  await phone.typeSignIn('serviceman')
  await expect(phone.chip()).toHaveText('All sent')
  expect(phone.page.url()).toBe(here)
  expect(await manager.total(machine.id)).toBe(before + 2)
})

test('an expired session without pending work redirects to the sign-in and back, or continues offline', async ({ takePhone, server }) => {
  const phone = await takePhone()
  const { page } = phone
  await phone.signIn('serviceman')
  await endSession(server.url, await accessTokenOf(page))
  await page.goto('/dashboard/serviceman/shortages?machine=all')
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard%2F/)
  await expect(page.getByText('Your session has ended', { exact: true })).toBeVisible()
  await phone.typeSignIn('serviceman')
  await expect(page).toHaveURL('/dashboard/serviceman/shortages?machine=all')
  await expect(phone.chip()).toHaveText('All sent')

  await endSession(server.url, await accessTokenOf(page))
  await page.goto('/dashboard/serviceman/machines')
  await page.getByRole('button', { name: 'Continue without signing in' }).click()
  await expect(page).toHaveURL('/dashboard/serviceman/machines')
  await expect(phone.chip()).toHaveText('Sign in again')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in again' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/serviceman/machines')
})

test('a read-only page redirects to the sign-in on the first 401, and back afterwards', async ({ takeDesk, server }) => {
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/machines')
  await expect(page.getByRole('table', { name: 'Machines' })).toBeVisible()
  await endSession(server.url, await accessTokenOf(page))
  // Before the next regular pull, which comes a minute after the last one and would detect it as well.
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard%2Fmachines/, { timeout: 45_000 })
  await desk.typeSignIn('manager')
  await expect(page).toHaveURL('/dashboard/machines')
})

test('a form in a dialog keeps its input while the user signs in again', async ({ takeDesk, server }) => {
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/planograms')
  await page.getByRole('button', { name: 'New template' }).first().click()
  const form = page.getByRole('dialog', { name: 'New template' })
  const name = form.getByRole('textbox', { name: 'Name' })
  await name.fill('Night shift')
  await endSession(server.url, await accessTokenOf(page))
  await form.getByRole('button', { name: 'Create template' }).click()
  await form.getByRole('button', { name: 'Sign in again' }).click()
  const signIn = page.getByRole('dialog', { name: 'Sign in again' })
  await page.keyboard.press('Escape')
  await expect(signIn).toBeHidden()
  await expect(name).toHaveValue('Night shift')
  await form.getByRole('button', { name: 'Sign in again' }).click()
  await desk.typeSignIn('manager')
  await expect(signIn).toBeHidden()
  await expect(form.getByRole('button', { name: 'Sign in again' })).toBeHidden()
  await expect.poll(() => form.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await form.getByRole('button', { name: 'Create template' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('Night shift').first()).toBeVisible()
})
