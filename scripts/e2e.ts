import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ENGINES } from '../e2e/engines/engines.ts'

const USAGE = `npm run e2e -- [--browser chromium|${Object.keys(ENGINES).join('|')}] [what Playwright understands]`

const [option, named, ...rest] = process.argv.slice(2)
const isNamed = option === '--browser'
const browser = isNamed ? named : 'chromium'
if (browser !== 'chromium' && !(browser && browser in ENGINES)) {
  console.error(USAGE)
  process.exit(1)
}

const missing = ENGINES[browser]?.missing()
if (missing) {
  console.error(missing)
  process.exit(1)
}

const others = isNamed ? rest : process.argv.slice(2)
const playwright = [join('node_modules', '.bin', 'playwright'), 'test', '--config', 'e2e/playwright.config.ts', `--project=${browser}`]
spawn(process.execPath, [...playwright, ...others], { stdio: 'inherit' }).on('close', (code) => process.exit(code ?? 1))
