import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openEmbedded } from '../server/database/connect.ts'
import { signInAs } from './support/office.ts'
import { DESK, type Phone } from './support/phone.ts'
import { screensOf, show, twoMachines } from './support/screens.ts'
import { type Server, startServer } from './support/server.ts'
import { expect, test } from './support/stage.ts'

const HOMES = { serviceman: '/dashboard/serviceman/menu', manager: '/dashboard' } as const

let folder: string
let server: Server

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roundsman-without-telemetry-'))
  await (await startServer({ DATA_DIR: folder })).stop()
  const opened = await openEmbedded(folder)
  if ('wrong' in opened) throw new Error(opened.wrong)
  await opened.database.owner.execute(sql`update companies set integrations = '{}'`)
  await opened.database.close()
  server = await startServer({ DATA_DIR: folder })
})
test.afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

for (const who of ['serviceman', 'manager'] as const) {
  test(`a ${who} of a company without telemetry is shown no way to shortages, and every address of them leads home`, async ({
    takePhone,
  }) => {
    const screens = screensOf(await twoMachines(server.url)).filter((screen) => screen.who === who)
    const phone = await takePhone({ server: server.url, viewport: DESK })
    await phone.signIn(who)
    const ofShortages = screens.filter(({ path }) => new URL(path, server.url).pathname.endsWith('/shortages'))
    for (const screen of screens.filter((one) => !ofShortages.includes(one))) {
      await show(phone.page, screen)
      expect.soft(await waysToShortages(phone), screen.name).toEqual([])
    }
    for (const path of ['/shortages', ...ofShortages.map((screen) => screen.path)]) {
      await phone.page.goto(path)
      await expect(phone.page).toHaveURL(HOMES[who])
    }
    await expect(phone.chip()).toBeVisible()
    await phone.page.keyboard.press('g')
    await phone.page.keyboard.press('s')
    await phone.page.keyboard.press('g')
    await phone.page.keyboard.press('m')
    await expect(phone.page).toHaveURL(/\/machines$/)
  })
}

test('in a company without telemetry, a sticker, a name and a card lead to the machine itself', async ({ takePhone }) => {
  const [machine] = await (await signInAs(server.url, 'serviceman')).machines()
  if (!machine) throw new Error('the serviceman has no machine')
  const page = `/dashboard/serviceman/machines/${machine.id}`
  const phone = await takePhone({ server: server.url })
  await phone.signIn('serviceman')
  await phone.page.goto(`/m/${machine.token}`)
  await expect(phone.page).toHaveURL(page)

  await phone.page.goto('/scan')
  await phone.page.getByRole('textbox', { name: 'Or type its name or code' }).fill(machine.name)
  await phone.page.getByRole('button', { name: machine.name }).click()
  await expect(phone.page).toHaveURL(page)

  await phone.page.goto(`/dashboard/serviceman/menu?q=${encodeURIComponent(machine.name)}`)
  await phone.page.getByRole('link', { name: machine.name }).click()
  await expect(phone.page).toHaveURL(page)
})

const waysToShortages = ({ page }: Phone): Promise<(string | null)[]> =>
  page.locator('a[href*="shortages"]').evaluateAll((links) => links.map((link) => link.textContent))
