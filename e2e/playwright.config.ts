import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: '*.journey.ts',
  projects: [
    { name: 'chromium', testIgnore: 'engines/**' },
    { name: 'firefox', testDir: 'engines' },
    { name: 'webkit', testDir: 'engines' },
  ],
  outputDir: '../test-results',
  globalSetup: './support/build.ts',
  // One browser and one server at a time: two on a small machine are refused as too much to do, and miss what they wait for.
  workers: 1,
  fullyParallel: false,
  // A journey that works at the second try does not work.
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
})
