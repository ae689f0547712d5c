import { isFilled, journalOf, outboxOf } from '../support/device-database.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, test } from './stage.ts'

/** Longer than the app's longest delay before an automatic retry. */
const UPSTAIRS_MS = 6 * 60_000

const ALL_SENT = 'All sent: view pending changes'
const ONE_WAITS = /^1 pending, offline since .*: view pending changes$/

test('an offline restock survives an empty battery and counts once', async ({ hands, network, snackMachine, manager }) => {
  test.setTimeout(UPSTAIRS_MS + 4 * 60_000)
  const machine = await snackMachine('serviceman', 4)
  const [before, after] = [await manager.total(machine.id), machine.maxQuantity]
  const shortages = `/dashboard/serviceman/machines/${machine.id}/shortages`

  await test.step('after sign-in the device has everything for offline use', async () => {
    await hands.goTo('/login')
    await hands.type('Login', 'serviceman')
    await hands.type('Password', PASSWORD)
    await hands.press('button', 'Sign in')
    await hands.sees('link', ALL_SENT)
    await expect.poll(() => isFilled(hands)).toBe(true)
    await hands.evaluate(async () => {
      await navigator.serviceWorker.ready
      if (navigator.serviceWorker.controller) return
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
    }, [])
  })

  await test.step('offline, the app cold-starts and opens the machine', async () => {
    await hands.close()
    await network.down()
    network.seen.length = 0
    await hands.open()
    await hands.goTo('/')
    await hands.sees('heading', 'Hello Jonas')
    await hands.goTo(shortages)
    await hands.sees('heading', machine.name)
  })

  await test.step('the restock is saved on the device', async () => {
    await hands.press('button', 'Fill all')
    expect(await hands.evaluate(cutButtons, [])).toEqual([])
    await hands.press('button', /^Confirm restock/)
    await hands.press('button', 'Record')
    await hands.reads('Saved on this phone, not sent yet')
    await hands.sees('link', ONE_WAITS)
  })

  await test.step('the restock survives an empty battery', async () => {
    await hands.kill()
    await hands.open()
    await hands.goTo(shortages)
    await hands.sees('link', ONE_WAITS)
    await hands.reads('The machine is full')
    expect(network.seen).toEqual([])
    expect(await manager.total(machine.id)).toBe(before)
  })

  await test.step('online, the restock is sent once and all figures agree', async () => {
    await network.up()
    await hands.sees('link', ALL_SENT, UPSTAIRS_MS)
    expect(network.seen.filter(({ path }) => path === '/api/sync/push')).toHaveLength(1)
    await expect.poll(() => outboxOf(hands)).toEqual([])
    await hands.reads('The machine is full')
    expect(await manager.total(machine.id)).toBe(after)
  })

  await test.step('the ledger contains exactly one operation; undoing it restores the previous state', async () => {
    const [operation, ...others] = await journalOf(hands)
    expect([operation?.call, operation?.state, others]).toEqual(['restockSlots', 'processed', []])
    await manager.undo(machine.id, operation?.opId ?? '')
    expect(await manager.total(machine.id)).toBe(before)
  })
})

/** The buttons that are lower than their labels. */
const cutButtons = async () =>
  [...document.querySelectorAll('.mantine-Button-root')]
    .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
    .map(({ textContent }) => textContent)
