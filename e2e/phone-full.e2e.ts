import { draftsOf, outboxOf } from './support/device-database.ts'
import type { Phone } from './support/phone.ts'
import { expect, test } from './support/stage.ts'

test('a full phone reports it, keeps the input, and records it once there is space', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 3)
  const before = await manager.total(machine.id)
  const phone = await takePhone({ ownBrowser: true })
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  const room = await allowLittleMore(phone)
  await phone.openMachine(machine)
  await phone.showList()
  await phone.putOneIn()
  await phone.typeOneMore()
  await phone.typeOneMore()
  // Both are stored before the storage is full.
  await expect.poll(() => piecesStored(phone)).toBe(2)
  await phone.page.evaluate(takePhotos)

  await phone.record()
  // At any scroll position of the list.
  await expect(phone.page.getByRole('alert').filter({ hasText: 'This device has no room left, so nothing was recorded.' })).toBeInViewport()
  await expect(phone.page.getByRole('button', { name: 'Confirm restock (1)' })).toBeVisible()
  await expect(phone.page.getByRole('spinbutton', { name: /^Put in/ }).first()).toHaveValue('2')
  expect(await outboxOf(phone.page)).toHaveLength(1)

  // A note and a cash withdrawal fail too, each with its own message.
  await phone.page.goto(`/dashboard/serviceman/machines/${machine.id}`)
  await phone.page.getByRole('textbox', { name: 'Note' }).fill('The key hangs behind the door')
  await phone.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(phone.page.getByRole('region', { name: 'Notes' }).getByText('The note could not be saved')).toBeVisible()
  await phone.page.getByRole('button', { name: 'Take cash out' }).click()
  await phone.page.getByRole('button', { name: 'I have taken it out' }).click()
  await expect(
    phone.page.getByRole('region', { name: 'Cash in machine' }).getByText('The cash withdrawal could not be saved'),
  ).toBeVisible()
  expect(await outboxOf(phone.page)).toHaveLength(1)
  await phone.openMachine(machine)

  await room.makeMore()
  await phone.record()
  await expect(phone.chip()).toHaveText(/^2 pending/)
  await phone.findSignal()
  await expect(phone.chip()).toHaveText('All sent')
  expect(await manager.total(machine.id)).toBe(before + 3)

  // While storage was full, each failed write was reported, by user actions and by background sync. Nothing else was reported.
  expect(phone.pageErrors.splice(0).filter(({ what }) => !what.startsWith('StoreFull'))).toEqual([])
})

async function piecesStored({ page }: Phone): Promise<number> {
  const entries = (await draftsOf(page)).flatMap(({ typed }) => Object.values(typed as Record<string, { quantity: number }>))
  return entries.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** From its next offline start on, this phone has two megabytes of free storage. */
async function allowLittleMore(phone: Phone) {
  const { usage = 0 } = await phone.page.evaluate(() => navigator.storage.estimate())
  await phone.close()
  await phone.loseSignal()
  await phone.open()
  const session = await phone.window.newCDPSession(phone.page)
  const origin = phone.network.url
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 2_000_000 })
  return { makeMore: () => session.send('Storage.overrideQuotaForOrigin', { origin }) }
}

/** Runs in the page: fills the remaining storage to the last byte. */
async function takePhotos(): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('photos')
    opening.onupgradeneeded = () => opening.result.createObjectStore('photos', { autoIncrement: true })
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const fits = (bytes: number) =>
    new Promise<boolean>((resolve) => {
      const work = db.transaction('photos', 'readwrite')
      work.objectStore('photos').add(crypto.getRandomValues(new Uint8Array(bytes)))
      work.oncomplete = () => resolve(true)
      work.onabort = () => resolve(false)
    })
  for (let bytes = 65_536; bytes >= 1; ) if (!(await fits(bytes))) bytes = Math.floor(bytes / 2)
}
