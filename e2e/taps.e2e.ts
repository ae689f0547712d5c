import { stickerAddress } from '#domain/machines/sticker-address.ts'
import { countTaps } from './support/actions.ts'
import { expect, test } from './support/stage.ts'

test('a full restock takes four taps from the home screen', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 1_000)
  const phone = await takePhone()
  await phone.signIn('serviceman')
  const taps = await countTaps(phone.page)
  await phone.page.getByRole('link', { name: machine.name }).click()
  await phone.fillAll()
  await expect(phone.page.getByText('The machine is full')).toBeVisible()
  expect(await taps()).toBeLessThanOrEqual(4)
  await expect.poll(() => manager.total(machine.id)).toBe(machine.maxQuantity)
})

test('a full restock takes three taps after a scan, and the scan takes none', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 1_000)
  const phone = await takePhone({ ownBrowser: true })
  await phone.signIn('serviceman')
  await phone.close()
  phone.holdCameraTo(stickerAddress(phone.network.url, machine.token))
  await phone.open()
  await phone.page.goto('/scan')
  const taps = await countTaps(phone.page)
  await expect(phone.page.getByRole('heading', { name: machine.name })).toBeVisible()
  await phone.fillAll()
  await expect(phone.page.getByText('The machine is full')).toBeVisible()
  expect(await taps()).toBeLessThanOrEqual(3)
  await expect.poll(() => manager.total(machine.id)).toBe(machine.maxQuantity)
})

test('the phone’s own camera app opens the same machine', async ({ takePhone, snackMachine }) => {
  const machine = await snackMachine('serviceman', 3)
  const phone = await takePhone({ serviceWorkers: 'block' })
  await phone.signIn('serviceman', stickerAddress(phone.network.url, machine.token))
  await expect(phone.page).toHaveURL(`/dashboard/serviceman/machines/${machine.id}/shortages`)
  await expect(phone.page.getByRole('button', { name: 'Fill all' })).toBeVisible()
})

test('a double tap withdraws the cash once', async ({ takePhone, snackMachine }) => {
  const machine = await snackMachine('serviceman', 3)
  const phone = await takePhone({ serviceWorkers: 'block' })
  const { page } = phone
  await phone.signIn('serviceman', `/dashboard/serviceman/machines/${machine.id}`)
  await page.getByRole('button', { name: 'Take cash out' }).click()
  // On a slow disk the first tap is still being stored when the second one comes.
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (...given: Parameters<typeof put>) {
      const until = performance.now() + 150
      while (performance.now() < until);
      return put.apply(this, given)
    }
  })
  await page.getByRole('button', { name: 'I have taken it out' }).dblclick()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/outbox')
  await expect(page.getByText(`Cash taken out of ${machine.name}`)).toHaveCount(1)
})
