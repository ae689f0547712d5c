import type { Page } from '@playwright/test'
import type { FaultProxy } from './support/fault-proxy.ts'
import { expect, test } from './support/stage.ts'
import { sayIn } from './support/words.ts'

const NEXT = '<meta name="release" content="next">'

/** Makes the server deliver another version of the app: a page that names it and a worker that lists it. */
function release(network: FaultProxy): void {
  network.fault(({ path }) => {
    if (path === '/index.html') return { edit: (page) => page.replace('<head>', `<head>${NEXT}`) }
    if (path === '/sw.js')
      return {
        edit: (worker) =>
          worker.replace(
            /("?url"?:\s*"index\.html",\s*"?revision"?:\s*")\w+|("?revision"?:\s*")\w+(",\s*"?url"?:\s*"index\.html")/,
            '$1$2next$3',
          ),
      }
    return 'pass'
  })
}

const isNext = (page: Page) => page.evaluate(() => document.querySelector('meta[name=release]') !== null)
const noticeOf = (page: Page) => page.getByRole('region', { name: 'A new version is ready' })

/** Runs in the page: checks for an update until one is waiting. */
async function findNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker.ready
  await registration.update()
  while (!registration.waiting) await new Promise((resolve) => requestAnimationFrame(resolve))
}

test('an update waits for consent, does not interrupt an open form, and keeps pending work', async ({
  takePhone,
  snackMachine,
  manager,
}) => {
  const machine = await snackMachine('serviceman', 3)
  const before = await manager.total(machine.id)
  const phone = await takePhone()
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  await phone.openMachine(machine)
  await phone.loseSignal()
  await phone.putOneIn()
  await phone.network.up()
  release(phone.network)

  const notice = noticeOf(phone.page)

  await test.step('while a form is open, no update is offered', async () => {
    await phone.typeOneMore()
    await phone.findSignal()
    await phone.page.evaluate(findNewVersion)
    await expect(phone.chip()).toHaveText('All sent')
    await expect(notice).toHaveCount(0)
  })

  await test.step('after recording, the update is offered and applied only on consent', async () => {
    await phone.network.down()
    await phone.record()
    await expect(notice).toBeVisible()
    expect(await isNext(phone.page)).toBe(false)
    await expect(phone.chip()).toHaveText(/^1 pending/)
  })

  await test.step('the new version has the pending work and sends it once', async () => {
    // Requests that arrive while the browser stops the old version must not start it again.
    await phone.page.evaluate(() => void setInterval(() => fetch('/api/health').catch(() => {}), 5))
    await phone.page.getByRole('button', { name: 'Update now' }).click()
    await expect.poll(() => isNext(phone.page).catch(() => false)).toBe(true)
    await expect(phone.chip()).toHaveText(/^1 pending/)
    await phone.network.up()
    // It may have started automatically by now, because the app checks for updates when it returns to the foreground.
    await phone.page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(phone.chip()).toHaveText('All sent')
    expect(await manager.total(machine.id)).toBe(before + 2)
  })
})

test('a waiting update is applied at the next cold start', async ({ takePhone }) => {
  const phone = await takePhone({ ownBrowser: true })
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  release(phone.network)
  await phone.page.evaluate(findNewVersion)
  await phone.kill()
  await phone.loseSignal()
  await phone.open()
  await phone.page.goto('/')
  await expect.poll(() => isNext(phone.page).catch(() => false)).toBe(true)
  await expect(phone.page.getByRole('heading', { name: 'Hello Jonas' })).toBeVisible()
})

test('an accepted update reloads the page of the first visit, and other tabs once clean', async ({ takePhone, snackMachine }) => {
  const machine = await snackMachine('serviceman', 3)
  const phone = await takePhone()
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  const one = phone.page
  const two = await phone.newTab(`/dashboard/serviceman/machines/${machine.id}/shortages`)
  await phone.typeOneMore(two)
  release(phone.network)
  await one.bringToFront()
  await one.evaluate(findNewVersion)
  await noticeOf(one).getByRole('button', { name: 'Update now' }).click()
  await expect.poll(() => isNext(one).catch(() => false)).toBe(true)
  expect(await isNext(two)).toBe(false)
  await two.bringToFront()
  await phone.record(two)
  await expect.poll(() => isNext(two).catch(() => false)).toBe(true)
})

test('an accepted update is shown as pending and requested again if the request is lost', async ({ takePhone }) => {
  const phone = await takePhone()
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  const { page } = phone
  release(phone.network)
  await page.evaluate(findNewVersion)
  // A stopped worker that does not start in time loses its messages.
  await page.evaluate(() => {
    const { postMessage } = ServiceWorker.prototype
    ServiceWorker.prototype.postMessage = () => {
      ServiceWorker.prototype.postMessage = postMessage
    }
  })
  const update = noticeOf(page).getByRole('button', { name: 'Update now' })
  await update.click()
  await expect(update).toBeDisabled()
  await expect.poll(() => isNext(page).catch(() => false)).toBe(true)
})

test('the chosen language works offline from the first visit, also after an update', async ({ takePhone }) => {
  const phone = await takePhone()
  const { page } = phone
  const isPolish = () => expect(page.getByRole('button', { name: sayIn('pl')('account:signIn') })).toBeVisible()
  await phone.window.addInitScript(() => localStorage.setItem('language', 'pl'))
  await page.goto('/login')
  await isPolish()
  await phone.keepsTheApp()
  await expect.poll(() => page.evaluate(() => caches.match('/locales/pl.json').then(Boolean))).toBe(true)
  await phone.loseSignal()
  await page.reload()
  await isPolish()
  await phone.findSignal()
  release(phone.network)
  await page.evaluate(findNewVersion)
  await phone.loseSignal()
  await page.reload()
  await expect.poll(() => isNext(page).catch(() => false)).toBe(true)
  await isPolish()
})
