import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENGINES } from '../../e2e/engines/engines.ts'
import { build } from '../../scripts/build.ts'
import { findPgbouncer, NO_PGBOUNCER } from '../support/pgbouncer.ts'
import { findPostgres } from '../support/postgres.ts'
import { readArguments } from './arguments.ts'
import { changedFiles, selectTests, testsWithLongForms } from './changed.ts'
import { endRemainingProcesses, RUN_ID } from './left-behind.ts'
import { type PartReport, REPORT_FILE } from './outcome.ts'
import { byProject, type PartResult, reportFailures, timeTable } from './summary.ts'

const GiB = 2 ** 30
const RESULTS = 'test-results'
/** Small enough to copy by hand. */
const SEEDS = 1_000_000

const given = readArguments(process.argv.slice(2), () => randomInt(SEEDS))
if ('wrong' in given) {
  console.error(given.wrong)
  process.exit(2)
}

/** In memory if there is enough of it: test files live for seconds, and a disk takes a millisecond for each new file. */
async function makeScratchFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => null)
  const isRoomy = memory !== null && memory.bavail * memory.bsize > 6 * GiB
  const folder = await mkdtemp(join(isRoomy ? '/dev/shm' : tmpdir(), 'roundsman-test-'))
  // PostgreSQL does not run as root, and its account must be able to enter.
  await chmod(folder, 0o755)
  return folder
}

const scratch = await makeScratchFolder()
const runId = randomUUID()
const environment = {
  ...process.env,
  TMPDIR: scratch,
  TEST_SEED: String(given.seed),
  ...(given.isLong && { TEST_LONG: '1' }),
  [RUN_ID]: runId,
}

/** Runs a program of this package and passes its output on. */
const run = (name: string, args: readonly string[], more: Record<string, string> = {}): Promise<number> =>
  new Promise((done) => {
    console.log(`\n— ${name} ${args.join(' ')}`)
    const command = join('node_modules', '.bin', name)
    spawn(process.execPath, [command, ...args], { stdio: 'inherit', env: { ...environment, ...more } }).on('close', (code) =>
      done(code ?? 1),
    )
  })

async function timed(work: () => Promise<PartReport>, name: string): Promise<PartResult> {
  const start = performance.now()
  const report = await work()
  return { name, seconds: (performance.now() - start) / 1_000, ...report }
}

const single = (title: string, error?: string): PartReport => ({
  outcomes: [{ file: title, title, isPassed: error === undefined, seconds: 0, ...(error !== undefined && { message: error }) }],
  files: {},
})

/** A program that succeeds or fails as a whole counts as one test. */
async function check(name: string, args: readonly string[]): Promise<PartReport> {
  const code = await run(name, args)
  return single([name, ...args].join(' '), code === 0 ? undefined : `exit code ${code}, see its output above`)
}

/** A test runner, which reports its tests one by one. */
async function suite(name: string, args: readonly string[]): Promise<PartReport> {
  const file = join(scratch, `${randomUUID()}.json`)
  const code = await run(name, args, { [REPORT_FILE]: file })
  if (!existsSync(file)) return single(name, `ended without a report, exit code ${code}`)
  const report = JSON.parse(await readFile(file, 'utf8')) as PartReport
  const isExplained = code === 0 || report.outcomes.some(({ isPassed }) => !isPassed)
  return isExplained ? report : { ...report, outcomes: [...report.outcomes, ...single(name, `ended with exit code ${code}`).outcomes] }
}

const unit = (projects: readonly string[], files: readonly string[]) =>
  suite('vitest', [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=./tests/runner/vitest-reporter.ts',
    ...files,
  ])

const journeys = (browser: string, filters: readonly string[]) =>
  suite('playwright', [
    'test',
    '--config=e2e/playwright.config.ts',
    `--project=${browser}`,
    '--pass-with-no-tests',
    '--reporter=list,./tests/runner/playwright-reporter.ts',
    ...filters,
  ])

/** What this machine lacks, printed at the end. */
const notRun: string[] = []
const results: PartResult[] = []
async function part(name: string, work: () => Promise<PartReport>): Promise<void> {
  results.push(await timed(work, name))
}

const selection = given.isLong ? testsWithLongForms() : given.changed && selectTests(changedFiles(given.changed.since))
if (given.changed && selection) console.log(`Changed: ${selection.changed.join(', ') || 'nothing'}`)

console.log(`Seed ${given.seed}. Pass it with --seed to repeat this run.`)
if (!given.isLong) {
  await part('build', async () => {
    await build(['app', 'server'])
    return { outcomes: [], files: {} }
  })
  await part('types', () => check('tsc', ['-b']))
  await part('lint', () => check('biome', ['check', '--error-on-warnings']))
}
const unitFiles = selection?.unit ?? []
if (!selection || unitFiles.length > 0) {
  const hasPostgres = findPostgres() !== undefined
  if (!hasPostgres) notRun.push('PostgreSQL is not installed: the server was tested on the embedded database only.')
  else if (findPgbouncer() === undefined) notRun.push(`No tests behind pgbouncer: ${NO_PGBOUNCER}`)
  // One run for both, because idle workers of one project continue with the other.
  const both = await timed(() => unit(hasPostgres ? ['embedded', 'postgresql'] : ['embedded'], unitFiles), 'unit')
  results.push(...byProject(both, { embedded: 'unit, embedded database', postgresql: 'unit, PostgreSQL' }))
}
const journeyFiles = selection?.journeys ?? []
if (!selection || journeyFiles.length > 0) await part('end-to-end, chromium', () => journeys('chromium', journeyFiles))
if (!selection && !given.isLong)
  for (const [browser, engine] of Object.entries(ENGINES)) {
    const missing = engine.missing()
    if (missing) notRun.push(`No end-to-end tests in ${browser}: ${missing}`)
    else await part(`end-to-end, ${browser}`, () => journeys(browser, []))
  }

const left = await endRemainingProcesses(runId)
if (left.length > 0) results.push({ name: 'processes', seconds: 0, ...single('No process outlives its test', left.join('\n')) })
const failures = reportFailures(results, join(RESULTS, 'failures'), given.seed)
await mkdir(RESULTS, { recursive: true })
const table = timeTable(results)
await writeFile(join(RESULTS, 'time.txt'), `${table}\n`)
await writeFile(join(RESULTS, 'durations.json'), `${JSON.stringify(Object.assign({}, ...results.map(({ files }) => files)), null, 2)}\n`)
await rm(scratch, { recursive: true, force: true })

console.log(`\n${table}`)
for (const failure of failures) console.log(`\n${failure}`)
if (notRun.length > 0) console.log(`\nNot run\n${notRun.join('\n')}`)
const passed = results.flatMap(({ outcomes }) => outcomes).filter(({ isPassed }) => isPassed).length
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)
