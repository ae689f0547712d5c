import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../tests/support/browser.ts'
import { medians } from '../rounds.ts'
import { atMost, fasterThan, kB, ms, type Row, within } from '../table.ts'
import { type AppContext, actual, bare, bundles, ours } from './houses.ts'
import { lighthouse } from './lighthouse.ts'
import { seen, watch, worstKeyPress } from './seen.ts'

const ROUNDS = 5

/** Measures the time to the first screen: offline from the icon, on the first load, and while a list is filtered. */
export async function boot(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'roundsman-boot-'))
  await bundles(folder)
  const { executablePath, args } = await findChromium()
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    args,
    viewport: { width: 1200, height: 800 },
  })
  const contexts = { ours: await ours(1_000, folder), bare: await bare(1_000, folder), actual: await actual() }
  const large = { ours: await ours(10_000, folder), bare: await bare(10_000, folder) }
  try {
    const first = [
      ...(await firstLoads(executablePath, args, contexts)),
      ...(await lighthouse(executablePath, args, `${contexts.ours.site.origin}/login`)),
    ]
    for (const ctx of [...Object.values(contexts), ...Object.values(large)]) await ctx.prepare(context)
    return [
      ...(await listsIn(context, contexts, 1_000)),
      ...(await listsIn(context, large, 10_000)),
      ...(await coldStarts(context, contexts)),
      ...first,
    ]
  } finally {
    await context.close()
    for (const { site } of [...Object.values(contexts), ...Object.values(large)]) await site.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Starts from the icon with the servers stopped and no running service worker. Runs last, because the network stays off. */
async function coldStarts(context: BrowserContext, contexts: Record<'ours' | 'bare' | 'actual', AppContext>): Promise<Row[]> {
  for (const { site } of Object.values(contexts)) await site.stop()
  await context.setOffline(true)
  const start = (ctx: AppContext) => async () => {
    const page = await context.newPage()
    const session = await watch(page, ctx.painted)
    await session.send('ServiceWorker.enable')
    await session.send('ServiceWorker.stopAllWorkers')
    await page.goto(ctx.site.origin + ctx.path)
    const taken = await seen(page)
    await page.close()
    return taken
  }
  const taken = await medians({ ours: start(contexts.ours), bare: start(contexts.bare), actual: start(contexts.actual) }, ROUNDS)
  const what = 'cold start offline, 1,000 machines painted'
  return [
    atMost(what, taken.ours, { name: 'bare stack', value: taken.bare }, 1.3),
    fasterThan(what, taken.ours, { name: 'Actual', value: taken.actual }, 4),
  ]
}

/** Navigates from another page of the app to the list, then types. */
async function listsIn(context: BrowserContext, contexts: Record<'ours' | 'bare', AppContext>, machines: number): Promise<Row[]> {
  const worst: Record<string, number[]> = { ours: [], bare: [] }
  const show = (name: 'ours' | 'bare', from: string, link: string) => async () => {
    const page = await context.newPage()
    await watch(page, link)
    await page.goto(contexts[name].site.origin + from)
    await seen(page)
    await page.waitForLoadState('networkidle')
    // Hovers before the click, like a user.
    await page.locator(link).first().hover()
    await page.waitForLoadState('networkidle')
    await page.evaluate(
      ([pressed, awaited]) => {
        window.watchFor(awaited as string)
        document.querySelector<HTMLElement>(pressed as string)?.click()
      },
      [link, contexts[name].painted] as const,
    )
    const taken = await seen(page)
    worst[name]?.push(await worstKeyPress(page, 'göppingen 1'))
    await page.close()
    return taken
  }
  const shown = await medians(
    { ours: show('ours', '/outbox', 'a[href="/dashboard/machines"]'), bare: show('bare', '/', 'a[href="/machines"]') },
    ROUNDS,
  )
  const count = machines.toLocaleString('en')
  const median = (values: readonly number[] = []) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  return [
    atMost(`list of ${count} machines shown`, shown.ours, { name: 'bare virtualised table', value: shown.bare }, 1.2),
    within(`search ${count} machines, worst key press (bare: ${ms(median(worst.bare))})`, median(worst.ours), 100, ms),
  ]
}

/** What a phone loads before the first sign-in, with a new profile each time. */
async function firstLoads(executablePath: string, args: string[], contexts: Record<'ours' | 'actual', AppContext>): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath, args })
  let script = 0
  const load = (ctx: AppContext, path: string, painted: string) => async () => {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
    const page = await context.newPage()
    const session = await watch(page, painted)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 204_800,
      uploadThroughput: 96_000,
    })
    await page.goto(ctx.site.origin + path, { waitUntil: 'commit' })
    const taken = await seen(page)
    if (ctx === contexts.ours) script = await scriptBytes(page)
    await context.close()
    return taken
  }
  const taken = await medians({ ours: load(contexts.ours, '/', 'input[type=password]'), actual: load(contexts.actual, '/', 'button') }, 3)
  await browser.close()
  return [
    within('script before the first screen, brotli', script, 170_000, kB),
    fasterThan('first load, slow 4G', taken.ours, { name: 'Actual', value: taken.actual }, 5),
  ]
}

/** The script bytes over the wire until the first paint. */
const scriptBytes = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const scripts = loaded.filter(({ name, responseEnd }) => /\.m?js$/.test(name) && responseEnd < (window.seenAt ?? 0))
    return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  })
