import type { Locator, Page } from '@playwright/test'
import { signInAs } from './support/office.ts'
import { HAND } from './support/phone.ts'
import { expect, test } from './support/stage.ts'

// Tasks of a serviceman, measured in actions (taps, drags, keys), screens of the page, and waits for the network.

type Measured = { task: string; actions: number; screens: number; waits: number; most: number; before: string }
const table: Measured[] = []

/** The size of most small Android phones. */
const SMALL_PHONE = { width: 360, height: 800 }

/** Before the planogram and the visit screen: the list of 38 slots was 7,934 pixels long, and only its length was measured. */
const BEFORE = { restock: '3 actions, 9.4 screens', differing: '9.4 screens', count: '9.4 screens' }

test.afterAll(() => {
  console.table(
    Object.fromEntries(table.map(({ task, ...measured }) => [task, { ...measured, screens: Math.round(measured.screens * 10) / 10 }])),
  )
})

test('a full restock of 38 slots takes 3 actions on at most 2.5 screens', async ({ takePhone, server, manager }) => {
  const machine = await machineOf(server.url, 38)
  await manager.leavesRoom(machine.id, 4)
  const phone = await takePhone({ hasTouch: true })
  const { page } = phone
  await phone.signInAt(machine, 'serviceman')
  await expect(tiles(page).first()).toBeVisible()
  expect(await tiles(page).count()).toBeGreaterThanOrEqual(38)
  const screens = await screensOf(page)
  await page.setViewportSize(SMALL_PHONE)
  await expect.poll(() => screensOf(page)).toBeLessThanOrEqual(2.5)
  await page.setViewportSize(HAND)
  const done = await countActions(page)
  await page.getByRole('button', { name: 'Fill all' }).tap()
  // Slots and not products, because the planogram shows slots.
  await page.getByRole('button', { name: `Confirm restock (${await tiles(page).count()})` }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }).tap()
  await expect(page.getByText('The machine is full')).toBeVisible()
  const measured = await done()
  table.push({ task: 'full restock of 38 slots', ...measured, screens, most: 3, before: BEFORE.restock })
  expect(measured.actions).toBeLessThanOrEqual(3)
  expect(measured.waits).toBe(0)
  expect(screens).toBeLessThanOrEqual(2.5)
  await expect.poll(() => manager.total(machine.id)).toBe(machine.maxQuantity)
  // No dead end: the next machine with shortages is one tap away.
  await page.getByRole('link', { name: /^Next: / }).tap()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(machine.name)
  await expect(page.getByRole('button', { name: 'Fill all' })).toBeVisible()
})

test('a restock with 5 of 38 slots differing takes at most 16 actions', async ({ takePhone, server, manager }) => {
  const machine = await machineOf(server.url, 38)
  await manager.leavesRoom(machine.id, 4)
  const before = await manager.total(machine.id)
  const places = await manager.stock(machine.id)
  const missing = places.reduce((sum, { currentShortage }) => sum + currentShortage, 0)
  const phone = await takePhone({ hasTouch: true })
  const { page } = phone
  await phone.signInAt(machine, 'serviceman')
  await expect(tiles(page).first()).toBeVisible()
  const screens = await screensOf(page)
  const done = await countActions(page)
  await page.getByRole('button', { name: 'Fill all' }).tap()
  await expect(page.getByRole('button', { name: /^Confirm restock/ })).toBeVisible()
  let less = 0
  for (const index of [1, 7, 16, 25, 36]) {
    const tile = tiles(page).nth(index)
    const full = await quantityOf(tile)
    await dragDown(page, tile, 60)
    await expect.poll(() => quantityOf(tile)).toBeLessThan(full)
    less += full - (await quantityOf(tile))
  }
  await page.getByRole('button', { name: /^Confirm restock/ }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }).tap()
  await expect(page.getByRole('dialog')).toBeHidden()
  const measured = await done()
  table.push({ task: '5 of 38 slots differ', ...measured, screens, most: 16, before: BEFORE.differing })
  expect(measured.actions).toBeLessThanOrEqual(16)
  await expect.poll(() => manager.total(machine.id)).toBe(before + missing - less)
})

