import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Import } from '#contract/imports.ts'
import { serial, workbookOf } from '../tests/layouts/layout.ts'
import { expect, test } from './support/stage.ts'

const choose = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a manager imports and undoes an American report with totals', async ({ takeDesk, manager }) => {
  const [machine] = await manager.machines()
  if (!machine) throw new Error('the demo has no machine')
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/import?kind=SALES')
  const report = [
    'Sales Detail Report,,,,',
    'Period: 08/01/2025 - 08/12/2025,,,,',
    'TransDate,Device Name,LineTotal,Tender,Note',
    `08/03/2025 02:15:30 PM,"${machine.name}",$1.75,Credit Card,`,
    `08/03/2025 02:16:10 PM,"${machine.name}",$2.00,Cash,`,
    `08/11/2025 09:00:00 AM,"${machine.name}",$1.25,Cash,`,
    `08/12/2025 11:59:59 PM,Lobby of nowhere,$1.25,Cash,`,
    'Total,,$6.25,,',
  ].join('\n')
  await choose(page, 'report.csv', report)

  const understood = part(page, 'How the file was understood')
  await expect(understood.getByLabel('Row with the column headings')).toHaveValue('3')
  await expect(understood.getByText('can be read in two ways')).toBeVisible()
  const monthFirst = understood.getByRole('radio', { name: 'Month first: 3 August 2025' })
  await expect(monthFirst).not.toBeChecked()
  await monthFirst.check()
  await expect(understood.getByText('can be read in two ways')).toBeHidden()

  const result = part(page, 'What will be imported')
  await expect(result.getByText('$1.75 is not your company’s currency.')).toBeVisible()
  await result.getByLabel('All amounts are in EUR').check()
  await expect(result.getByText('New: 3')).toBeVisible()
  await expect(result.getByText('Total rows left out: 1')).toBeVisible()
  await expect(result.getByText('There is no machine called “Lobby of nowhere”.')).toBeVisible()
  const submit = page.getByRole('button', { name: /^Import 3 rows/ })
  await expect(submit).toBeDisabled()
  const reason = 'Some rows have problems. Correct the file, or choose “Leave these rows out”.'
  await expect(submit).toHaveAccessibleDescription(reason)
  const [button, text] = [await submit.boundingBox(), await page.getByText(reason).boundingBox()]
  expect(text?.y).toBeGreaterThanOrEqual((button?.y ?? 0) + (button?.height ?? 0))
  await result.getByLabel('Leave these rows out').check()
  await expect(page.getByText(reason)).toBeHidden()
  await submit.click()
  await expect(page.getByText('3 rows were imported')).toBeVisible()

  // Importing the same file again adds nothing.
  await choose(page, 'report.csv', report)
  await understood.getByRole('radio', { name: /^Month first/ }).check()
  await result.getByLabel('All amounts are in EUR').check()
  await expect(result.getByText('Already there, not added again: 3')).toBeVisible()

  const list = part(page, 'Earlier imports')
  await list.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('The import was undone')).toBeVisible()
  await expect(list.getByText('Undone', { exact: true })).toBeVisible()
})

test('columns chosen before the server responds are all applied', async ({ takeDesk, manager }) => {
  const [machine] = await manager.machines()
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/import?kind=SALES')
  const row = (minute: number) => `2024-06-0${minute} 10:00:00,"${machine?.name}",1.50,alpha,beta`
  await choose(page, 'two.csv', ['Date,Machine,Amount,First,Second', row(1), row(2)].join('\n'))
  const columns = part(page, 'Columns')
  await expect(columns.getByLabel('Slot', { exact: true })).toHaveValue('')

  const waiting: (() => Promise<void>)[] = []
  await page.route('**/api/imports', (route) =>
    route.request().method() === 'POST' ? void waiting.push(() => route.continue()) : route.continue(),
  )
  await columns.getByLabel('Slot', { exact: true }).selectOption('3')
  await columns.getByLabel('Card', { exact: true }).selectOption('4')
  await expect.poll(() => waiting.length).toBe(2)
  for (const goOn of waiting.toReversed()) await goOn()
  const chosen = (name: string) => columns.getByLabel(name, { exact: true }).inputValue()
  await expect.poll(async () => [await chosen('Slot'), await chosen('Card')]).toEqual(['3', '4'])
})

