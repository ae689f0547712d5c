/**
 * Takes screenshots of all screens of the built app into `screens/`, which git ignores, and copies those of the README and of the web app
 * manifest. `npm run screens -- scan tasks` retakes these two; `npm run screens -- --in ja sign-in profile` takes them in Japanese.
 */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { stickerAddress } from '#domain/machines/sticker-address.ts'
import { DESK, HAND, Phone } from '../e2e/support/phone.ts'
import { type Person, type Screen, screensOf, setAppearance, show, twoMachines } from '../e2e/support/screens.ts'
import { startServer } from '../e2e/support/server.ts'
import { argumentsOf } from '../server/cli/arguments.ts'
import { ensureBuilt } from './ensure-built.ts'
import { withPalette } from './palette-png.ts'

const { values, positionals: only } = argumentsOf('npm run screens -- [--in language] [screen …]', {
  options: { in: { type: 'string' } },
  allowPositionals: true,
})
/** For other languages one colour scheme is enough, because only the texts matter. */
const language = values.in
const ALL = language ? `screens/${language}` : 'screens'
const SIZES = { phone: HAND, desk: DESK }
const SCHEMES = language ? (['light'] as const) : (['light', 'dark'] as const)

/** The screenshots that are part of the repository: those of the web app manifest, of the README, and of the user guide. */
const KEPT = {
  'public/screens/home-phone.png': 'home-phone-light.png',
  'public/screens/shortages-phone.png': 'shortages-phone-light.png',
  'public/screens/shortages-desk.png': 'manager-shortages-desk-light.png',
  'docs/screens/home-phone-light.png': 'home-phone-light.png',
  'docs/screens/shortages-phone-light.png': 'shortages-phone-light.png',
  'docs/screens/restock-phone-light.png': 'restock-phone-light.png',
  'docs/screens/saved-offline-phone-light.png': 'saved-offline-phone-light.png',
  'docs/screens/dashboard-desk-light.png': 'dashboard-desk-light.png',
  'docs/screens/manager-slots-desk-light.png': 'manager-slots-desk-light.png',
  'public/guide/today.png': 'home-phone-light.png',
  'public/guide/restock.png': 'shortages-phone-light.png',
  'public/guide/count.png': 'count-phone-light.png',
  'public/guide/problem.png': 'problem-phone-light.png',
  'public/guide/load.png': 'all-shortages-phone-light.png',
  'public/guide/pending.png': 'outbox-waiting-phone-light.png',
  'public/guide/start.png': 'manager-create-machine-desk-light.png',
  'public/guide/dashboard.png': 'dashboard-desk-light.png',
  'public/guide/machines.png': 'manager-machines-desk-light.png',
  'public/guide/slots.png': 'manager-slots-desk-light.png',
  'public/guide/products.png': 'assortment-desk-light.png',
  'public/guide/prices.png': 'prices-desk-light.png',
  'public/guide/people.png': 'employees-desk-light.png',
  'public/guide/warehouse.png': 'inventory-desk-light.png',
  'public/guide/money.png': 'report-money-desk-light.png',
  'public/guide/imports.png': 'manager-import-desk-light.png',
  'public/guide/activity.png': 'all-changes-desk-light.png',
}

await ensureBuilt()
// A company that is large enough to fill every list.
const server = await startServer({ settings: { DEMO_SIZE: '50' } })
const folder = await mkdtemp(join(tmpdir(), 'roundsman-screens-'))
try {
  await mkdir(ALL, { recursive: true })
  const screens = screensOf(await twoMachines(server.url)).filter(({ name }) => only.length === 0 || only.includes(name))
  for (const who of ['anonymous', 'serviceman', 'manager'] as const) {
    await photograph(
      who,
      screens.filter((screen) => screen.who === who),
    )
  }
  await mkdir('public/guide', { recursive: true })
  const taken = Object.entries(KEPT).filter(([, picture]) => !language && existsSync(join(ALL, picture)))
  for (const [kept, picture] of taken) await copyFile(join(ALL, picture), kept)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function photograph(who: Person, screens: readonly Screen[]): Promise<void> {
  if (screens.length === 0) return
  const phone = await Phone.take(server.url, join(folder, who), '10.78.0.1', { ownBrowser: true })
  try {
    if (who === 'anonymous') {
      await phone.page.goto('/login')
      await speak(phone.page)
      return await photographAll(phone.page, screens)
    }
    await phone.signIn(who)
    await phone.keepsTheApp()
    await phone.close()
    await holdBesideSticker(phone, join(folder, who))
    await phone.open()
    await phone.page.addInitScript(() => sessionStorage.setItem('demoBannerHidden', '1'))
    await phone.page.goto('/')
    await speak(phone.page)
    await photographAll(phone.page, screens)
    if (language) return
    const restock = screens.find(({ name }) => name === 'restock')
    if (restock) await photographWaiting(phone, restock)
  } finally {
    await phone.putAway()
  }
}

/** Applies from the next page on. */
async function speak(page: Page): Promise<void> {
  if (language) await page.evaluate((code) => localStorage.setItem('language', code), language)
}

async function photographAll(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const screen of screens) {
    await show(page, screen, language)
    // The header's buttons appear after the screen has loaded.
    const header = page.getByRole('banner').getByRole('button')
    if ((await page.getByRole('banner').count()) > 0) await header.first().waitFor()
    await take(page, screen.name)
  }
}

/** Records the text typed for the last restock without a network. */
async function photographWaiting(phone: Phone, restock: Screen): Promise<void> {
  await phone.loseSignal()
  await phone.page.goto(restock.path)
  await phone.record()
  await take(phone.page, 'saved-offline')
  await phone.chip().click()
  await phone.page.getByRole('heading', { name: 'Pending changes' }).waitFor()
  await phone.page.getByText(/: restock recorded$/).waitFor({ state: 'hidden' })
  await take(phone.page, 'outbox-waiting')
}

async function take(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of SCHEMES) {
      await setAppearance(page, viewport, colorScheme)
      await writeFile(join(ALL, `${name}-${size}-${colorScheme}.png`), withPalette(await page.screenshot({ animations: 'disabled' })))
    }
  }
}

/** Shows only a part of the sticker, so that the screenshot shows the scanner before it recognizes the code. */
async function holdBesideSticker(phone: Phone, place: string): Promise<void> {
  phone.holdCameraTo(stickerAddress('https://vending.example', 'AAAAAAAAAAAAAAAAAAAAAA'))
  const film = join(place, 'sticker.y4m')
  const bytes = await readFile(film)
  const [width, height, aside] = [640, 480, 280]
  const frame = 'FRAME\n'.length + width * height * 1.5
  for (let at = bytes.indexOf('\n') + 1; at < bytes.length; at += frame) {
    for (let y = 0; y < height; y++) {
      const row = at + 'FRAME\n'.length + y * width
      bytes.copy(bytes, row, row + aside, row + width)
      bytes.fill(96, row + width - aside, row + width)
    }
  }
  await writeFile(film, bytes)
}
