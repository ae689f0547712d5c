import { sql } from 'drizzle-orm'
import type { Db } from '../server/db/client.ts'
import { isLong } from '../tests/support/long.ts'
import { signInAs } from './support/office.ts'
import type { Phone } from './support/phone.ts'
import { type Screen, screensOf, twoMachines } from './support/screens.ts'
import { expect, test } from './support/stage.ts'
import { partOf, walk } from './support/walk.ts'

const HOMES = { serviceman: '/dashboard/serviceman/menu', manager: '/dashboard' } as const

test.describe.configure({ mode: 'parallel' })
test.use({ prepareData: async ({ browserName: _ }, use) => use(withoutTelemetry) })

for (const who of ['serviceman', 'manager'] as const) {
  test(`without telemetry the shortage URLs of a ${who} redirect to the start page`, async ({ takeDesk, server }) => {
    const screens = screensOf(await twoMachines(server.url))
      .filter((screen) => screen.who === who)
      .map(asRedirected)
    const phone = await takeDesk()
    await phone.signIn(who)
    const ofShortages = screens.filter(({ path }) => new URL(path, server.url).pathname.endsWith('/shortages'))
    const others = screens.filter((one) => !ofShortages.includes(one))
    await walk(phone.page, isLong ? others : partOf(others, 1, 3), async ({ name }) =>
      expect.soft(await waysToShortages(phone), name).toEqual([]),
    )
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

test('without telemetry a sticker, a name and a card open the machine itself', async ({ takePhone, server }) => {
  const [machine] = await (await signInAs(server.url, 'serviceman')).machines()
  if (!machine) throw new Error('the serviceman has no machine')
  const page = `/dashboard/serviceman/machines/${machine.id}`
  const phone = await takePhone()
  await phone.signIn('serviceman', `/m/${machine.token}`)
  await expect(phone.page).toHaveURL(page)

  await phone.page.goto('/scan')
  await phone.page.getByRole('textbox', { name: 'Or enter its name or code' }).fill(machine.name)
  await phone.page.getByRole('button', { name: machine.name }).click()
  await expect(phone.page).toHaveURL(page)

  await phone.page.goto(`/dashboard/serviceman/menu?q=${encodeURIComponent(machine.name)}`)
  await phone.page.getByRole('link', { name: machine.name }).click()
  await expect(phone.page).toHaveURL(page)
})

const waysToShortages = ({ page }: Phone): Promise<(string | null)[]> =>
  page.locator('a[href*="shortages"]').evaluateAll((links) => links.map((link) => link.textContent))

/** A manager is redirected from the page of a machine, so nothing is opened there. */
function asRedirected(screen: Screen): Screen {
  const { prepare, ...others } = screen
  return prepare && !screen.path.startsWith('/dashboard/machines/') ? screen : others
}

async function withoutTelemetry(db: Db): Promise<void> {
  await db.execute(sql`update companies set integrations = '{}'`)
}
