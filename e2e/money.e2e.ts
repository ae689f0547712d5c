import { readFile } from 'node:fs/promises'
import { expect, test } from './support/stage.ts'

/** Counts clicks and choices of a task, and prints them. */
function counted(task: string, most: number) {
  let actions = 0
  return {
    do: async (action: () => Promise<unknown>) => {
      actions++
      await action()
    },
    end: () => {
      console.info(`${task}: ${actions} actions (at most ${most})`)
      expect(actions).toBeLessThanOrEqual(most)
    },
  }
}

test('a manager compares two months, closes one and exports it for the tax adviser', async ({ takeDesk }) => {
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/reports')

  const compare = counted('Compare two months', 3)
  await compare.do(() =>
    page
      .getByRole('main')
      .getByRole('link', { name: /^VAT and months/ })
      .click(),
  )
  await compare.do(() => page.getByRole('combobox', { name: 'Compare with' }).selectOption({ index: 5 }))
  const rates = page.getByRole('table', { name: 'VAT rate' })
  await expect(rates.getByRole('columnheader', { name: 'Change' })).toBeVisible()
  await expect(rates.getByRole('row')).not.toHaveCount(1)
  compare.end()

  const total = page.getByRole('table', { name: 'Total' })
  await page.getByRole('button', { name: /^Close / }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Close .*\d/ })
    .click()
  await expect(page.getByRole('region', { name: 'Month close' })).toContainText('These figures do not change')
  const gross = async () => /€[\d.,]+/.exec(await total.innerText())?.[0]
  await expect.poll(gross).toBeDefined()
  const closed = await gross()

  await page.goto('/dashboard/reports')
  const exported = counted('Export for the tax adviser', 3)
  await exported.do(() =>
    page
      .getByRole('main')
      .getByRole('link', { name: /^VAT and months/ })
      .click(),
  )
  await exported.do(() => page.getByRole('button', { name: 'Export' }).click())
  const download = page.waitForEvent('download')
  await exported.do(() => page.getByRole('menuitem', { name: 'CSV' }).click())
  const content = await readFile(await (await download).path(), 'utf8')
  expect(content).toContain('\r\nTotal,,')
  exported.end()

  await page.getByRole('button', { name: /^Reopen / }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('A rate was wrong')
  await dialog.getByRole('button', { name: /^Reopen / }).click()
  await expect(page.getByRole('region', { name: 'Month close' })).toContainText('This month is open')
  await expect.poll(gross).toBe(closed)
})

test('a manager sets the VAT rate of unknown products', async ({ takeDesk }) => {
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/settings/company')
  const rate = page.getByRole('textbox', { name: 'VAT rate' })
  await expect(rate).toHaveValue('0')
  await rate.fill('19')
  await page.getByRole('button', { name: 'Apply rate' }).click()
  await expect(page.getByText('VAT rate saved')).toBeVisible()
  await page.reload()
  await expect(rate).toHaveValue('19')
})
