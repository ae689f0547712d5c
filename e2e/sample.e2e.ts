import { DESK } from './support/phone.ts'
import { expect, test } from './support/stage.ts'

test('sample data is opened, tried, left and removed; the own company keeps its data', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 4)
  const before = await manager.total(machine.id)
  const phone = await takePhone({ viewport: DESK, serviceWorkers: 'block' })
  const { page } = phone
  await phone.signIn('manager', '/dashboard/settings/company')
  const banner = page.getByRole('complementary', { name: 'Sample company' })

  await test.step('opening creates the sample company and marks every page', async () => {
    await expect(page.getByText('Look around with sample data')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove sample data' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Open sample data' }).click()
    const dialog = page.getByRole('dialog', { name: 'Go to Sample company?' })
    await expect(dialog).toContainText('Creating the sample data takes a few seconds.')
    await dialog.getByRole('button', { name: 'Switch' }).click()
    // The server first simulates five weeks of sales.
    await expect(banner).toContainText('everything here is invented. Halbzeit Vending GmbH stays as it is.', { timeout: 200_000 })
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/dashboard/machines')
    await expect(banner).toBeVisible()
    await expect(page.getByText('5 machines')).toBeVisible()
    await expect(page.getByText(machine.name)).toHaveCount(0)
  })

  await test.step('leaving keeps the sample', async () => {
    await banner.getByRole('button', { name: 'Back to Halbzeit Vending GmbH' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click()
    await expect(banner).toHaveCount(0)
    await page.goto('/dashboard/settings/company')
    await expect(page.getByText(/^5 machines, \d+ products and [\d,]+ sales, apart from Halbzeit/)).toBeVisible()
    await page.getByRole('button', { name: 'Open sample data' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click()
    await expect(banner).toBeVisible()
  })

  await test.step('removal lists what it deletes and needs one confirmation', async () => {
    await banner.getByRole('button', { name: 'Remove sample data' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove the sample data?' })
    await expect(dialog).toContainText(/5 machines, \d+ products, [\d,]+ sales and 4 employees/)
    await expect(dialog).toContainText('Halbzeit Vending GmbH keeps all of its data.')
    await dialog.getByRole('button', { name: 'Remove sample data' }).click()
    await expect(banner).toHaveCount(0)
    await page.goto(`/dashboard/machines/${machine.id}`)
    await expect(page.getByRole('heading', { name: machine.name })).toBeVisible()
    expect(await manager.total(machine.id)).toBe(before)
    await page.goto('/dashboard/settings/company')
    await expect(page.getByText('Look around with sample data')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove sample data' })).toHaveCount(0)
  })
})
