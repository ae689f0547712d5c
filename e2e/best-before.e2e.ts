import { DAY } from '#domain/time.ts'
import { DESK } from './support/phone.ts'
import { expect, test } from './support/stage.ts'

/** A day within the list, as it is typed and as it is shown. */
const soon = new Date(Date.now() + 20 * DAY)
const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(soon)
const typed = part({ day: '2-digit', month: '2-digit' }).replace('/', '')
const shown = part({ day: 'numeric', month: 'short' })

test('a best-before date typed offline in four digits is on the list of expiring stock', async ({ takePhone, snackMachine }) => {
  const machine = await snackMachine('serviceman', 2)
  const phone = await takePhone()
  await phone.signInByForm('serviceman')
  await phone.keepsEverything()
  await phone.openMachine(machine)
  await phone.showList()
  await phone.loseSignal()
  await phone.typeOneMore()
  await phone.page.getByRole('button', { name: /^Confirm restock/ }).click()
  const dialog = phone.page.getByRole('dialog', { name: 'Record this restock?' })
  await dialog.getByRole('button', { name: 'Add best-before dates' }).click()
  const field = dialog.getByRole('textbox').first()
  await field.fill('3113')
  await expect(dialog.getByText('This is not a day.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Record', exact: true })).toBeDisabled()
  await field.fill(typed)
  await expect(dialog.getByText(part({ dateStyle: 'full' }))).toBeVisible()
  // What was typed survives a restart.
  await phone.keepsInput(`"bestBefore":"${typed}"`)
  await phone.page.reload()
  await phone.page.getByRole('button', { name: /^Confirm restock/ }).click()
  await expect(field).toHaveValue(typed)
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(dialog).toBeHidden()
  // The next restock of the product offers the last date.
  await phone.typeOneMore()
  await phone.page.getByRole('button', { name: /^Confirm restock/ }).click()
  await dialog.getByRole('button', { name: 'Add best-before dates' }).click()
  await dialog.getByRole('button', { name: shown }).click()
  await expect(field).toHaveValue(new RegExp(`^${typed}\\d{4}$`))
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(dialog).toBeHidden()
  await phone.findSignal()
  await expect(phone.chip()).toHaveText('All sent')

  const desk = await takePhone({ viewport: DESK })
  await desk.signInByForm('manager')
  await desk.page.goto('/dashboard/inventory?tab=expiring&days=30')
  const row = desk.page
    .getByRole('row')
    .filter({ has: desk.page.getByRole('link', { name: machine.name, exact: true }) })
    .filter({ hasText: shown })
  await expect(row).toBeVisible()
  await expect(row.getByRole('cell').nth(4)).toHaveText(/2$/)
})
