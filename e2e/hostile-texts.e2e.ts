import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import type { Db } from '../server/db/client.ts'
import { isLong } from '../tests/support/long.ts'
import { readPdf } from '../tests/support/pdf.ts'
import { signInAs } from './support/office.ts'
import { DESK, HAND, type Phone } from './support/phone.ts'
import { screensOf, setAppearance, twoMachines } from './support/screens.ts'
import { expect, test } from './support/stage.ts'
import { expectNothingWrong, walkResizing } from './support/walk.ts'

test.describe.configure({ mode: 'parallel', timeout: 600_000 })

/** Inputs that could be interpreted as something other than text. */
const HOSTILE = [
  `<img src=x onerror="window.executed='image'">`,
  `"><svg onload=window.executed='drawing'><script>window.executed='script'</script></svg>`,
  "javascript:window.executed='link'",
  '{{7*7}} {{constructor.constructor("window.executed=1")()}} $t(quantity.more)',
  '\u202Egpj.exe\u2066 \u05E9\u05DC\u05D5\u05DD',
  'W'.repeat(120),
].join(' ')

test.use({ prepareData: async ({ browserName: _ }, use) => use(writeEverywhere) })

for (const who of ['serviceman', 'manager'] as const) {
  test(`hostile input is rendered as text for a ${who} on every screen`, async ({ takePhone, server }) => {
    const screens = screensOf(await twoMachines(server.url)).filter((screen) => screen.who === who)
    const phone = await takePhone({ serviceWorkers: 'block' })
    await phone.signIn(who)
    let shown = 0
    // The short form shows each screen at the size that fits the role.
    const sizes = isLong ? [HAND, DESK] : [who === 'serviceman' ? HAND : DESK]
    await walkResizing(phone.page, screens, sizes, async (screen, viewport) => {
      await setAppearance(phone.page, viewport, 'light')
      await expectNothingWrong(phone.page, () => harmIn(phone.page), `${screen.name}, ${viewport.width} wide`)
      if (viewport === sizes[0] && (await phone.page.getByText('<img src=x onerror=').first().isVisible())) shown++
    })
    // Many screens show the name of a machine, a product or a user.
    expect(shown).toBeGreaterThan(screens.length * 0.4)
  })
}

test('hostile input is printed as text: slot sheets from server and phone, stickers', async ({ takePhone, server }) => {
  const { snack } = await twoMachines(server.url)
  const phone = await takePhone()
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  await phone.openMachine(snack)
  await expectPlainPaper(phone)
  await phone.loseSignal()
  await expectPlainPaper(phone)
  await phone.findSignal()

  const machine = (await (await signInAs(server.url, 'serviceman')).machines()).find(({ id }) => id === snack.id)
  await phone.page.goto(`/api/public/machines/${machine?.token}/qr-sticker`)
  expect(await phone.page.evaluate(() => document.documentElement.textContent)).toContain('<img src=x')
  expect(await harmIn(phone.page)).toEqual([])
})

test('a page that breaks a rule is detected', async ({ takePhone }) => {
  const phone = await takePhone()
  await phone.page.goto('/login')
  await phone.page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.executed=1">'))
  await expect.poll(() => phone.pageErrors.map(({ what }) => what).join()).toContain('script-src')
  await phone.page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<a href="javascript:0">away</a><div>wide</div>')
    document.querySelector<HTMLElement>('div:last-of-type')?.style.setProperty('width', '5000px')
  })
  expect((await harmIn(phone.page)).length).toBeGreaterThan(1)
  phone.pageErrors.length = 0
})

/** Returns signs that a text was interpreted as something else. */
const harmIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const foreign = document.querySelectorAll('img[src="x"], [onerror], [onload], a[href^="javascript:"], script:not([src])')
    const widest = (most: number) =>
      [...document.body.querySelectorAll('*')]
        .filter((element) => element.getBoundingClientRect().right > most + 1 && element.checkVisibility())
        .map(({ tagName, className, textContent }) => `${tagName}.${className} ${textContent?.slice(0, 12)}`)
        .slice(0, 12)
        .join(', ')
    const { scrollWidth, clientWidth } = document.documentElement
    const wideRow = [...document.querySelectorAll('nav li')].find((row) => row.scrollWidth > row.clientWidth + 1)
    return [
      ...(wideRow ? [`wider than its list: ${wideRow.textContent?.slice(0, 40)}`] : []),
      ...('executed' in window ? [`executed: ${window.executed}`] : []),
      ...[...foreign].map((element) => `became an element: ${element.outerHTML.slice(0, 200)}`),
      ...(scrollWidth > clientWidth ? [`${scrollWidth} wide on a screen of ${clientWidth}: ${widest(clientWidth)}`] : []),
    ]
  })

async function expectPlainPaper({ page }: Phone): Promise<void> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export slots to PDF' }).click()])
  expect(download.suggestedFilename()).not.toMatch(/[\\/<>]/)
  const file = await readFile(await download.path())
  expect(file.toString('latin1')).not.toMatch(/\/(JavaScript|JS|URI|Launch|AA)\b/)
  const { pages } = readPdf(new Uint8Array(file).buffer)
  const words = pages.flatMap(({ drawn }) => drawn.map(({ text }) => text)).join(' ')
  expect(words).toContain('<img src=x')
  expect(words).not.toMatch(/[\u202E\u2066]/)
}

/** Writes the inputs directly into every user-editable column, because forms reject them. */
async function writeEverywhere(db: Db): Promise<void> {
  await db.execute(sql`update companies set name = ${HOSTILE}, legal_name = ${HOSTILE}`)
  await db.execute(sql`update users set first_name = ${HOSTILE}, last_name = ${HOSTILE}, phone_number = ${HOSTILE}`)
  await db.execute(
    sql`update machines set name = id || ' ' || ${HOSTILE}, vendor = ${HOSTILE}, model = ${HOSTILE}, address = ${HOSTILE}, note = ${HOSTILE}`,
  )
  await db.execute(sql`update products set name = id || ' ' || ${HOSTILE}, sku = left(id || ' ' || ${HOSTILE}, 100)`)
  await db.execute(sql`update suppliers set name = id || ' ' || ${HOSTILE}`)
  await db.execute(sql`update machine_groups set name = id || ' ' || ${HOSTILE}`)
  await db.execute(sql`update passes set holder_name = ${HOSTILE}, card_identifier = id || ' ' || ${HOSTILE}`)
  await db.execute(sql`update slots set slot_number = slot_number || '<b>' where slot_number like '%1'`)
}
