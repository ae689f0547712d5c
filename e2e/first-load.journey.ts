import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from './support/stage.ts'

test('a phone loads at most 170 kB of script before somebody can sign in', async ({ takePhone }) => {
  const { page } = await takePhone()
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [new URL(name).pathname] : [])),
  )
  const size = scripts.reduce((sum, path) => sum + brotliCompressSync(readFileSync(`dist/app${path}`)).length, 0)
  expect(scripts.length).toBeGreaterThan(0)
  expect(size).toBeLessThanOrEqual(170_000)
})
