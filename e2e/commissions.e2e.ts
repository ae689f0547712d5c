import { randomUUID } from 'node:crypto'
import { expect, test } from './support/stage.ts'

test('a manager sets the commission of a site, with errors beside their fields', async ({ takeDesk, snackMachine }) => {
  const machine = await snackMachine('serviceman', 5)
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', `/dashboard/machines/${machine.id}?tab=settings`)
  const card = page.getByRole('region', { name: 'Commission of the site' })
  const open = card.getByRole('button', { name: 'Set commission' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Commission of the site' })
  const share = dialog.getByRole('textbox', { name: 'Share of the turnover' })
  const monthly = dialog.getByRole('textbox', { name: 'Monthly amount' })
  const from = dialog.getByRole('textbox', { name: 'Valid from' })
  const save = dialog.getByRole('button', { name: 'Save' })

  for (const [field, wrong, error, right] of [
    [share, '101', 'At most 100', '12.5'],
    [monthly, '1.234', /^At most 2 decimal places/, '20'],
    [from, '31-02-2024', /^A day from 01-02-2018 to /, '01-02-2024'],
    [from, '', 'Required', '01-02-2024'],
  ] as const) {
    await field.fill(wrong)
    await field.blur()
    await expect(field).toHaveAccessibleDescription(error)
    await expect(save).toBeDisabled()
    await field.fill(right)
    await field.blur()
    await expect(save).toBeEnabled()
  }
  await dialog.getByRole('combobox', { name: 'Turnover' }).selectOption('Without VAT')
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  const row = card.getByRole('listitem').filter({ hasText: /1 February 2024|February 1, 2024/ })
  await expect(row).toContainText('12.5% of the turnover without VAT + €20.00 a month')

  await row.getByRole('button', { name: /^Delete the commission from / }).press('Enter')
  await expect(row).toBeHidden()
  await expect(open).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('12.5% of the turnover without VAT + €20.00 a month')
})

test('a commission of all machines reduces the margin of the month', async ({ takeDesk, manager }) => {
  const machines = await manager.machines()
  const machineIds = machines.map(({ id }) => id)
  const commission = { machineIds, percent: 0, base: 'NET', monthly: 1_000, validFrom: '2024-02-01' }
  await manager.ask('POST', '/machines/commissions', commission, { 'idempotency-key': randomUUID() })
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/reports/revenue-optimization')
  const headers = page.getByRole('columnheader')
  await expect(headers.filter({ hasText: 'Commission' })).toBeVisible()
  const column = (await headers.allInnerTexts()).findIndex((text) => text.trim() === 'Commission')
  await expect(page.getByRole('row').nth(1).getByRole('cell').nth(column)).toHaveText(/€\d/)
})