test('machines with an address in several columns are imported; other columns are listed', async ({ takeDesk, manager }) => {
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/import?kind=MACHINES')
  const heads = 'Aut.-Nr.;Typ;Standort;Straße;PLZ;Ort;Öffnungszeiten;Ansprechpartner;Telefon'
  await choose(page, 'machines.csv', [heads, 'A-0012;Snack;Finanzamt;Hauptstr. 5;01067;Dresden;24 h;Müller;0351'].join('\n'))
  const understood = part(page, 'How the file was understood')
  await expect(understood.getByText('Columns that are not imported: Ansprechpartner, Telefon')).toBeVisible()
  await expect(part(page, 'Columns').getByLabel('Postal code', { exact: true })).toHaveValue('4')
  await expect(part(page, 'Columns').getByLabel('Country', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Import 1 row', exact: true }).click()
  await expect(page.getByText('1 row was imported')).toBeVisible()
  const found = (await manager.machines()).find(({ name }) => name === 'A-0012')
  expect(found?.address).toBe('Finanzamt, Hauptstr. 5, 01067 Dresden')
  await part(page, 'Earlier imports').getByRole('button', { name: 'Undo import' }).first().click()
  await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('The import was undone')).toBeVisible()
})

test('a time zone for all rows of a page moves imported sales', async ({ takeDesk, manager }) => {
  const [machine] = await manager.machines()
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/import?kind=SALES')
  const rows = [
    ['Date', 'Machine', 'Amount'],
    ['2024-05-07 23:30:00', machine?.name, '1.35'],
  ]
  // Many programs save a web page when they export to Excel.
  await choose(
    page,
    'utc.xls',
    `<html><table><tr>${rows.map((cells) => `<td>${cells.join('</td><td>')}</td>`).join('</tr><tr>')}</tr></table></html>`,
  )
  const zone = part(page, 'Columns').getByLabel('Time zone for all rows')
  await zone.fill('Nowhere')
  await zone.blur()
  const result = part(page, 'What will be imported')
  await expect(result.getByText('“Nowhere”')).toBeVisible()
  await zone.fill('UTC')
  await zone.blur()
  await expect(result.getByText('New: 1')).toBeVisible()
  await page.getByRole('button', { name: /^Import 1 row/ }).click()
  await expect(page.getByText('1 row was imported')).toBeVisible()
  const sales = await manager.ask<{ created: string }[]>('GET', '/transactions?startDate=2024-05-07T00:00:00Z&endDate=2024-05-09T00:00:00Z')
  expect(sales.map(({ created }) => new Date(created).toISOString())).toEqual(['2024-05-07T23:30:00.000Z'])
  const [last] = await manager.ask<Import[]>('GET', '/imports')
  await manager.ask('POST', `/imports/${last?.id}/undo`)
})

test('a file too large for one call is imported in the background', async ({ takeDesk, manager }) => {
  const [machine] = await manager.machines()
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/import')
  const start = Date.parse('2024-01-01T00:00:00Z')
  const rows = Array.from({ length: 20_000 }, (_, n) => {
    const at = new Date(start + n * 60_000).toISOString()
    return `${at.slice(0, 10)} ${at.slice(11, 19)},"${machine?.name}",1.50,Cash,${'x'.repeat(80)}`
  })
  // A proxy with the default limit of nginx refuses parts of 1 MiB in base64.
  desk.network.fault(({ bytes }) => (bytes > 1024 * 1024 ? { status: 413 } : 'pass'))
  await choose(page, 'two-weeks.csv', ['Date,Machine,Amount,Payment,Note', ...rows].join('\n'))
  await expect(part(page, 'What will be imported').getByText('New: 20,000')).toBeVisible()
  desk.network.fault()
  // The beginning of the file shows that it contains sales.
  await expect(page).toHaveURL(/kind=SALES/)
  await expect(page).toHaveURL(/upload=/)

  await page.reload()
  await expect(part(page, 'What will be imported').getByText('New: 20,000')).toBeVisible()
  // Makes the page show a running import even if the server has already finished.
  const underWay = (text: string) => text.replace(/"state":"\w+"/, '"state":"RUNNING"').replace(/"progress":[\d.]+/, '"progress":0.4')
  desk.network.fault(({ method, path }) => (method === 'GET' && path.startsWith('/api/imports/') ? { edit: underWay } : 'pass'))
  await page.getByRole('button', { name: /^Import 20,000 rows/ }).click()
  const bar = part(page, 'Progress').getByRole('progressbar', { name: 'Importing' })
  await expect(bar).toBeVisible()
  await expect(bar).toHaveAttribute('aria-valuenow', '40')
  desk.network.fault()

  // The import continues while the manager does something else.
  await page.goto('/dashboard/machines')
  await page.goto('/dashboard/import')
  const list = part(page, 'Earlier imports')
  await expect(list.getByText('two-weeks.csv')).toBeVisible()
  const stateOnServer = async () => (await manager.ask<Import[]>('GET', '/imports')).find(({ name }) => name === 'two-weeks.csv')?.state
  await expect.poll(stateOnServer).toBe('DONE')
  await page.reload()
  await expect(list.getByRole('button', { name: 'Undo import' })).toBeVisible()
  await expect(list.getByText('New: 20,000')).toBeVisible()
})

test('a corrected column mapping is saved and applied to the next file', async ({ takeDesk, manager }) => {
  const [machine] = await manager.machines()
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/import?kind=SALES')
  const file = (minute: number, lines: string[]) =>
    [...lines, ...['150;Paid', '200;Zorble'].map((end, n) => `2024-03-13 10:0${minute + n}:00;"${machine?.name}";${end}`)].join('\n')
  await choose(
    page,
    'kiosk.csv',
    file(0, ['When;Where;Worth;Status', `soon;"${machine?.name}";150;Paid`, '2024-03-13 11:00:00;Lobby of nowhere;250;Paid']),
  )

  const understood = part(page, 'How the file was understood')
  await expect(understood.getByText('Unknown status: Zorble')).toBeVisible()
  await expect(understood.getByText('Amounts are whole numbers')).toBeVisible()
  await expect(understood.getByRole('radio', { name: 'Smallest unit, such as cents' })).toBeChecked()
  await understood.getByText('Whole units', { exact: true }).click()
  await expect(understood.getByText('Amounts are whole numbers')).toBeHidden()
  await understood.getByText('Smallest unit, such as cents', { exact: true }).click()
  await part(page, 'Status of sales').getByLabel('Zorble (1)').selectOption('Cancelled or failed')
  await expect(understood.getByText('Unknown status: Zorble')).toBeHidden()

  const result = part(page, 'What will be imported')
  await expect(result.getByText('Cancelled or failed, not imported: 1')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    result.getByRole('button', { name: 'Download these rows as CSV' }).click(),
  ])
  const bad = await readFile(await download.path(), 'utf8')
  expect(bad).toContain('soon')
  expect(bad).toContain('Lobby of nowhere')
  await result.getByLabel('Create machines that are missing: Lobby of nowhere').check()
  await expect(result.getByText('New: 2')).toBeVisible()
  await result.getByLabel('Leave these rows out').check()
  await page.getByLabel('Save these columns as').fill('Kiosk')
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('2 rows were imported')).toBeVisible()

  // The next file has other, meaningless headings; its amount column and heading row are chosen by hand.
  await choose(page, 'next.csv', file(5, ['a;b;c;d', 'q;w;e;r']))
  await understood.getByLabel('Row with the column headings').selectOption('1')
  await part(page, 'Columns').getByLabel('Saved columns').selectOption('Kiosk')
  await expect(part(page, 'Columns').getByLabel('Amount')).toHaveValue('2')
  await part(page, 'Columns').getByLabel('Amount').selectOption('No column')
  await expect(result.getByText('Required.').first()).toBeVisible()

  const list = part(page, 'Earlier imports')
  await list.getByRole('button', { name: 'Undo import' }).first().click()
  await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('The import was undone')).toBeVisible()
  expect((await manager.machines()).map(({ name }) => name)).not.toContain('Lobby of nowhere')
})

