import type { Page } from '@playwright/test'
import type { UncountedBag } from '#contract/collections.ts'
import type { Visit } from '#contract/visits.ts'
import { countTaps } from './support/actions.ts'
import { journalOf, outboxOf, photosOf } from './support/device-database.ts'
import type { Phone } from './support/phone.ts'
import { takeVisitPhoto } from './support/photos.ts'
import { emptied, givenAllMachines, LOGIN, publishRound, roundOf, roundToday, TODAY } from './support/rounds.ts'
import { expect, test } from './support/stage.ts'

const BAG = 'B 4711'

const nextName = (page: Page) => page.getByRole('region').filter({ hasText: 'Next stop' }).getByRole('heading', { level: 2 })
const further = (page: Page) => page.getByRole('region', { name: 'After that' }).getByRole('listitem')

/**
 * From the list of today, opens the next stop, which must be this machine, fills it and records it, with what else happens there before.
 */
async function fillNext(phone: Phone, name: string, before = async (_page: Page): Promise<void> => {}): Promise<void> {
  const { page } = phone
  await expect(nextName(page)).toHaveText(name)
  await page.getByRole('link', { name: 'Open this stop' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await before(page)
  await phone.fillAll()
}

/** Takes a photo, and the cash in a bag. */
async function photographAndCollect(page: Page): Promise<void> {
  await takeVisitPhoto(page, 1, 'Before, not sent yet')
  await page.getByRole('button', { name: 'Cash', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Take cash out' })
  await dialog.getByRole('textbox', { name: 'Bag number' }).fill(BAG)
  await dialog.getByRole('button', { name: 'I have taken it out' }).click()
  await expect(dialog).toBeHidden()
}

test('a whole day of twelve stops without a signal, killed twice, arrives exactly once', async ({ takePhone, server, manager }) => {
  test.slow()
  const { userId, machines, round } = await publishRound(server.url, manager, 11)
  const [added] = machines.filter(({ id }) => !round.stops.some(({ machineId }) => machineId === id))
  if (!added) throw new Error('no machine is left to add')
  const phone = await takePhone({ ownBrowser: true })
  await phone.signInByForm(LOGIN)
  await phone.keepsEverything()
  await phone.page.goto(TODAY)
  await expect(phone.page.getByText('0 of 11 stops')).toBeVisible()
  await phone.loseSignal()

  const names = round.stops.map(({ machine }) => machine.name)
  const dieAndReturn = async () => {
    await phone.kill()
    await phone.open()
    await phone.page.goto(TODAY)
  }
  await test.step('the first stops', async () => {
    await fillNext(phone, names[0] ?? '', photographAndCollect)
    await takeVisitPhoto(phone.page, 2, 'After, not sent yet')
    await phone.page.goto(TODAY)
    await expect(phone.page.getByText('1 of 11 stops')).toBeVisible()
    await dieAndReturn()
    await expect(phone.page.getByText('1 of 11 stops')).toBeVisible()
    await expect(nextName(phone.page)).toHaveText(names[1] ?? '')
  })

  await test.step('one is skipped, one moved, one added', async () => {
    const { page } = phone
    await page.getByRole('button', { name: 'Skip', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Closed' }).click()
    await expect(nextName(page)).toHaveText(names[2] ?? '')
    await further(page)
      .last()
      .getByRole('button', { name: /more actions/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make it the next stop' }).click()
    await expect(nextName(page)).toHaveText(names[10] ?? '')
    await page.getByRole('button', { name: 'Add a machine' }).click()
    await page.getByRole('dialog').getByRole('button', { name: added.name }).click()
    await expect(page.getByText('2 of 12 stops')).toBeVisible()
    await expect(further(page).last()).toContainText(added.name)
  })

  const filled = [names[0]]
  await test.step('the others, with another kill', async () => {
    const expected = [names[10], ...names.slice(2, 10), added.name]
    for (const [index, name] of expected.entries()) {
      if (index === 5) await dieAndReturn()
      await fillNext(phone, name ?? '')
      filled.push(name)
      await phone.page.goto(TODAY)
    }
    await expect(phone.page.getByText('12 of 12 stops')).toBeVisible()
  })

  await test.step('the day is finished', async () => {
    const { page } = phone
    await page.getByRole('link', { name: 'End of the day' }).click()
    await expect(page.getByText(/changes are not sent yet/)).toBeVisible()
    await page.getByRole('button', { name: 'Finish the day' }).click()
    await expect(page.getByText('The day is finished')).toBeVisible()
  })

  const recorded = (await outboxOf(phone.page)).map(({ opId }) => opId)
  // Restocks of 11 machines, one collection of cash, and what was skipped, moved, added and finished.
  expect(recorded).toHaveLength(16)
  expect(await photosOf(phone.page)).toMatchObject([{ state: 'queued' }, { state: 'queued' }])
  await phone.findSignal()
  await expect(phone.chip()).toHaveText('All sent')
  await expect.poll(() => outboxOf(phone.page)).toEqual([])
  const journal = await journalOf(phone.page)
  expect(journal.filter(({ state }) => state === 'processed').map(({ opId }) => opId)).toEqual(expect.arrayContaining(recorded))

  await expect.poll(async () => (await photosOf(phone.page)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  const photos = (await photosOf(phone.page)).map(({ id }) => id)
  const first = round.stops[0]?.machineId
  const [visit, ...others] = await manager.ask<Visit[]>('GET', `/visits?machine=${first}&user=${userId}`)
  expect(others).toEqual([])
  expect(visit?.operations.map(({ call }) => call)).toEqual(['withdrawCash', 'restockSlots'])
  expect(visit).toMatchObject({ withdrawals: 1, cash: { counted: null, uncounted: 1 } })
  expect(visit?.photos.map(({ phase }) => phase)).toEqual(['BEFORE', 'AFTER'])
  expect(visit?.photos.map(({ id }) => id)).toEqual(photos)
  const bags = await manager.ask<UncountedBag[]>('GET', '/bag-counts/uncounted')
  expect(bags.filter(({ bag }) => bag === BAG)).toMatchObject([{ machine: { id: first }, user: { id: userId } }])

  const arrived = await roundOf(manager, userId)
  expect(arrived.state).toBe('FINISHED')
  expect(arrived.stops).toHaveLength(12)
  expect(
    arrived.stops
      .filter(({ state }) => state === 'DONE')
      .map(({ machine }) => machine.name)
      .toSorted(),
  ).toEqual(filled.toSorted())
  expect(arrived.stops.filter(({ state }) => state !== 'DONE')).toMatchObject([
    { machine: { name: names[1] }, state: 'SKIPPED', skipReason: 'CLOSED' },
  ])
  for (const { id, type, maxQuantity } of machines) {
    if (type !== 'SNACK' || id === round.stops[1]?.machineId) continue
    expect(await manager.total(id)).toBe(maxQuantity)
  }
  await phone.page.goto(TODAY)
  await expect(phone.page.getByText('The day is finished')).toBeVisible()
})

test('a stop takes four taps until the next one, and two more for the cash', async ({ takePhone, server, manager }) => {
  const login = 'serviceman'
  const userId = await givenAllMachines(server.url, manager, login)
  const { id } = await roundToday(manager, userId)
  for (const machine of await manager.machines()) {
    const stop = `/rounds/${id}/stops/${machine.id}`
    if (machine.type === 'SNACK') await manager.ask('PUT', stop, {})
    await emptied(manager, machine)
  }
  const isSnack = new Set((await manager.machines()).flatMap((machine) => (machine.type === 'SNACK' ? [machine.id] : [])))
  for (const { machineId, state } of (await roundOf(manager, userId)).stops)
    if (state === 'PLANNED' && !isSnack.has(machineId)) await manager.ask('DELETE', `/rounds/${id}/stops/${machineId}`)
  const open = (await roundOf(manager, userId)).stops.flatMap(({ state, machine }) => (state === 'PLANNED' ? [machine.name] : []))
  const phone = await takePhone({ hasTouch: true, serviceWorkers: 'block' })
  const { page } = phone
  await phone.signInByForm(login)
  await page.goto(TODAY)
  await expect(nextName(page)).toHaveText(open[0] ?? '')
  const fill = async () => {
    await page.getByRole('button', { name: 'Fill all' }).tap()
    await page.getByRole('button', { name: /^Confirm restock/ }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Record and go to the next stop' }).tap()
  }
  const taps = await countTaps(page)
  await page.getByRole('link', { name: 'Open this stop' }).tap()
  await fill()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(open[1] ?? '')
  expect(await taps()).toBe(4)

  await page.getByRole('button', { name: 'Cash', exact: true }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'I have taken it out' }).tap()
  await expect(page.getByRole('dialog')).toBeHidden()
  await fill()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(open[2] ?? '')
  // This stop was opened by the last tap at the one before.
  expect(await taps()).toBe(4 + 3 + 2)

  await page.goto('/dashboard/serviceman/shortages')
  const machines = page.getByRole('navigation', { name: 'Machines' }).getByRole('link')
  for (const [index, name] of open.slice(2, 5).entries()) await expect(machines.nth(index + 1)).toContainText(name)
})
