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
  // Each has its own server and browser. More than two need more processor time than a small machine has.
  workers: 2,
  fullyParallel: false,
  // A journey that works at the second try does not work.
  retries: 0,
  // Far more than a journey takes on a busy machine: what fails, fails by its assertions.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  use: { actionTimeout: 120_000, navigationTimeout: 120_000 },
  reporter: 'list',
})
