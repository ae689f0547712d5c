import { randomUUID } from 'node:crypto'
import { expect, test } from './support/stage.ts'

test('employee cards are issued, topped up, edited, imported from a file and revoked', async ({ takeDesk }) => {
  const desk = await takeDesk()
  await desk.signIn('manager')
  const { page } = desk
  const dialog = page.getByRole('dialog')
  const mark = randomUUID().slice(0, 8)
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })

  await page.goto('/dashboard/more/employee-passes')
  await expect(page.getByRole('table', { name: 'Employee passes' })).toBeVisible()
  await page.getByRole('button', { name: 'Add prepaid card' }).click()
  await dialog.getByRole('textbox', { name: 'Card number' }).fill(`J-${mark}`)
  await dialog.getByRole('textbox', { name: 'Holder' }).fill(`Ann ${mark}`)
  // The credit of a new card is not 0 unless that is typed.
  await expect(dialog.getByRole('textbox', { name: 'Credit', exact: true })).toHaveValue('')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Credit', exact: true }).fill('12,50')
  await dialog.getByRole('textbox', { name: 'Recurring credit' }).fill('2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Employee pass created')).toBeVisible()

  await page.getByRole('searchbox').fill(mark)
  await expect(row(`J-${mark}`)).toContainText('12.50')

  await page.getByRole('button', { name: 'Add prepaid credit' }).click()
  await dialog.getByRole('button', { name: 'Add prepaid credit' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(`J-${mark}`)).toContainText('14.50')
  await page.getByRole('button', { name: 'Add prepaid credit' }).click()
  await dialog.getByRole('switch', { name: 'Each card by its own recurring credit' }).click()
  await dialog.getByRole('textbox', { name: 'Credit for each card' }).fill('0.5')
  await dialog.getByRole('button', { name: 'Add prepaid credit' }).click()
  await expect(row(`J-${mark}`)).toContainText('15.00')

  await page.getByRole('button', { name: `Edit the card of Ann ${mark}` }).click()
  await expect(dialog.getByRole('textbox', { name: 'Card number' })).not.toBeEditable()
  await dialog.getByRole('switch', { name: 'Active' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row(`J-${mark}`)).toContainText('No')

  const bring = async (rows: string) => {
    await page.getByRole('button', { name: 'Import' }).click()
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), dialog.getByRole('button', { name: 'Choose a file' }).click()])
    await chooser.setFiles({ name: 'cards.csv', mimeType: 'text/csv', buffer: Buffer.from(`Card number;Holder;Credit\n${rows}`) })
  }
  await bring(`K-${mark};Bert ${mark};5\nK-${mark};Cleo;1`)
  await expect(dialog.getByRole('alert')).toContainText(`Row 3, Card number: Duplicate value “K-${mark}”.`)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(row(`K-${mark}`)).toHaveCount(0)
  await bring(`K-${mark};Bert ${mark};5\nJ-${mark};Cleo ${mark};1`)
  await expect(row(`K-${mark}`)).toContainText('5.00')
  // An existing card gets its holder from the file and keeps its credit.
  await expect(row(`J-${mark}`)).toContainText(`Cleo ${mark}`)
  await expect(row(`J-${mark}`)).toContainText('15.00')

  await page.getByRole('button', { name: `Delete the card of Bert ${mark}?` }).click()
  await dialog.getByRole('button', { name: 'Delete card' }).click()
  await expect(row(`K-${mark}`)).toHaveCount(0)

  await expect(row(`J-${mark}`).getByText(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}$/)).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download' }).click()])
  expect(download.suggestedFilename()).toBe('Employee passes.xlsx')
  // The link is of what the list shows.
  await page.getByRole('searchbox').fill(`J-${mark}`)
  await expect(page.getByRole('link', { name: 'Download' })).toHaveCount(0)
  await page.route('**/api/passes?*exportType=xlsx*', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('Error during exporting')).toBeVisible()
})

test('a top-up whose response was lost counts once, also after its dialog was closed', async ({ takeDesk }) => {
  const desk = await takeDesk()
  await desk.signIn('manager')
  const { page } = desk
  const dialog = page.getByRole('dialog')
  const mark = randomUUID().slice(0, 8)
  const row = page.getByRole('row').filter({ hasText: `L-${mark}` })
  const funds = dialog.getByRole('textbox', { name: 'Credit for each card' })

  await page.goto('/dashboard/more/employee-passes')
  await page.getByRole('button', { name: 'Add prepaid card' }).click()
  await dialog.getByRole('textbox', { name: 'Card number' }).fill(`L-${mark}`)
  await dialog.getByRole('textbox', { name: 'Holder' }).fill(`Dora ${mark}`)
  await dialog.getByRole('textbox', { name: 'Credit', exact: true }).fill('10')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('searchbox').fill(mark)
  await expect(row).toContainText('10.00')

  await page.getByRole('button', { name: 'Add prepaid credit' }).click()
  await dialog.getByRole('switch', { name: 'Each card by its own recurring credit' }).click()
  await funds.fill('0.5')
  desk.network.fault(({ path }) => (path === '/api/passes/credits' ? 'lose-answer' : 'pass'))
  await dialog.getByRole('button', { name: 'Add prepaid credit' }).click()
  await expect(dialog.getByText('It is not known whether the server recorded this')).toBeVisible()
  await expect(funds).toBeDisabled()
  desk.network.fault()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  // The amount cannot be edited before the server has answered.
  await page.getByRole('button', { name: 'Add prepaid credit' }).click()
  await expect(funds).toHaveValue(/^0\.50?$/)
  await expect(funds).toBeDisabled()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('10.50')
  await page.getByRole('button', { name: 'Add prepaid credit' }).click()
  await expect(funds).toHaveValue('')
})
