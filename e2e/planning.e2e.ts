import type { Planning } from '#contract/planning.ts'
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
