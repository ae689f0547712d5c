import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../tests/support/browser.ts'
import { bundle } from './bundle.ts'

declare global {
  interface Window {
    /** The functions of a measured script: each takes its input and returns the measurements. */
    subject: Record<string, (task: unknown) => Promise<unknown>>
    again?: () => Promise<unknown>
  }
}

export type Stage = {
  origin: string
  /** Opens a page with one of the scripts and nothing else. */
  open(script: string): Promise<Page>
  /** Runs one subject in a new page, so that no subject warms up the code of another. */
  run<T>(script: string, name: string, task?: unknown): Promise<T>
  close(): Promise<void>
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/** Opens a real browser with a profile on disk, so that durable writes are durable, and a server for it. */
export async function openStage(scripts: Record<string, string>, answer: Answer): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'roundsman-bench-'))
  await bundle(scripts, join(folder, 'scripts'))
  const server = createServer(async (request, response) => {
    // Timers have full precision only with cross-origin isolation.
    response.setHeader('cross-origin-opener-policy', 'same-origin')
    response.setHeader('cross-origin-embedder-policy', 'require-corp')
    if (await answer(request, response)) return
    await sendScript(join(folder, 'scripts'), request.url ?? '/', response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { executablePath, args } = await findChromium()
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), { executablePath, args, headless: true })

  const open = async (script: string) => {
    const page = await context.newPage()
    page.on('pageerror', (error) => console.error(error))
    page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
    await page.goto(`${origin}/${script}.html`)
    await page.waitForFunction(() => 'subject' in window)
    return page
  }
  return {
    origin,
    open,
    run: async <T>(script: string, name: string, task?: unknown) => {
      const page = await open(script)
      try {
        const outcome = await page.evaluate(
          async ([subject, given]) => {
            try {
              return { value: await window.subject[subject as string]?.(given) }
            } catch (error) {
              // Errors of some libraries cannot be serialized out of the page.
              return { failure: error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : String(error) }
            }
          },
          [name, task] as const,
        )
        if ('failure' in outcome) throw new Error(`${script} ${name}: ${outcome.failure}`)
        return outcome.value as T
      } finally {
        await page.close()
      }
    },
    close: async () => {
      await context.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function sendScript(folder: string, url: string, response: ServerResponse) {
  const name = url.slice(1).replace(/\?.*/, '')
  if (name === 'favicon.ico') return void response.writeHead(204).end()
  if (name.endsWith('.html')) {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>${name}</title><script type="module" src="/${name.replace('.html', '.js')}"></script>`)
    return
  }
  const content = await readFile(join(folder, name)).catch(() => null)
  response.setHeader('content-type', name.endsWith('.css') ? 'text/css' : 'text/javascript')
  response.statusCode = content ? 200 : 404
  response.end(content)
}
