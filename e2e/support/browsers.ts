import { type BrowserContext, type BrowserContextOptions, type Browser as Chromium, chromium } from '@playwright/test'
import { type Browser, findChromium, findHeadlessShell } from '../../tests/support/browser.ts'

let found: Promise<Browser> | undefined
/** The browser of a phone with its own process: a full Chromium if there is one. */
export const browser = () => {
  found ??= findChromium()
  return found
}

/** A headless shell shows no permission prompt for the camera, and grants it only with the second flag. */
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/** A browser process of its own with a profile on disk. The camera shows a test picture or a video file. */
export async function launchOwn(profile: string, options: BrowserContextOptions, video: string | null): Promise<BrowserContext> {
  const { executablePath, args } = await browser()
  const camera = [...CAMERA, ...(video ? [`--use-file-for-fake-video-capture=${video}`] : [])]
  return chromium.launchPersistentContext(profile, { executablePath, args: [...args, ...camera], headless: true, ...options })
}

/** A page lives for seconds here, so V8's optimization does not pay off: without it a load takes a fifth less processor time. */
const QUICK_SCRIPTS = '--js-flags=--no-opt,--no-maglev'

let shared: Promise<Chromium> | undefined

/** An in-memory profile in the browser process that this worker shares. */
export async function openShared(options: BrowserContextOptions): Promise<BrowserContext> {
  shared ??= findHeadlessShell().then(({ executablePath, args }) =>
    chromium.launch({ executablePath, args: [...args, ...CAMERA, QUICK_SCRIPTS], headless: true }),
  )
  return (await shared).newContext(options)
}

export async function closeShared(): Promise<void> {
  const open = await shared
  shared = undefined
  await open?.close()
}
