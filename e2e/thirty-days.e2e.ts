import { momentAt, wallClock } from '#domain/calendar.ts'
import { DAY } from '#domain/time.ts'
import { journalOf } from './support/device-database.ts'
import { type Caller, signInAs } from './support/office.ts'
import { TIME_ZONE } from './support/phone.ts'
import { expect, test } from './support/stage.ts'

// The embedded database is the default.
test.use({ database: 'embedded' })

test('after 30 days offline one sign-in sends everything', async ({ takePhone, snackMachine, manager, server }) => {
  const machine = await snackMachine('serviceman', 3)
  const { slotNumber, product } = await refilledSlot(manager, machine.id)
  const name = `Put into slot ${slotNumber}: ${product.name}`
  const quantity = async (office: Caller) =>
    (await office.stock(machine.id)).find((item) => item.slotNumber === slotNumber)?.currentQuantity ?? 0
  const before = await quantity(manager)
  const phone = await takePhone({ ownBrowser: true })
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  await phone.openMachine(machine)
  await phone.loseSignal()
  await phone.putOneIn(phone.page, name)
  await phone.kill()

  const month = untilThirtyDaysLater()
  await test.step('a month later all work is stored and can be continued', async () => {
    await phone.open()
    await phone.window.clock.install({ time: Date.now() + month })
    await phone.openMachine(machine)
    await expect(phone.page.getByText('These quantities are from 30 days ago, so you can fill up to the maximum.')).toBeVisible()
    await expect(phone.chip()).toHaveText(/^1 pending/)
    await phone.putOneIn(phone.page, name)
  })

  await test.step('the session has expired: one sign-in in place sends everything', async () => {
    await server.restart(month)
    await phone.findSignal()
    await expect(phone.chip()).toHaveText('Sign in again')
    await phone.page.getByRole('button', { name: 'Sign in again' }).click()
    await phone.typeSignIn('serviceman')
    await expect(phone.chip()).toHaveText('All sent')
    await expect.poll(async () => (await journalOf(phone.page)).map(({ state }) => state)).toEqual(['processed', 'processed'])
    expect(await quantity(await signInAs(server.url, 'manager'))).toBe(before + 2)
  })

  await test.step('each operation counts at the time it was done', async () => {
    const [late, fresh] = (await journalOf(phone.page)).toSorted((a, b) => a.rawAt - b.rawAt)
    const apart = (fresh?.occurredAt ?? 0) - (late?.occurredAt ?? 0)
    expect(Math.round(apart / DAY)).toBe(30)
    expect(late?.warnings.map(({ code }) => code)).toContain('LATE')
  })
})

/**
 * Milliseconds until local clocks show the same time 30 days later: an hour more or less than 30 × 24 h if daylight saving time changes in
 * between.
 */
function untilThirtyDaysLater(): number {
  const now = Date.now()
  return momentAt(wallClock(now, TIME_ZONE) + 30 * DAY, TIME_ZONE) - now
}

/** A slot that got another product before that and was not counted since, because a later count would hide late work. */
async function refilledSlot(manager: Caller, machineId: number) {
  const [slot, ...others] = await manager.slots(machineId)
  const product = others.find((other) => other.product && other.product.id !== slot?.product?.id)?.product
  if (!slot || !product) throw new Error('the machine contains only one product')
  await manager.editSlot(machineId, { slotId: slot.slotId, productId: product.id }, Date.now() - 31 * DAY)
  return { slotNumber: slot.slotNumber, product }
}
