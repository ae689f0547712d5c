import { sql } from 'drizzle-orm'
import type { Db } from '../server/db/client.ts'
import { eventsOf } from './support/device.ts'
import { expect, test } from './support/stage.ts'

test.use({ prepareData: async ({ browserName: _ }, use) => use(nothingStopped) })

for (const [name, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['desk', { width: 1440, height: 900 }],
] as const) {
  test(`a stopped machine is on the first screen of a ${name}, one action away`, async ({ takePhone, manager, server, snackMachine }) => {
    const machine = await snackMachine('serviceman', 0)
    const desk = await takePhone({ viewport, serviceWorkers: 'block' })
    await desk.signIn('manager', '/dashboard')
    const { page } = desk
    const table = page.getByRole('table', { name: 'Needs action' })
    const row = table.getByRole('row').filter({ hasText: machine.name })

    const send = await eventsOf(server.url, manager, machine.id)
    await send({ type: 'STATE', state: 'STOPPED' })
    await page.reload()
    await expect(row).toContainText('Stopped')
    await expect(row.locator('time')).toHaveCSS('white-space', 'nowrap')
    const figures = page.getByRole('list', { name: 'Today at a glance' })
    await expect(figures.getByRole('link')).toHaveCount(4)
    await expect(figures.getByRole('link', { name: /^Down now\s*[1-9]/ })).toBeVisible()
    const bottom = async () => {
      const box = await row.boundingBox()
      return box ? box.y + box.height : Number.POSITIVE_INFINITY
    }
    await expect.poll(bottom).toBeLessThan(844)

    await row.getByRole('link', { name: machine.name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/dashboard/machines/${machine.id}`))
    await send({ type: 'STATE', state: 'RUNNING' })
  })
}

test('several of the last 30 days are labelled below their bars', async ({ takeDesk }) => {
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard')
  const { page } = desk
  const labels = page.getByRole('region', { name: 'Sold in the last 30 days' }).locator('.recharts-xAxis .recharts-cartesian-axis-tick')
  await expect.poll(() => labels.count()).toBeGreaterThanOrEqual(4)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => labels.count()).toBeGreaterThanOrEqual(2)
})

/** Without past sales no machine has a known loss at any hour, so a stopped one comes first. */
async function nothingStopped(db: Db): Promise<void> {
  await db.execute(sql`update machine_status set reported_state = 'RUNNING' where reported_state = 'STOPPED'`)
  await db.execute(sql`update machines set state = 'RUNNING' where state = 'STOPPED'`)
  await db.execute(sql`update outages set to_at = now() where to_at is null and state = 'STOPPED'`)
  await db.execute(sql`update alerts set is_up = false where code = 'NO_SALES'`)
  await db.execute(sql`delete from transactions`)
}
