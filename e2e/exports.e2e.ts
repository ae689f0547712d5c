import { expect, test } from './support/stage.ts'

test('a large export runs in the background and can be deleted', async ({ takeDesk }) => {
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/transactions')
  const period = page.getByRole('combobox', { name: 'Period' })
  await period.selectOption('Last 3 months')
  // The export is of what the list shows, and the list changes with the address.
  await expect(period).toHaveValue('LAST_3_MONTHS')
  await page.getByRole('button', { name: 'Export to Excel' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'created in the background' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the files' }).click()
  const files = page.getByRole('region', { name: 'Files' })
  const link = files.getByRole('link', { name: /^Download: Transactions .*\.xlsx$/ })
  await expect(link).toBeVisible()
  await expect(files).toContainText(/Ready · until /)
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^Transactions .*\.xlsx$/)

  await files.getByRole('button', { name: /^Delete: / }).click()
  await expect(files).toHaveCount(0)
})
