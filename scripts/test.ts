import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENGINES } from '../e2e/engines/engines.ts'
import { findPostgres } from '../tests/support/postgres.ts'
import { build } from './build.ts'
import { type PlaywrightReport, playwrightWords, type VitestReport, vitestWords } from './what-failed.ts'

/** `words`: of each test that failed its name and why, to stand together at the end of a long output. */
type Count = { passed: number; failed: number; words?: string[] }

const GiB = 2 ** 30

/** Memory, where there is enough of it: what tests write lives for seconds, and a disk takes a millisecond for each new file. */
async function scratch(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => null)
  const isRoomy = memory !== null && memory.bavail * memory.bsize > 6 * GiB
  const folder = await mkdtemp(join(isRoomy ? '/dev/shm' : tmpdir(), 'roundsman-test-'))
  // PostgreSQL does not run as root, and is somebody else then.
  await chmod(folder, 0o755)
  return folder
}
const folder = await scratch()

/** Runs a program of this package to its end, its output passed on. */
const run = (name: string, args: string[], env: Record<string, string> = {}): Promise<number> =>
  new Promise((done) => {
    spawn(process.execPath, [join('node_modules', '.bin', name), ...args], { stdio: 'inherit', env: { ...process.env, ...env } }).on(
      'close',
      (code) => done(code ?? 1),
    )
  })

async function check(name: string, args: string[]): Promise<Count> {
  console.log(`\n— ${name} ${args.join(' ')}`)
  return (await run(name, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, words: [[name, ...args].join(' ')] }
}

/** The JSON that vitest and Playwright both can leave behind says how many tests there were. */
async function suite(name: string, args: string[], report: string, env: Record<string, string> = {}): Promise<Count> {
  console.log(`\n— ${name} ${args.join(' ')}${env.TEST_DATABASE ? ` on ${env.TEST_DATABASE}` : ''}`)
  const code = await run(name, args, env)
  const command = [name, ...args].join(' ')
  if (!existsSync(report)) return { passed: 0, failed: 1, words: [`${command}\nended without a report (exit code ${code})`] }
  const result = JSON.parse(await readFile(report, 'utf8')) as VitestReport | PlaywrightReport
  const [passed, failed, words] =
    'stats' in result
      ? [result.stats.expected, result.stats.unexpected + result.stats.flaky, playwrightWords(result)]
      : [result.numPassedTests, result.numFailedTests, vitestWords(result)]
  // A run that ended badly though no test failed (a file that did not load, a promise nobody caught) has failed.
  if (code !== 0 && failed === 0) return { passed, failed: 1, words: [...words, `${command}\nended with exit code ${code}`] }
  return { passed, failed, words }
}

const unit = (report: string, filters: string[] = [], env: Record<string, string> = {}) =>
  suite('vitest', ['run', ...filters, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], report, {
    TMPDIR: folder,
    ...env,
  })

const journeys = (browser: string) => {
  const report = join(folder, `${browser}.json`)
  const args = ['test', '--config', 'e2e/playwright.config.ts', `--project=${browser}`]
  return suite('playwright', args, report, { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
}

/** What speaks to the database is tried on both. */
const TWICE = ['audit', 'database', 'features', 'http', 'jobs', 'sync'].map((part) => `server/${part}/`)

/** What of it starts the databases that it needs by itself, both kinds. */
const BOTH = ['server/database/migrate.test.ts', 'server/database/lock-file.test.ts'].flatMap((file) => ['--exclude', file])

/** What asks a great deal and decides by itself who may what is tried on one of them: the quicker, where there is one. */
const ONCE = ['each-wall-alone', 'foreign-ids', 'mangled', 'money', 'privileged-fields', 'who-may']
  .map((name) => `tests/access/${name}`)
  .concat('tests/fuzz/')

const counts: Count[] = []
await build(['app', 'server'])
counts.push(await check('tsc', ['-b']))
counts.push(await check('biome', ['check', '--error-on-warnings']))
const hasPostgres = findPostgres() !== undefined
counts.push(await unit(join(folder, 'unit.json'), hasPostgres ? ONCE.flatMap((part) => ['--exclude', `${part}**`]) : []))
if (hasPostgres) counts.push(await unit(join(folder, 'postgres.json'), [...TWICE, ...ONCE, ...BOTH], { TEST_DATABASE: 'postgres' }))
else console.warn('\nPostgreSQL has no binaries on this machine: the server was tested on the embedded database alone.')
counts.push(await journeys('chromium'))
for (const [browser, engine] of Object.entries(ENGINES)) {
  const missing = engine.missing()
  if (missing) console.warn(`\nNo journey in ${browser}. ${missing}`)
  else counts.push(await journeys(browser))
}
await rm(folder, { recursive: true, force: true })

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
for (const words of counts.flatMap((count) => count.words ?? [])) console.log(`\nFailed: ${words.slice(0, 2_000)}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