test('correcting a count takes at most 4 actions, and undo takes it back in words', async ({ takePhone, server, manager }) => {
  const machine = await machineOf(server.url, 38)
  await manager.leavesRoom(machine.id, 4)
  const before = await manager.total(machine.id)
  const phone = await takePhone({ hasTouch: true })
  const { page } = phone
  await phone.signIn('serviceman', `/dashboard/serviceman/machines/${machine.id}/shortages?tab=INVENTORY_TAB`)
  await expect(tiles(page, /^Now in slot/).first()).toBeVisible()
  const screens = await screensOf(page)
  const done = await countActions(page)
  const tile = tiles(page, /^Now in slot/).nth(2)
  const counted = await quantityOf(tile)
  await dragDown(page, tile, 45)
  await expect.poll(() => quantityOf(tile)).toBeLessThan(counted)
  const less = counted - (await quantityOf(tile))
  await page.getByRole('button', { name: /^Confirm changes/ }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }).tap()
  await expect(page.getByRole('dialog')).toBeHidden()
  const measured = await done()
  table.push({ task: 'correct a count', ...measured, screens, most: 4, before: BEFORE.count })
  expect(measured.actions).toBeLessThanOrEqual(4)
  await expect.poll(() => manager.total(machine.id)).toBe(before - less)

  await page.getByRole('button', { name: 'Undo', exact: true }).tap()
  await expect(page.getByText(`Undone: Count in ${machine.name}: 1 quantity`)).toBeVisible()
  await expect.poll(() => manager.total(machine.id)).toBe(before)
})

test('exact numbers are typed on the keypad, and a slot is found by its number', async ({ takePhone, server, manager }) => {
  const machine = await machineOf(server.url, 38)
  await manager.leavesRoom(machine.id, 4)
  const phone = await takePhone({ hasTouch: true })
  const { page } = phone
  await phone.signInAt(machine, 'serviceman')
  const [first, second] = [tiles(page).nth(0), tiles(page).nth(1)]
  await first.focus()
  await page.keyboard.press('3')
  const keypad = page.getByRole('dialog')
  await expect(keypad.getByRole('status')).toHaveText('3')
  await keypad.getByRole('button', { name: 'Next slot' }).tap()
  await keypad.getByRole('button', { name: '2', exact: true }).tap()
  await keypad.getByRole('button', { name: 'Done' }).tap()
  await expect(keypad).toBeHidden()
  await expect(first).toHaveAttribute('aria-valuenow', '3')
  await expect(second).toHaveAttribute('aria-valuenow', '2')

  const last = tiles(page).last()
  const number = await last.getAttribute('data-slot')
  await page.getByRole('textbox', { name: 'Go to slot' }).fill(number ?? '')
  await page.keyboard.press('Enter')
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()

  // The list shows the same input, and its Enter key goes to the next slot.
  await phone.showList()
  await page.getByText('By slot', { exact: true }).tap()
  const fields = page.getByRole('spinbutton', { name: /^Put into slot/ })
  await expect(fields.nth(0)).toHaveValue('3')
  await fields.nth(0).focus()
  await page.keyboard.press('Enter')
  await expect(fields.nth(1)).toBeFocused()

  await page.getByRole('button', { name: 'Clear', exact: true }).tap()
  await expect(fields.nth(0)).toHaveValue('0')
  await page.getByRole('button', { name: 'Undo', exact: true }).tap()
  await expect(fields.nth(0)).toHaveValue('3')
})

test('a recorded restock never shows the previous stock without the input', async ({ takePhone, server, manager }) => {
  const machine = await machineOf(server.url, 38)
  await manager.leavesRoom(machine.id, 4)
  const phone = await takePhone({ hasTouch: true })
  const { page } = phone
  await phone.signInAt(machine, 'serviceman')
  const tile = tiles(page).first()
  await tile.focus()
  await page.keyboard.press('ArrowUp')
  await expect(tile).toHaveAttribute('aria-valuenow', '1')
  await page.getByRole('button', { name: 'Confirm restock (1)' }).tap()
  const shown = await tile.evaluateHandle((tile) => {
    const shown = [tile.getAttribute('aria-valuetext')]
    new MutationObserver(() => shown.push(tile.getAttribute('aria-valuetext'))).observe(tile, { attributeFilter: ['aria-valuetext'] })
    return shown
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }).tap()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(tile).toHaveAttribute('aria-valuenow', '0')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  expect(await shown.jsonValue()).toHaveLength(2)
})

test('an undone restock is not shown as the last one, also offline', async ({ takePhone, server, manager }) => {
  const machine = await machineOf(server.url, 38)
  await manager.leavesRoom(machine.id, 4)
  const before = await manager.total(machine.id)
  const phone = await takePhone()
  const { page } = phone
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  const about = `/dashboard/serviceman/machines/${machine.id}`
  await phone.loseSignal()
  await page.goto(about)
  // Without its age, which changes every minute.
  const refilled = (await page.getByText(/^Last refill/).textContent())?.replace(/ \(.*/, '') ?? ''
  expect(refilled).toMatch(/\d/)
  await phone.openMachine(machine)
  await phone.fillAll()
  await expect(phone.chip()).toHaveText(/^1 pending/)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText(/^Undone: Restock of /)).toBeVisible()
  // Nothing is sent for what never left the phone.
  await expect(phone.chip()).toHaveText(/^Offline/)
  await expect(page.getByText('Saved on this phone, not sent yet')).toBeHidden()
  await page.goto(about)
  await expect(page.getByText(/^Last refill/)).toContainText(`${refilled} (`)
  await phone.findSignal()
  await expect(phone.chip()).toHaveText('All sent')
  expect(await manager.total(machine.id)).toBe(before)
})

