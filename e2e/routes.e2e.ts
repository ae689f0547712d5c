import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Machine } from '#contract/machines.ts'
import type { Round } from '#contract/rounds.ts'
import { addDays, dayOf, isoDay } from '#domain/calendar.ts'
import { TIME_ZONE } from './support/phone.ts'
import { PASSWORD } from './support/server.ts'
import { expect, test } from './support/stage.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

test('a table of routes becomes drafts, is published, and arrives on the phone', async ({ takeDesk, takePhone, manager }) => {
  const user = { firstName: 'Mona', lastName: 'Keller', login: 'routes_abcde', plainPassword: PASSWORD, companyRole: 'ROLE_EMPLOYEE' }
  const { userId } = await manager.ask<{ userId: number }>('POST', '/users', user)
  const [first, second, third] = (await manager.machines()).map(({ name }) => name)
  // The phone shows the rounds of the next two days.
  const date = isoDay(addDays(dayOf(Date.now(), TIME_ZONE), 1))
  const table = [
    'Fahrer;Datum;Automat;Reihenfolge',
    `Mona Keller;${date};${first};3`,
    `mona keller;${date};${second};1`,
    `routes_abcde;${date};${third};2`,
    `Mona Keller;${date};Lobby of nowhere;4`,
    `A stranger;${date};${first};1`,
  ].join('\n')
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/import?kind=ROUTES')
  await choose(page, 'routes.csv', Buffer.from(table))

  const columns = part(page, 'Columns')
  for (const [field, column] of Object.entries({ Person: '0', Date: '1', Machine: '2', Order: '3' }))
    await expect(columns.getByRole('combobox', { name: field, exact: true })).toHaveValue(column)
  const result = part(page, 'What will be imported')
  await expect(result.getByText('There is no machine called “Lobby of nowhere”.')).toBeVisible()
  await expect(result.getByText('There is no person called “A stranger”.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 3 rows' })).toBeDisabled()
  await result.getByLabel('Leave these rows out').check()
  await page.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(page.getByText('3 rows were imported')).toBeVisible()

  await page.goto(`/dashboard/rounds?day=${date}`)
  const round = page.getByRole('region', { name: 'Mona Keller' })
  await expect(round).toContainText('Draft')
  await expect(round.getByRole('listitem')).toContainText([second ?? '', third ?? '', first ?? ''])
  const [draft] = await manager.ask<Round[]>('GET', `/rounds?from=${date}&to=${date}&user=${userId}`)
  await manager.ask('POST', `/rounds/${draft?.id}/publish`)
  await expect(round).toContainText('Published')

  const phone = await takePhone({ serviceWorkers: 'block' })
  await phone.signIn('routes_abcde', '/dashboard/serviceman/tasks')
  await expect(phone.page.getByText('3 stops')).toBeVisible()

  // A week later the same stops are a draft again.
  const later = isoDay(addDays(dayOf(Date.now(), TIME_ZONE), 8))
  await page.goto(`/dashboard/rounds?day=${later}`)
  await page.getByRole('button', { name: 'Add round' }).first().click()
  await page.getByRole('menuitem', { name: /^Mona Keller.*3 stops$/ }).click()
  await expect(round).toContainText('Draft')
  await expect(round.getByRole('listitem')).toContainText([second ?? '', third ?? '', first ?? ''])

  // The published round stays when the import is undone.
  await page.goto('/dashboard/import?kind=ROUTES')
  await part(page, 'Earlier imports').getByRole('button', { name: 'Undo import' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('The import was undone')).toBeVisible()
  expect(await manager.ask<Round[]>('GET', `/rounds?from=${date}&to=${date}&user=${userId}`)).toMatchObject([{ state: 'PUBLISHED' }])
})

test('exported machines are imported again with their opening hours', async ({ takeDesk, manager }) => {
  const [machine] = await manager.machines()
  if (!machine) throw new Error('the demo has no machine')
  const openingHours = 'Mo-Fr 07:00-12:00,13:30-18:30; Sa 09:00-12:00'
  await manager.ask('PATCH', `/machines/${machine.id}`, { openingHours })
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', `/dashboard/machines?q=${encodeURIComponent(machine.name)}`)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export to Excel' }).click()])
  const file = await readFile(await download.path())

  // As in another company, which has no machine of this name.
  await manager.ask('PATCH', `/machines/${machine.id}`, { name: 'An earlier name' })
  await page.goto('/dashboard/import?kind=MACHINES')
  await choose(page, 'machines.xlsx', file)
  await expect(part(page, 'Columns').getByRole('combobox', { name: 'Opening hours', exact: true })).not.toHaveValue('')
  await page.getByRole('button', { name: 'Import 1 row', exact: true }).click()
  await expect(page.getByText('1 row was imported')).toBeVisible()
  const imported = (await manager.ask<Machine[]>('GET', '/machines?size=100')).find(({ name }) => name === machine.name)
  expect(imported).toMatchObject({ type: machine.type, address: machine.address, openingHours })
})

test('a site with a break has two intervals of opening hours on a day', async ({ takeDesk, manager }) => {
  const [machine] = await manager.machines()
  if (!machine) throw new Error('the demo has no machine')
  await manager.ask('PATCH', `/machines/${machine.id}`, { openingHours: 'Mo-Fr 08:00-12:00' })
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', `/dashboard/machines/${machine.id}?tab=settings`)
  const card = part(page, 'Opening hours')
  await card.getByRole('button', { name: 'Add opening hours' }).click()
  const added = card.getByRole('group', { name: 'Opening hours 2' })
  await added.getByText('Fri', { exact: true }).click()
  await added.getByRole('spinbutton', { name: 'From', exact: true }).click()
  await page.keyboard.type('1100')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(added.getByRole('alert')).toHaveText('These hours overlap others of the same day.')
  await added.getByRole('spinbutton', { name: 'From', exact: true }).click()
  await page.keyboard.type('1300')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await expect
    .poll(async () => (await manager.machines()).find(({ id }) => id === machine.id)?.openingHours)
    .toBe('Mo-Fr 08:00-12:00; Fr 13:00-17:00')
})
