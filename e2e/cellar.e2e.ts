import { stickerAddress } from '#domain/machines/sticker-address.ts'
import { browser } from './support/browsers.ts'
import { journalOf, outboxOf } from './support/device-database.ts'
import { expect, test } from './support/stage.ts'

// The embedded database is the default.
test.use({ database: 'embedded' })

test('an offline restock survives an empty battery and counts once', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 4)
  const [before, after] = [await manager.total(machine.id), machine.maxQuantity]
  const phone = await takePhone({ ownBrowser: true })

  await test.step('after sign-in the phone has everything for offline use', async () => {
    await phone.signIn('serviceman')
    await phone.keepsEverything()
  })

  await test.step('the phone offers to install the app', async () => {
    if ((await browser()).kind === 'shell') return console.warn('A headless shell cannot say whether an app can be installed: not asked.')
    const session = await phone.window.newCDPSession(phone.page)
    expect(await session.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
    await session.detach()
  })

  await test.step('offline, the app cold-starts and the sticker opens the machine', async () => {
    await phone.close()
    await phone.loseSignal()
    phone.network.seen.length = 0
    phone.holdCameraTo(stickerAddress(phone.network.url, machine.token))
    await phone.open()
    await phone.page.goto('/')
    await expect(phone.page.getByRole('heading', { name: 'Hello Jonas' })).toBeVisible()
    await phone.page.getByRole('link', { name: 'Scan a sticker' }).click()
    await expect(phone.page.getByRole('heading', { name: machine.name })).toBeVisible()
  })

  await test.step('the restock is saved on the phone', async () => {
    await phone.fillAll()
    await expect(phone.page.getByText('Saved on this phone, not sent yet')).toBeVisible()
    await expect(phone.chip()).toHaveText(/^1 pending, offline since/)
  })

  await test.step('the restock survives an empty battery', async () => {
    await phone.kill()
    await phone.open()
    await phone.openMachine(machine)
    await expect(phone.chip()).toHaveText(/^1 pending, offline since/)
    await expect(phone.page.getByText('The machine is full')).toBeVisible()
    expect(phone.network.seen).toEqual([])
    expect(await manager.total(machine.id)).toBe(before)
  })

  await test.step('online, the restock is sent once and all figures agree', async () => {
    await phone.findSignal()
    await expect(phone.chip()).toHaveText('All sent')
    expect(phone.network.seen.filter(({ path }) => path === '/api/sync/push')).toHaveLength(1)
    await expect.poll(() => outboxOf(phone.page)).toEqual([])
    await expect(phone.page.getByText('The machine is full')).toBeVisible()
    expect(await manager.total(machine.id)).toBe(after)
  })

  await test.step('the ledger contains exactly one operation; undoing it restores the previous state', async () => {
    const [operation, ...others] = await journalOf(phone.page)
    expect([operation?.call, operation?.state, others]).toEqual(['restockSlots', 'processed', []])
    await manager.undo(machine.id, operation?.opId ?? '')
    expect(await manager.total(machine.id)).toBe(before)
  })
})
