import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { bundle } from '../bundle.ts'
import { fleetOf } from '../fleet.ts'
import { createWire } from '../wire.ts'
import { type Answer, filesIn, openSite, type Site } from './site.ts'

const here = dirname(fileURLToPath(import.meta.url))
const BUILT = join(here, '../../dist/app')
const ACTUAL = join(here, '../peers/node_modules/@actual-app/web/build')

/** An app to open, and the selector that shows when its content is visible. `prepare` leaves it installed and filled. */
export type AppContext = { site: Site; path: string; painted: string; prepare(context: BrowserContext): Promise<void> }

export async function ours(machines: number, scripts: string): Promise<AppContext> {
  const wire = createWire(fleetOf(machines))
  const site = await openSite(wire.answer, script(scripts, 'ours'), filesIn(BUILT))
  return {
    site,
    path: '/dashboard/machines',
    painted: 'tbody tr td a',
    prepare: async (context) => {
      await inPage(context, `${site.origin}/ours.html`, async (page) => {
        await page.waitForFunction(() => 'subject' in window)
        await page.evaluate((count) => window.subject.fill?.(count), machines)
      })
      await inPage(context, `${site.origin}/dashboard/machines`, async (page) => {
        await page.waitForSelector('tbody tr td a')
        await workerReady(page)
      })
    },
  }
}

/** The same libraries with a minimal list of machines. */
export async function bare(machines: number, scripts: string): Promise<AppContext> {
  const site = await openSite(bareFiles(scripts))
  return {
    site,
    path: '/machines',
    painted: 'tbody tr td a',
    prepare: (context) =>
      inPage(context, site.origin, async (page) => {
        await page.waitForFunction(() => 'subject' in window)
        await page.evaluate((rows) => window.subject.fill?.(rows), fleetOf(machines).machines)
        await workerReady(page)
      }),
  }
}

/** Actual, a budget app that also keeps its data on the device, with its own demo budget. */
export async function actual(): Promise<AppContext> {
  const site = await openSite(filesIn(ACTUAL))
  return {
    site,
    path: '/budget',
    painted: '[data-testid="budget-table"]',
    prepare: (context) =>
      inPage(context, site.origin, async (page) => {
        await page.getByRole('button', { name: 'Try the demo' }).click({ timeout: 120_000 })
        await page.waitForSelector('[data-testid="budget-table"]', { timeout: 60_000 })
        await workerReady(page)
      }),
  }
}

export const bundles = (outDir: string) => bundle({ ours: 'device/ours.ts', bare: 'boot/bare.tsx' }, outDir)

async function inPage(context: BrowserContext, address: string, work: (page: Page) => Promise<void>) {
  const page = await context.newPage()
  await page.goto(address)
  await work(page)
  await page.close()
}

const workerReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })

const script =
  (folder: string, name: string): Answer =>
  async (request, response) => {
    if (request.url === `/${name}.html`) {
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><title>${name}</title><script type="module" src="/${name}.js"></script>`)
      return true
    }
    if (request.url !== `/${name}.js`) return false
    response.setHeader('content-type', 'text/javascript')
    response.end(await readFile(join(folder, `${name}.js`)))
    return true
  }

function bareFiles(folder: string): Answer {
  const page =
    '<!doctype html><meta name="viewport" content="width=device-width"><title>bare</title><link rel="stylesheet" href="/bare.css"><body><script type="module" src="/bare.js"></script>'
  const files = filesIn(folder)
  return async (request, response) => {
    if (request.url === '/sw.js') {
      response.setHeader('content-type', 'text/javascript')
      response.end(await readFile(join(here, 'bare-worker.js')))
      return true
    }
    if (request.url === '/bare.js' || request.url === '/bare.css') return files(request, response)
    response.setHeader('content-type', 'text/html')
    response.end(page)
    return true
  }
}
