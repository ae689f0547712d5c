import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  projects: [
    { name: 'chromium', testIgnore: 'engines/**' },
    { name: 'firefox', testDir: 'engines' },
    { name: 'webkit', testDir: 'engines' },
  ],
  outputDir: '../test-results/journeys',
  globalSetup: './support/build.ts',
  // Each worker has its own server and browser. More than two need more processor time than a small machine has.
  workers: 2,
  fullyParallel: false,
  // A test that passes only on the second try has failed.
  retries: 0,
  // Much longer than a test takes on a busy machine, so that a failure comes from an assertion.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  use: { actionTimeout: 120_000, navigationTimeout: 120_000 },
  reporter: 'list',
})
