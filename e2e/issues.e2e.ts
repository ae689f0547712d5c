import { randomUUID } from 'node:crypto'
import { expect, test } from './support/stage.ts'

test('a customer report appears live in the office and is resolved', async ({ takeDesk, takePhone, snackMachine }) => {
  const machine = await snackMachine('serviceman', 0)
  const details = `It swallowed two coins, ${randomUUID()}`
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/more/issues')
  const { page } = desk
  const list = page.getByRole('table', { name: 'Customer issues' })
  await expect(list).toBeVisible()
  const mine = list.getByRole('row').filter({ hasText: details })
  await expect(mine).toHaveCount(0)

  const customer = await takePhone({ serviceWorkers: 'block' })
  await customer.page.goto(`/m/${machine.token}`)
  await customer.page.getByRole('radio', { name: 'It gave no change' }).check()
  await customer.page.getByRole('textbox', { name: 'What happened?' }).fill(details)
  await customer.page.getByRole('textbox', { name: 'Your e-mail or phone number' }).fill('ada@kawa.example')
  await customer.page.getByRole('button', { name: 'Send report' }).click()
  await expect(customer.page.getByText('Thank you')).toBeVisible()

  // The list and the bell update without interaction.
  await expect(mine).toContainText(machine.name)
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName(/\d+ new$/)
  await page.goto('/dashboard')
  await bell.click()
  const link = page.getByRole('link', { name: 'Customer: No change given' }).filter({ hasText: machine.name }).first()
  await expect(link.getByRole('img', { name: 'New' })).toBeVisible()
  await link.click()

  const dialog = page.getByRole('dialog', { name: 'No change given' })
  await expect(dialog).toContainText(details)
  await expect(dialog.getByRole('link', { name: 'ada@kawa.example' })).toHaveAttribute('href', 'mailto:ada@kawa.example')
  await expect(dialog.getByRole('link', { name: 'All transactions of that time' })).toHaveAttribute(
    'href',
    new RegExp(`^/dashboard/transactions/${machine.id}\\?from=.+&until=`),
  )
  await page.keyboard.press('Escape')

  const status = mine.getByRole('combobox', { name: /^Status/ })
  await status.selectOption('Resolved')
  await expect(page.getByText('Status updated')).toBeVisible()
  await expect(status).toHaveValue('RESOLVED')

  // A choice is shown before it is sent; if sending fails, it is reverted with a message.
  let looked = () => {}
  const isLooked = new Promise<void>((resolve) => {
    looked = resolve
  })
  await page.route('**/api/issues/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    await isLooked
    await route.abort()
  })
  await status.selectOption('Invalid')
  await expect(status).toHaveValue('INVALID')
  looked()
  await expect(page.getByText('Status could not be updated')).toBeVisible()
  await expect(status).toHaveValue('RESOLVED')

  await bell.click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell).toHaveAccessibleName('Notifications')

  await page.goto('/dashboard/more/events')
  const latest = page.getByRole('listitem').filter({ hasText: details })
  await expect(latest).toContainText(machine.name)
  await page.getByRole('link', { name: 'Earlier events' }).click()
  await expect(latest).toHaveCount(0)
  await page.getByRole('link', { name: 'To the latest' }).click()
  await latest.getByRole('link', { name: /^Customer:/ }).click()
  await expect(dialog).toContainText(details)
})
