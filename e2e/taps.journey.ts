import type { Page } from '@playwright/test'
import { stickerAddress } from '#domain/machines/sticker-address.ts'
import { expect, test } from './support/stage.ts'

test('from the home screen, a full restock takes four taps', async ({ takePhone, snackMachine, manager }) => {
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

test('from the scan, a full restock takes three taps, and none of them is for the scan itself', async ({
  takePhone,
  snackMachine,
  manager,
}) => {
  const machine = await snackMachine('serviceman', 1_000)
  const phone = await takePhone()
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

test('the own camera of the phone opens the same machine', async ({ takePhone, snackMachine }) => {
  const machine = await snackMachine('serviceman', 3)
  const phone = await takePhone()
  await phone.signIn('serviceman')
  await phone.page.goto(stickerAddress(phone.network.url, machine.token))
  await expect(phone.page).toHaveURL(`/dashboard/serviceman/machines/${machine.id}/shortages`)
  await expect(phone.page.getByRole('button', { name: 'Fill all' })).toBeVisible()
})

/** How often the glass is touched from now on; told as long as the page is not loaded anew. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle(() => {
    const taps = { count: 0 }
    window.addEventListener('pointerdown', () => taps.count++, { capture: true })
    return taps
  })
  return () => counted.evaluate(({ count }) => count)
}
