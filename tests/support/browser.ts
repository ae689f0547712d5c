import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export interface Browser {
  executablePath: string
  /** A headless shell has no Background Sync, no notification permission and no install check: report which tests were skipped. */
  kind: 'full' | 'shell'
  args: string[]
}

const PATHS = {
  full: ['/usr/bin/chromium', '/usr/bin/google-chrome'],
  shell: ['/usr/bin/chromium-headless-shell'],
}
/** Both kinds, in one version. */
const DEBIAN_PACKAGES = ['chromium', 'chromium-headless-shell']

const isRoot = process.getuid?.() === 0

const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  ...(isRoot ? ['--no-sandbox'] : []),
]

/** Finds or installs the best available Chromium, with flags that disable its own network requests. Throws if there is none. */
export async function findChromium(): Promise<Browser> {
  const full = installed('full') ?? fromDebian('full') ?? (await fromPlaywright())
  if (full) return { executablePath: full, kind: 'full', args: quiet }
  const shell = installed('shell') ?? (await fromNpm())
  if (shell) return { executablePath: shell, kind: 'shell', args: quiet }
  throw new Error('No Chromium: install the package "chromium" of your system, or run "npx playwright install chromium".')
}

/** A headless shell, which needs half the processor time of a full Chromium for the same page; a full one if there is none. */
export async function findHeadlessShell(): Promise<Browser> {
  const shell = installed('shell') ?? fromDebian('shell')
  return shell ? { executablePath: shell, kind: 'shell', args: quiet } : findChromium()
}

const installed = (kind: Browser['kind']): string | undefined => PATHS[kind].find((path) => existsSync(path))

let wasDebianTried = false

function fromDebian(kind: Browser['kind']): string | undefined {
  if (wasDebianTried || !isRoot || !existsSync('/usr/bin/apt-get')) return undefined
  wasDebianTried = true
  const missing = DEBIAN_PACKAGES.filter((name) => !existsSync(`/usr/bin/${name}`))
  console.error(`Installing ${missing.join(' and ')} from Debian, which takes about a minute.`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // One by one, because an older Debian lacks the headless shell.
  for (const what of [['update'], ...missing.map((name) => ['install', '-y', '--no-install-recommends', name])])
    spawnSync('apt-get', ['-qq', ...what], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  return installed(kind)
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
  // The package unpacks its system libraries only on Lambda, and checks that while it is imported.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x'
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    return await packed.executablePath()
  } catch (error) {
    console.error('The npm package with a headless Chromium does not run here.', error)
    return undefined
  }
}
