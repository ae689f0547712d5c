import { type Planning, UNCHANGED_PLANNING } from '#contract/planning.ts'
import type { PlannedPerson } from '#contract/planning-people.ts'
import type { Round } from '#contract/rounds.ts'
import { addDays, dayOf, isoDay, wallClock } from '#domain/calendar.ts'
import { TIME_ZONE } from './support/phone.ts'
import { expect, test } from './support/stage.ts'

test('a manager sets how rounds are planned, and sees what empty settings mean', async ({ takeDesk, manager }) => {
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/rounds')
  const { page } = desk
  await page.getByRole('link', { name: 'Planning settings' }).click()
  const hour = page.getByRole('textbox', { name: 'An hour of work' })
  await expect(page.getByText(/^If empty: €[\d.]+, derived from your prices$/)).toHaveCount(2)
  const save = page.getByRole('button', { name: 'Save' })
  const type = async (field: string, time: string) => {
    await page.getByRole('spinbutton', { name: field, exact: true }).click()
    await page.keyboard.type(time)
  }
  await expect(save).toBeDisabled()
  // The settings use the whole width of a desk.
  expect((await page.locator('form').first().boundingBox())?.width).toBeGreaterThan(1_100)

  // A break outside of the working hours is refused beside its field, and nothing is lost.
  await hour.fill('31.50')
  await type('Work starts', '0600')
  await type('Break starts', '0500')
  await expect(page.getByText('The break must be within the working hours.')).toBeVisible()
  await expect(save).toBeDisabled()
  await type('Break starts', '1030')
  await page.getByRole('switch', { name: 'Plan drafts every night' }).click()
  await page.getByRole('textbox', { name: 'Working days ahead' }).fill('3')
  await page.getByRole('group', { name: 'Working days' }).getByText('Sat', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Latitude' }).fill('-36.85')
  await expect(save).toBeDisabled()
  await page.getByRole('textbox', { name: 'Longitude' }).fill('174.76')
  await save.click()
  await expect(page.getByText('Changes saved')).toBeVisible()

  const { settings } = await manager.ask<Planning>('GET', '/rounds/settings')
  expect(settings).toMatchObject({
    worksFrom: 360,
    pauseFrom: 630,
    weekdays: [1, 2, 3, 4, 5, 6],
    hourCost: 31.5,
    kilometreCost: null,
    start: { address: null, lat: -36.85, lng: 174.76 },
    isNightly: true,
    nightlyDays: 3,
  })
  await page.reload()
  await expect(hour).toHaveValue('31.50')
  await expect(page.getByRole('spinbutton', { name: 'Work starts', exact: true })).toHaveValue('06')
})

test('own hours and an absence of a person decide the plan', async ({ takeDesk, manager }) => {
  await manager.ask('PUT', '/rounds/settings', UNCHANGED_PLANNING)
  const dayAt = (days: number) => isoDay(addDays(dayOf(Date.now(), TIME_ZONE), days))
  const typed = (days: number) => dayAt(days).split('-').reverse().join('-')
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/settings/planning')
  const { page } = desk
  const person = page.getByRole('listitem').filter({ hasText: 'Leyla Aydın' })
  await expect(person).toContainText('Like everyone')
  await person.getByRole('button', { name: 'Edit Leyla Aydın' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leyla Aydın' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await dialog.getByRole('switch', { name: 'Own working hours' }).click()
  await dialog.getByRole('spinbutton', { name: 'Work ends', exact: true }).click()
  await page.keyboard.type('1100')
  await expect(dialog.getByText('The break must be within the working hours.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Break' }).fill('0')

  await dialog.getByRole('button', { name: 'Add an absence' }).click()
  await expect(dialog.getByText('Required')).toHaveCount(0)
  await dialog.getByRole('textbox', { name: 'First day' }).fill(typed(20))
  await dialog.getByRole('textbox', { name: 'Last day' }).fill(typed(19))
  await expect(dialog.getByText('The last day must not be before the first.')).toBeVisible()
  await expect(save).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Last day' }).fill(typed(24))
  await save.click()
  await expect(person).toContainText(/08:00–11:00 · Away \w+ \d+ \w+ to \w+ \d+ \w+$/)

  const planned = async (date: string) => (await manager.ask<{ rounds: Round[] }>('POST', '/rounds/plan', { date })).rounds
  const names = (rounds: readonly Round[]) => rounds.filter(({ stops }) => stops.length > 0).map(({ user }) => user.name)
  expect(names(await planned(dayAt(22)))).not.toContain('Leyla Aydın')
  const free = await planned(dayAt(25))
  expect(names(free)).toContain('Leyla Aydın')
  const [own] = free.filter(({ user }) => user.name === 'Leyla Aydın')
  for (const { arrival } of own?.stops ?? [])
    expect(arrival && wallClock(Date.parse(arrival), TIME_ZONE) < Date.parse(`${dayAt(25)}T11:00Z`)).toBe(true)

  const away = [{ from: dayAt(30), until: dayAt(30) }]
  const people = await manager.ask<PlannedPerson[]>('GET', '/rounds/people')
  for (const { user, planning } of people) await manager.ask('PUT', `/rounds/people/${user.id}`, { ...planning, away })
  await page.goto(`/dashboard/rounds?day=${dayAt(30)}`)
  await page.getByRole('button', { name: 'Plan day' }).click()
  await expect(page.getByText('None of the people with machines can be planned on this day')).toBeVisible()
})