test('the cellar theme is black with large targets, and is remembered', async ({ takePhone, snackMachine }) => {
  const machine = await snackMachine('serviceman', 4)
  const phone = await takePhone({ serviceWorkers: 'block' })
  const { page } = phone
  await phone.signInAt(machine, 'serviceman')
  const looks = () =>
    page.evaluate(() => {
      const tile = document.querySelector('[data-planogram] [role="spinbutton"]')
      const figures = tile?.lastElementChild
      return {
        body: getComputedStyle(document.body).backgroundColor,
        figures: figures && getComputedStyle(figures).fontSize,
        target: document.querySelector('[data-action-bar] button')?.getBoundingClientRect().height,
      }
    })
  await page.getByRole('button', { name: `${machine.name}: more actions` }).click()
  await expect(page.getByRole('menuitem', { name: 'Navigate' })).toHaveAttribute('href', /^https:\/\/www\.openstreetmap\.org/)
  await page.getByRole('menuitem', { name: 'Cellar theme' }).click()
  await expect.poll(looks).toEqual({ body: 'rgb(0, 0, 0)', figures: '20px', target: 64 })
  await page.reload()
  await expect.poll(looks).toEqual({ body: 'rgb(0, 0, 0)', figures: '20px', target: 64 })
  await page.getByRole('button', { name: /, menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Language and appearance' }).click()
  await expect(page.getByRole('radio', { name: 'Cellar' })).toBeChecked()
  await page.getByText('Light', { exact: true }).click()
  await expect.poll(async () => (await looks()).body).not.toBe('rgb(0, 0, 0)')
})

/** A snack machine of the serviceman with at least this many slots; missing ones are added. */
async function machineOf(url: string, count: number) {
  const [serviceman, manager] = [await signInAs(url, 'serviceman'), await signInAs(url, 'manager')]
  const machines = (await serviceman.machines()).filter(({ type }) => type === 'SNACK')
  const [machine] = machines
  if (!machine) throw new Error('the serviceman has no snack machine')
  const slots = await manager.slots(machine.id)
  const product = slots.find((slot) => slot.product)?.product
  if (!product) throw new Error(`${machine.name} has no product`)
  for (let more = slots.length; more < count; more++)
    await manager.ask('POST', `/machines/${machine.id}/slots`, {
      slotNumber: String(70 + Math.floor((more - slots.length) / 8) * 10 + ((more - slots.length) % 8) + 1),
      productId: product.id,
      maxQuantity: 10,
      vendPrice: 2,
    })
  const [now] = (await manager.machines()).filter(({ id }) => id === machine.id)
  return now ?? machine
}

const tiles = (page: Page, name: RegExp = /^Put into slot/) => page.locator('[data-planogram]').getByRole('spinbutton', { name })
const quantityOf = async (tile: Locator) => Number(await tile.getAttribute('aria-valuenow'))
const screensOf = async (page: Page) => (await page.evaluate(() => document.documentElement.scrollHeight)) / HAND.height

/** Counts taps, drags and keys from now on. The returned function also counts the parts of the page that are still loading. */
async function countActions(page: Page): Promise<() => Promise<{ actions: number; waits: number }>> {
  const counted = await page.evaluateHandle(() => {
    const actions = { count: 0 }
    for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, () => actions.count++, { capture: true })
    return actions
  })
  return async () => {
    const waits = await page.getByRole('status', { name: 'Loading' }).count()
    return { actions: await counted.evaluate(({ count }) => count), waits }
  }
}

/** A finger that rests on a tile and then moves down. */
async function dragDown(page: Page, tile: Locator, pixels: number): Promise<void> {
  await tile.scrollIntoViewIfNeeded()
  await tile.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await tile.boundingBox()
  if (!box) throw new Error('the tile is not on the screen')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: at }] })
  await touch('touchStart', y)
  // The tile shows that it is held.
  await expect(tile).toHaveAttribute('data-held', 'true')
  for (let step = 1; step <= 6; step++) await touch('touchMove', y + (pixels * step) / 6)
  await touch('touchEnd', y + pixels)
  // All steps are applied.
  await expect(tile).not.toHaveAttribute('data-held')
  await session.detach()
}
