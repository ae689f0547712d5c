import { DAY, HOUR } from '#domain/time.ts'
import { readableOn } from './support/device-database.ts'
import { expect, test } from './support/stage.ts'

test('a manager sees a month by machine and opens the details of each figure', async ({ takeDesk }) => {
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/reports')
  await page.getByRole('link', { name: /^Performance/ }).click()
  const month = page.getByRole('combobox', { name: 'Month' })
  await expect(month.getByRole('option')).toHaveCount(24)
  const before = await month.getByRole('option').nth(1).getAttribute('value')
  await page.goto(`/dashboard/reports/performance?month=${before}`)
  await expect(month).toHaveValue(before ?? '')
  const best = page.getByRole('row').nth(1)
  const turnover = best.getByRole('link', { name: /, the sales of/ })
  const sum = await turnover.innerText()
  await turnover.click()
  await expect(page.getByRole('list', { name: 'Transaction totals' })).toContainText(sum)
  await page.goBack()

  await page
    .getByRole('link', { name: /^Outages of/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: /^Outages of/ }).getByRole('row')).not.toHaveCount(1)

  await page.goto(`/dashboard/reports/matrix?month=${before}`)
  const totals = page.getByRole('table', { name: 'Sales matrix' }).locator('tbody td:nth-of-type(1)')
  await expect(totals).not.toHaveCount(0)
  const sums = (await totals.allInnerTexts()).map((total) => Number(total.replaceAll(',', '')))
  expect(sums).toEqual(sums.toSorted((a, b) => b - a))
  const cell = page.getByRole('link', { name: / in .+: [\d,]+$/ }).first()
  const pieces = await cell.innerText()
  await cell.click()
  await expect(page.getByRole('list', { name: 'Transaction totals' })).toContainText(`${pieces} transaction`)

  await page.goto(`/dashboard/reports/revenue-optimization?month=${before}`)
  const margin = page.getByRole('link', { name: /, by product in / }).first()
  const left = await margin.innerText()
  await margin.click()
  const products = page.getByRole('region', { name: /^Products in / })
  await expect(products.getByRole('row')).not.toHaveCount(1)
  await products.getByRole('button', { name: 'Close' }).click()
  await expect(products).toHaveCount(0)
  await expect(page.getByRole('link', { name: `${left}, by product in ` }).first()).toBeVisible()
})

test('offline, reports, transactions and machines show last responses until signing out', async ({ takePhone, manager }) => {
  const [machine] = await manager.machines()
  const phone = await takePhone({ viewport: { width: 1280, height: 900 } })
  const { page } = phone
  await phone.signIn('manager')
  await phone.keepsEverything()
  const row = page.getByRole('main').getByRole('row').nth(1)
  const totals = page.getByRole('list', { name: 'Transaction totals' })
  const revenue = page.getByRole('region', { name: 'Revenue', exact: true })
  // Fixed days, because the clock advances by an hour and may reach the next day or month.
  const day = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10)
  const earlier = day(31).slice(0, 7)
  const screens = [
    { path: `/dashboard/reports/performance?month=${earlier}`, shown: row, keys: ['"reports","performance"'] },
    {
      path: `/dashboard/transactions?from=${day(7)}T00:00&until=${day(1)}T00:00`,
      shown: totals,
      keys: ['"sales","summary"', '"sales","page"'],
    },
    { path: `/dashboard/machines/${machine?.id}`, shown: revenue, keys: ['"machineToday"', '"machineStats"'] },
  ]
  const texts: string[] = []
  for (const { path, shown, keys } of screens) {
    await page.goto(path)
    // The strength of the signal is shown before the revenue.
    await expect(shown).toContainText(/€[\d.,]+/)
    for (const key of keys) await expect.poll(async () => (await readableOn(page)).replaceAll('\\', '')).toContain(key)
    texts.push(await shown.innerText())
  }
  await phone.loseSignal()
  await phone.window.clock.install({ time: Date.now() + HOUR })
  for (const [index, { path, shown }] of screens.entries()) {
    await page.goto(path)
    await expect(shown).toHaveText(texts[index] ?? '', { useInnerText: true })
    await expect(page.getByRole('status').filter({ hasText: 'Last update: 1 hour ago' })).toBeVisible()
  }
  await phone.signOut()
  await expect(page).toHaveURL(/\/login/)
  expect(await readableOn(page)).not.toContain(machine?.name)
})

test('sales show no comparison if nothing was sold in the earlier period', async ({ takeDesk }) => {
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/reports/sales?beside=PREVIOUS_MONTH')
  const sales = page.getByRole('region', { name: 'Sales', exact: true })
  await expect(sales.getByRole('columnheader', { name: 'Before' })).toBeVisible()
  // The company has not sold for two years.
  await page.getByRole('combobox', { name: 'Beside' }).selectOption('PREVIOUS_YEAR')
  await expect(page.getByRole('img', { name: /in all\.$/ })).toBeVisible()
  await expect(sales.getByRole('columnheader', { name: /Revenue/ })).toBeVisible()
  await expect(sales.getByRole('columnheader', { name: /Before|Change/ })).toHaveCount(0)
})
