import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export interface Browser {
  executablePath: string
  /** A headless shell has no Background Sync, no notification permission and no install check: say which tests were not run. */
  kind: 'full' | 'shell'
  args: string[]
}

const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome']
const isRoot = process.getuid?.() === 0

const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  ...(isRoot ? ['--no-sandbox'] : []),
]

/** The best Chromium this machine has or can get, with the flags that keep it from calling home. Throws where there is none. */
export async function findChromium(): Promise<Browser> {
  const full = onThisMachine() ?? fromDebian() ?? (await fromPlaywright())
  if (full) return { executablePath: full, kind: 'full', args: quiet }
  const shell = await fromNpm()
  if (shell)
    return {
      executablePath: shell,
      kind: 'shell',
      args: quiet,
    }
  throw new Error('No Chromium: install the package "chromium" of your system, or run "npx playwright install chromium".')
}

function onThisMachine(): string | undefined {
  return installed.find((path) => existsSync(path))
}

function fromDebian(): string | undefined {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return undefined
  console.error('No Chromium on this machine: installing the package "chromium", which takes about a minute.')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const what of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { status } = spawnSync('apt-get', ['-qq', ...what], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (status !== 0) return undefined
  }
  return onThisMachine()
}

async function fromPlaywright(): Promise<string | undefined> {
  const { chromium } = await import('playwright-core')
  const path = chromium.executablePath()
  if (path && !existsSync(path)) {
    console.error('No Chromium on this machine: asking Playwright to download its own.')
    spawnSync('npx', ['--no-install', 'playwright', 'install', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 300_000,
    })
  }
  return path && existsSync(path) ? path : undefined
}

async function fromNpm(): Promise<string | undefined> {
  // The package unpacks the system libraries it needs only where it believes to run on Lambda, and decides so while it is imported.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x'
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    return await packed.executablePath()
  } catch (error) {
    console.error('The npm package with a headless Chromium does not run here.', error)
    return undefined
  }
}
