import { dayOf, isoDay } from '#domain/calendar.ts'
import { HAND, TIME_ZONE } from './support/phone.ts'
import { expect, test } from './support/stage.ts'

test('a manager compares withdrawn cash with cash sales and downloads the table', async ({ takeDesk, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 3)
  await manager.ask('POST', `/machines/${machine.id}/cash-withdraws`)
  const desk = await takeDesk()
  await desk.signIn('manager')
  const { page } = desk
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByRole('link', { name: 'Settings', exact: true }).click()
  await navigation.getByRole('link', { name: 'More' }).click()
  await page.getByRole('link', { name: /^Cash withdraws/ }).click()
  await expect(page.getByRole('table', { name: 'Cash withdraws' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Withdrawal totals' })).toContainText(/€[\d.,]+/)

  await page.getByRole('combobox', { name: 'Machine' }).fill(machine.name)
  await page.getByRole('option', { name: machine.name, exact: true }).click()
  const period = page.getByRole('combobox', { name: 'Period' })
  await period.selectOption('Last 7 days')
  await expect(period).toHaveValue('LAST_7_DAYS')
  const row = page.getByRole('row').filter({ hasText: machine.name }).first()
  await expect(row).toContainText(/€[\d.,]+.*sales since/)

  await page.getByRole('button', { name: 'Export to Excel' }).click()
  const link = page.getByRole('link', { name: 'Download the file' })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^Cash withdraws .*\.xlsx$/)
  await period.selectOption('Today')
  await expect(page.getByRole('button', { name: 'Export to Excel' })).toBeVisible()
  await period.selectOption('From … to …')
  await expect(page).toHaveURL(/from=/)
  await page.goBack()
  await expect(period).toHaveValue('TODAY')
  await expect(page.getByRole('textbox', { name: 'From', exact: true })).toHaveCount(0)
})

test('stock changes of a machine appear on their day, on desktop and phone', async ({ takeDesk, snackMachine, manager }) => {
  // A count of every slot, with its author.
  const machine = await snackMachine('serviceman', 4)
  const stocks = await manager.ask<{ productInstallationId: number; currentQuantity: number; product: { name: string } }[]>(
    'GET',
    `/machines/${machine.id}/inventory?groupBy=slot`,
  )
  const [slot] = stocks
  if (!slot) throw new Error('the snack machine has no slots')
  await manager.ask('POST', `/machines/${machine.id}/inventory`, {
    type: 'LOSS',
    note: 'Past its date',
    stocks: [{ productInstallationId: slot.productInstallationId, quantity: slot.currentQuantity - 1, baseQuantity: slot.currentQuantity }],
  })
  const desk = await takeDesk()
  await desk.signIn('manager', `/dashboard/more/refill-history?machine=${machine.id}`)
  const { page } = desk
  await expect(page.getByRole('button', { name: 'The day after' })).toBeDisabled()
  // The day on which the server received it, which may have ended by now.
  const [done] = await manager.ask<{ created: string }[]>('GET', `/activity?machine=${machine.id}&types=MACHINE_STOCK_CHANGED&size=1`)
  if (!done) throw new Error('the change is not in the activity list')
  const day = isoDay(dayOf(Date.parse(done.created), TIME_ZONE))
  await page.goto(`/dashboard/more/refill-history?machine=${machine.id}&day=${day}`)
  await page.getByRole('link').filter({ hasText: machine.name }).filter({ hasText: 'Lost or thrown away' }).first().click()
  const details = page.getByRole('region', { name: 'What was changed' })
  await expect(details).toContainText('Past its date')
  await expect(details.getByRole('listitem')).toContainText([`${slot.product.name}`])
  await expect(details.getByRole('listitem')).toContainText(['−1'])

  await page.setViewportSize(HAND)
  const sheet = page.getByRole('dialog', { name: 'What was changed' })
  await expect(sheet).toContainText('Past its date')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await page.getByRole('button', { name: 'The day before' }).click()
  await expect(page.getByText('Past its date')).toHaveCount(0)
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/)
  await page.getByRole('button', { name: 'The day after' }).click()
  await expect(page.getByRole('link').filter({ hasText: 'Lost or thrown away' }).first()).toBeVisible()
})

test('hidden tools and wrong addresses redirect, and the list of tools leads to each', async ({ takeDesk }) => {
  const desk = await takeDesk()
  await desk.signIn('manager')
  for (const tool of ['expenses', 'service']) {
    await desk.page.goto(`/dashboard/more/${tool}`)
    await expect(desk.page).toHaveURL('/dashboard/more')
  }
  await desk.page.goto('/dashboard/transactions/no-number')
  await expect(desk.page).toHaveURL('/dashboard/transactions')
  await desk.page.goto('/dashboard/vans/no-number')
  await expect(desk.page).toHaveURL('/dashboard/vans')
  await desk.page.goto('/dashboard/orders/no-number')
  await expect(desk.page).toHaveURL('/dashboard/orders?tab=orders')
  await desk.page.goto('/dashboard/more')
  for (const [name, title] of [
    [/^Machine stock changes/, 'Machine stock changes'],
    [/^Cash withdraws/, 'Cash withdraws'],
    [/^Employee passes/, 'Employee passes'],
    [/^Branches/, 'Branches'],
    [/^Your devices/, 'Your devices'],
    [/^Developer API/, 'Developer API'],
  ] as const) {
    await desk.page.getByRole('main').getByRole('link', { name }).click()
    await expect(desk.page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await desk.page.goBack()
    await expect(desk.page.getByRole('heading', { level: 1, name: 'More tools' })).toBeVisible()
  }
})
