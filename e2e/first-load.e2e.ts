import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { DESK, HAND } from './support/phone.ts'
import { expect, test } from './support/stage.ts'

test('the sign-in page loads at most 170 kB of script', async ({ takePhone }) => {
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

test('the layout does not shift after the first paint', async ({ takeDesk, manager }) => {
  const [machine] = await manager.machines()
  const desk = await takeDesk()
  const { page } = desk
  await desk.signInByForm('manager')
  await page.addInitScript(recordShifts)
  for (const path of ['/dashboard/machines', `/dashboard/shortages?machine=${machine?.id}&tab=PRODUCTS_TAB`, '/dashboard/inventory']) {
    const site = page.waitForResponse(/\/api\/site$/)
    await page.goto(path)
    await site
    await expect(page.getByRole('complementary', { name: 'Demo' })).toBeVisible()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(await shiftsOf(page), path).toBeLessThan(0.02)
  }
})

for (const [device, viewport] of [
  ['phone', HAND],
  ['desk', DESK],
] as const)
  test(`from sign-in to the first figures nothing moves on a ${device}`, async ({ takePhone }) => {
    const visitor = await takePhone({ viewport, serviceWorkers: 'block' })
    const { page } = visitor
    await page.addInitScript(recordShifts)
    await page.goto('/login')
    await expect(page.getByText('Look around in the demo')).toBeVisible()
    await visitor.typeSignIn('manager')
    await expect(page.getByRole('list', { name: 'What was sold' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'What happened' })).toBeVisible()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    // What Chrome's documentation calls good. Moves within 500 ms of an input do not count.
    expect(await shiftsOf(page)).toBeLessThan(0.1)
  })

test('an app with a missing file is cached once the file is available', async ({ takePhone }) => {
  const phone = await takePhone()
  const { page } = phone
  let lost = 0
  phone.network.fault(({ path }) => {
    if (!path.includes('/BranchesScreen-')) return 'pass'
    lost++
    return 'lose-request'
  })
  await phone.signInByForm('serviceman')
  await expect.poll(() => lost).toBeGreaterThan(0)
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  phone.network.fault()
  await phone.keepsEverything()
  await phone.loseSignal()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Scan a sticker' })).toBeVisible()
})

/** Runs in the page: adds up how much of it moves without an input. */
function recordShifts(): void {
  const seen = { moved: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.moved += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { seen: { moved: number } }).seen.moved)
