import { screensOf, show, twoMachines } from './support/screens.ts'
import { expect, test } from './support/stage.ts'

test.describe.configure({ timeout: 600_000 })

/** The narrowest phone, and a desk at which everything is enlarged fourfold. */
const NARROW = { width: 320, height: 640 }

for (const who of ['serviceman', 'manager'] as const)
  test(`nothing that a ${who} needs lies beside a narrow screen`, async ({ takePhone, server }) => {
    const phone = await takePhone({ viewport: NARROW })
    await phone.signIn(who)
    for (const screen of screensOf(await twoMachines(server.url)).filter((one) => one.who === who)) {
      await show(phone.page, screen)
      const width = await phone.page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(width, screen.name).toBe(NARROW.width)
    }
  })
