import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/runner/longest-first.ts'
import { findPostgres } from './tests/support/postgres.ts'
import { QUICK_ENGINE } from './tests/support/quick-engine.ts'

/** Tests of what speaks to the database: they run on both kinds. */
const ON_BOTH = ['archive', 'audit-log', 'db', 'features', 'http', 'idempotency', 'jobs', 'self-check', 'sync'].map(
  (part) => `server/${part}/**/*.test.ts`,
)

/** Of these, the ones that open the kinds of database they are about themselves: they run once. */
const OPEN_THEIR_OWN = [
  'server/db/{flushed-files,lock-file,migrate,prepared,primary}.test.ts',
  'server/db/partitions/*.test.ts',
  'server/features/money/concurrent-closings.test.ts',
  'server/features/stock/reviews.test.ts',
  'server/features/telemetry/any-order.test.ts',
  'server/sync/{deleted-meanwhile,many-at-once,operation-batcher}.test.ts',
]

/** Thousands of requests whose answers do not depend on the database: they run on one kind, the quicker where this machine has it. */
const ON_ONE = [
  'server/features/imports/layouts.test.ts',
  'tests/tenancy/*.test.ts',
  'tests/fuzz/*.test.ts',
  'tests/reports/*.test.ts',
  'tests/limits/*.test.ts',
]
const STAY_EMBEDDED = ['tests/tenancy/mutate.test.ts']

/** Newer versions of Node define `localStorage` without a store, which would replace that of the DOM. */
const NO_WEB_STORAGE = '--no-experimental-webstorage'
const DOM_STORAGE = process.allowedNodeEnvironmentFlags.has(NO_WEB_STORAGE) ? [NO_WEB_STORAGE] : []

const hasPostgres = findPostgres() !== undefined
const ALWAYS_EXCLUDED = ['**/node_modules/**']

export default defineConfig({
  define: { __APP_VERSION__: '"0.0.0-test"', __LANGUAGES__: '["en","pl","ja"]' },
  test: {
    // A real database and a server's first start take their time on a small machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A condition may become true late on a busy machine.
    expect: { poll: { timeout: 120_000 } },
    globalSetup: ['tests/support/build-once.ts', 'tests/support/shared-postgres.ts'],
    setupFiles: ['tests/support/setup.ts'],
    pool: 'forks',
    // Its modules are imported one by one, as bundlers resolve them and Node does not.
    server: { deps: { inline: ['@zxing/library'] } },
    // Sources are loaded once per process and not once per file: no module of ours keeps state between two apps.
    isolate: false,
    // One more than a small machine has cores, because many tests wait for a server to start.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'embedded',
          execArgv: [...QUICK_ENGINE, ...DOM_STORAGE],
          include: ['{domain,documents,contract,offline,sw,src,server,tests,e2e,bench,scripts}/**/*.test.{ts,tsx}'],
          exclude: [...ALWAYS_EXCLUDED, ...(hasPostgres ? ON_ONE.map((glob) => glob.replace('*.', '!(mutate).')) : [])],
        },
      },
      ...(hasPostgres
        ? [
            {
              extends: true as const,
              test: {
                name: 'postgresql',
                env: { TEST_DATABASE: 'postgres' },
                include: [...ON_BOTH, ...ON_ONE],
                exclude: [...ALWAYS_EXCLUDED, ...OPEN_THEIR_OWN, ...STAY_EMBEDDED],
              },
            },
          ]
        : []),
    ],
  },
})
