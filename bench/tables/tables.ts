import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { openPostgres } from '../../server/db/connect.ts'
import { findChromium } from '../../tests/support/browser.ts'
import { addressOf } from '../../tests/support/live-stream.ts'
import { freshDatabase, startPostgres } from '../../tests/support/postgres.ts'
import { aCompany, aUser, createTestApp, createTestContext } from '../../tests/support/test-context.ts'
import { bare, bundles } from '../boot/houses.ts'
import { SLOWED, watch, worstKeyPress } from '../boot/seen.ts'
import { quantile } from '../rounds.ts'
import { ms, notRun, type Row, within } from '../table.ts'
import { fillTables, MACHINES } from './company.ts'

const ROUNDS = 2
/** Longer delays, in ms, are noticeable. */
const JANK = 100

/** A table, its search text, and the selector of its rows. */
type Place = { name: string; path: string; word: string; rows: string }
const TABLES: readonly Place[] = [
  { name: 'machines', path: '/dashboard/machines', word: 'göppingen 1', rows: 'tbody tr td a' },
  {
    name: 'shortages, all machines',
    path: '/dashboard/shortages?machine=all&size=100',
    word: 'göppingen 1',
    rows: 'tbody tr:nth-child(90)',
  },
  {
    name: 'slots of a machine, 60',
    path: '/dashboard/shortages?machine=1&tab=PRODUCTS_TAB',
    word: 'göppingen 1',
    rows: 'tbody tr:nth-child(60)',
  },
  { name: 'inventory', path: '/dashboard/inventory?size=500', word: 'product 11', rows: 'tbody tr:nth-child(190)' },
  { name: 'purchases', path: '/dashboard/inventory?tab=purchases&size=100', word: 'mills r-1', rows: 'tbody tr:nth-child(90)' },
  { name: 'changes', path: '/dashboard/inventory?tab=changes', word: 'product 11', rows: 'tbody tr:nth-child(90)' },
  { name: 'assortment', path: '/dashboard/assortment', word: 'product 11', rows: 'main li[aria-posinset="5"]' },
]

/** Measures the large tables of a fleet M on a slow processor, beside a minimal virtualised table of its machines in the same run. */
export async function tables(): Promise<Row[]> {
  const postgres = await startPostgres()
  if ('missing' in postgres) return [notRun('tables', postgres.missing)]
  const folder = await mkdtemp(join(tmpdir(), 'roundsman-tables-'))
  await bundles(folder)
  const opened = await openPostgres(await freshDatabase(postgres.url))
  if ('wrong' in opened) throw new Error(opened.wrong)
  const ctx = await createTestContext({ database: opened.database })
  const app = await createTestApp(ctx)
  const peer = await bare(MACHINES, folder)
  const { executablePath, args } = await findChromium()
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    args,
    viewport: { width: 1200, height: 800 },
  })
  try {
    const company = await aCompany(ctx, { integrations: ['VENDING_TELEMETRY'] })
    const { login, password } = await aUser(ctx, company, { login: 'keeper' })
    await ctx.database.owner.transaction((db) => fillTables(db, company.id))
    await ctx.database.owner.execute(sql`analyze`)
    const address = await addressOf(app)
    await signIn(context, address, login, password)
    await peer.prepare(context)
    const bareTable = await measure(context, peer.site.origin, { name: 'bare', path: peer.path, word: 'göppingen 1', rows: peer.painted })
    const rows: Row[] = []
    for (const place of TABLES) {
      const { key, frame } = await measure(context, address, place)
      rows.push(within(`${place.name}, worst key press (bare: ${ms(bareTable.key)})`, key, JANK, ms))
      rows.push(within(`${place.name}, longest frame of scrolling (bare: ${ms(bareTable.frame)})`, frame, JANK, ms))
    }
    return rows
  } finally {
    await context.close()
    await peer.site.stop()
    await app.close()
    await ctx.database.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function signIn(context: BrowserContext, address: string, login: string, password: string) {
  const page = await context.newPage()
  await page.goto(`${address}/login`)
  await page.getByRole('textbox', { name: 'Login' }).fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/dashboard/)
  await page.goto(`${address}/dashboard/machines`)
  await page.waitForSelector(`[aria-rowcount="${MACHINES + 1}"]`, { timeout: 120_000 })
  await page.close()
}

/**
 * The median over rounds without the first: the longest time from a key press to the next frame, and the longest frame during scrolling.
 */
async function measure(context: BrowserContext, origin: string, place: Place): Promise<{ key: number; frame: number }> {
  const keys: number[] = []
  const frames: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const page = await context.newPage()
    const session = await watch(page, place.rows)
    const started = new Set<Request>()
    page.on('request', (request) => started.add(request))
    // Only the rendered table is measured, not the navigation.
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await page.goto(origin + place.path)
    await page.waitForSelector(place.rows, { timeout: 60_000 })
    await settled(page, started)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    const frame = await longestFrame(page)
    const key = await worstKeyPress(page, place.word)
    if (round > 0) frames.push(frame)
    if (round > 0) keys.push(key)
    await page.close()
  }
  const found = { key: quantile(keys, 0.5), frame: quantile(frames, 0.5) }
  console.error(`  ${place.name}: key ${found.key}, frame ${found.frame.toFixed(0)}`)
  return found
}

/** The free time of the main thread in ms that a page without work has. */
const FREE = 40

/** Waits until the started requests have ended, apart from the live connection, and the page does nothing more. */
async function settled(page: Page, started: Set<Request>): Promise<void> {
  do {
    const requests = [...started].filter((request) => request.headers().accept !== 'text/event-stream')
    started.clear()
    await Promise.all(requests.map(async (request) => (await request.response())?.finished()))
    // Without functions of its own that have names, for which the compiler would call a helper that the page does not have.
    await page.evaluate(async (free) => {
      while ((await new Promise<IdleDeadline>((resolve) => requestIdleCallback(resolve))).timeRemaining() < free);
    }, FREE)
  } while (started.size > 0)
}

const TURNS = 30
/** Scrolls over the table as fast as a user does. */
async function longestFrame(page: Page): Promise<number> {
  await page.mouse.move(800, 600)
  await page.evaluate(() => window.watchFrames())
  for (let turn = 0; turn < TURNS; turn++) {
    await page.mouse.wheel(0, turn < TURNS / 2 ? 600 : -600)
    await page.waitForTimeout(60)
  }
  return page.evaluate(() => window.longestFrame)
}
