import { defineConfig } from 'vitest/config'

export default defineConfig({
  define: { __APP_VERSION__: '"0.0.0-test"', __LANGUAGES__: '["en","pl","ja"]' },
  test: {
    include: ['{domain,contract,offline,sw,src,server,tests,e2e,bench,scripts}/**/*.test.{ts,tsx}'],
    // A real database and a first start of it take their time on a small machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for may come late on a machine with much else to do.
    expect: { poll: { timeout: 50_000 } },
    globalSetup: 'tests/support/build-once.ts',
    pool: 'forks',
    // The sources are read once a process and not once a file. Nothing of ours keeps anything between two houses.
    isolate: false,
    // Many wait for a server of their own to start: one more than a small machine has cores.
    maxWorkers: 3,
  },
})