test('an upload on a stalled network is cancelled without remains', async ({ takeDesk }) => {
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/import?kind=SALES')
  desk.network.fault(({ path }) => (path.endsWith('/parts/2') ? { delayMs: 600_000 } : 'pass'))
  await choose(page, 'stuck.csv', `Date,Machine,Amount\n${'2024-01-01 10:00,Foyer,1.50\n'.repeat(100_000)}`)
  const progress = part(page, 'Progress')
  await expect(progress.getByText('Keep this page open until the file is uploaded.')).toBeVisible()
  await expect.poll(() => desk.network.seen.some(({ path }) => path.endsWith('/parts/2'))).toBe(true)
  await progress.getByRole('button', { name: 'Cancel import' }).click()
  await expect(progress).toBeHidden()
  await page.reload()
  const entry = part(page, 'Earlier imports').getByText('stuck.csv')
  await expect(entry).toBeVisible()
  await expect(part(page, 'Earlier imports').getByText('Cancelled', { exact: true })).toBeVisible()
})

test('doubts about months, calendar, days, zone, totals, states, sheets and tables are resolved', async ({ takeDesk, manager }) => {
  const [machine] = await manager.machines()
  if (!machine) throw new Error('the demo has no machine')
  const { name } = machine
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/import?kind=SALES')
  const result = part(page, 'What will be imported')
  const shows = (text: string) => expect(result.getByText(text, { exact: false }).first()).toBeVisible()
  const file = (...lines: string[]) => choose(page, 'sales.csv', lines.join('\n'))

  await file('Automat;Datum;Iznos', `"${name}";13-lis-2023 10:00;1,50`)
  await page.getByRole('radio', { name: /^Croatian/ }).check()
  await shows('Sales from 13 Oct 2023')

  await file('Date;Machine;Amount', `115/03/13 10:00;"${name}";1,50`)
  await shows('Sales from 13 Mar 2026')
  await page.getByRole('radio', { name: /^Gregorian/ }).check()
  await shows('New: 0')

  await file('Date;Machine;Amount', `${serial('2024-03-13T10:00:00') - 1_462};"${name}";1.50`)
  await page.getByRole('radio', { name: /^Days are counted from 1904/ }).check()
  await shows('Sales from 13 Mar 2024')

  await file('Printed 2024-04-01 10:00 UTC', 'Date;Machine;Amount', `2024-03-13 10:00;"${name}";1.50`)
  await page.getByLabel('Times are in the company’s time zone').check()
  await expect(page.getByRole('group', { name: /^Date and time/ })).toBeHidden()

  await file('Date;Machine;Remark;Amount', `2024-03-13 10:05;"${name}";;1.50`, `2024-03-13 23:59;"${name}";Total;1.50`)
  await shows('New: 2')
  await page.getByLabel('Leave these rows out as totals').check()
  await shows('New: 1')

  await file('Date;Machine;Amount;Status', `2024-03-13 10:05;"${name}";1.50;Zorble`, `2024-03-13 11:05;"${name}";1.50;Paid`)
  await shows('New: 2')
  await page.getByLabel('Zorble (1)').first().selectOption({ label: 'Cancelled or failed' })
  await shows('New: 1')

  await file('Date;Time;Machine;Amount', `13.03.2024;10:05;"${name}";1,50`, `;11:05;"${name}";1,50`)
  await expect(page.getByText('Rows without a date belong to the date above them: 1.')).toBeVisible()
  await shows('New: 2')

  await file('Date;Machine;Mon;Tue;Wed', `2024-03-13 10:05;"${name}";1.50;0;0`)
  await page.getByLabel('Each row is one sale').check()
  await shows('New: 1')

  const sheet = (title: string, days: number[]) => ({
    name: title,
    rows: [['Date', 'Machine', 'Amount'], ...days.map((day) => [`2024-03-${day} 10:00`, name, 1.5])],
  })
  const buffer = workbookOf([sheet('One', [13, 14]), sheet('Two', [15])])
  await page.locator('input[type=file]').setInputFiles({ name: 'sales.xlsx', mimeType: 'application/octet-stream', buffer })
  await shows('New: 2')
  await page.getByRole('combobox', { name: 'Sheet', exact: true }).selectOption({ label: 'All sheets with the same columns' })
  await shows('New: 3')
})
