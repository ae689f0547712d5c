import { PASSWORD } from './support/server.ts'
import { expect, test } from './support/stage.ts'

test('a new serviceman signs in with the one-time password and is signed out when disabled', async ({ takeDesk, takePhone }) => {
  const office = await takeDesk()
  const { page } = office
  await office.signIn('manager', '/dashboard/settings')
  await page.getByRole('link', { name: 'Employees' }).click()

  const [login, password] = await test.step('an account is created with a login derived from the name', async () => {
    await page.getByRole('button', { name: 'Create account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create account' })
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Eva')
    await dialog.getByRole('textbox', { name: 'Last name' }).fill('Von Nowak')
    await dialog.getByText('Manager', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Make a password' }).click()
    await expect(dialog.getByText('Good', { exact: true })).toBeVisible()
    // A manager needs a mail address.
    await expect(dialog.getByRole('button', { name: 'Create account' })).toBeDisabled()
    await dialog.getByText('Serviceman', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Create account' }).click()
    const shown = page.getByRole('dialog', { name: 'Account created' })
    await expect(shown.getByRole('definition')).toHaveCount(2)
    const words = await shown.getByRole('definition').allTextContents()
    expect(words[0]).toMatch(/^evonnowak_[a-z0-9]{5}$/)
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(words[1] ?? '')).toHaveCount(0)
    return words as [string, string]
  })

  const phone = await takePhone()
  await phone.page.goto('/login')
  await phone.typeSignIn(login, password)
  await expect(phone.chip()).toHaveText('All sent')

  await test.step('disabled in the office, the serviceman is signed out on the phone', async () => {
    await page.getByRole('searchbox').fill('von nowak')
    await page.getByRole('button', { name: 'Disable Eva Von Nowak' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await expect(page.getByRole('table').getByText('Disabled')).toBeVisible()
    await phone.page.goto('/dashboard/serviceman/machines')
    await expect(phone.page).toHaveURL(/\/login/)
  })

  await test.step('users cannot disable themselves', async () => {
    await page.getByRole('searchbox').fill('Katharina')
    await expect(page.getByRole('table').getByText('You', { exact: true })).toBeVisible()
    await expect(page.getByRole('table').getByRole('button', { name: /Katharina/ })).toHaveCount(0)
  })
})

test('a change of the company details appears on every open screen', async ({ takeDesk }) => {
  const [one, other] = [await takeDesk(), await takeDesk()]
  await one.signIn('rival')
  await other.signIn('rival', '/dashboard/transactions?period=LAST_7_DAYS')
  await expect(other.page.getByText(/zł/).first()).toBeVisible()
  await one.page.goto('/dashboard/settings/company')
  await one.page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR')
  await one.page.getByRole('button', { name: 'Save' }).click()
  await expect(one.page.getByText('Changes saved')).toBeVisible()
  await expect(other.page.getByText(/€/).first()).toBeVisible()
  await expect(other.page.getByText(/zł/)).toHaveCount(0)
  await one.page.getByRole('combobox', { name: 'Currency' }).selectOption('PLN')
  await one.page.getByRole('button', { name: 'Save' }).click()
  await expect(other.page.getByText(/zł/).first()).toBeVisible()
})

test('a manager who becomes an employee leaves the open manager screens', async ({ takeDesk, manager }) => {
  const { userId } = await manager.ask<{ userId: number }>('POST', '/users', {
    firstName: 'Mara',
    lastName: 'Lang',
    login: 'mara_lang1',
    email: 'mara.lang@example.com',
    plainPassword: PASSWORD,
    companyRole: 'ROLE_MANAGER',
  })
  const desk = await takeDesk()
  const { page } = desk
  const channel = page.waitForResponse((response) => response.url().includes('/api/channels/') && response.ok())
  await desk.signIn('mara_lang1', '/dashboard/transactions')
  await channel
  await manager.ask('PATCH', `/users/${userId}`, { companyRole: 'ROLE_EMPLOYEE' })
  await expect(page).toHaveURL(/\/dashboard\/serviceman/)
})
