import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { ListedUser } from '#contract/users.ts'
import type { Van, VanWithStock } from '#contract/vans.ts'
import { readCode } from '../tests/support/qr-reader.ts'
import type { Caller } from './support/office.ts'
import { givenAllMachines, roundToday, showsPickList } from './support/rounds.ts'
import { expect, test } from './support/stage.ts'

const MINE = '/dashboard/serviceman/van'
/** Such as 45 g or 330 ml. */
const VOLUME = /\d\s(g|ml)/

const aVan = async (manager: Caller, name: string, login: string): Promise<Van> => {
  const users = await manager.ask<ListedUser[]>('GET', '/users?size=100')
  const driverId = users.find((user) => user.login === login)?.userId
  return manager.ask<Van>('POST', '/vans', { name, driverId }, { 'idempotency-key': randomUUID() })
}
/** A person drives one van, and the tests of this file share a server. */
async function retireVans(manager: Caller): Promise<void> {
  for (const van of await manager.ask<Van[]>('GET', '/vans'))
    await manager.ask('PATCH', `/vans/${van.id}`, { isActive: false }, { 'idempotency-key': randomUUID() })
}
const inVan = async (manager: Caller, { id }: Van): Promise<number[]> =>
  (await manager.ask<VanWithStock>('GET', `/vans/${id}`)).stocks.map(({ quantity }) => quantity)

/** The field of a product that the open dialog shows. */
const quantityOf = (page: Page, product: string) =>
  page.getByRole('dialog').getByRole('group', { name: product, exact: true }).locator('input')
const type = (page: Page, product: string, quantity: number): Promise<void> => quantityOf(page, product).fill(String(quantity))
/** Adds a product that is not in the van to the open dialog. */
async function add(page: Page, product: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: 'Add a product' }).fill(product)
  await page.getByRole('option', { name: product }).first().click()
}

test('a driver loads, restocks, counts and returns offline; the office sees the van', async ({
  takePhone,
  takeDesk,
  snackMachine,
  manager,
}) => {
  const machine = await snackMachine('serviceman', 3)
  const product = (await manager.stock(machine.id))[0]?.product.name ?? ''
  await retireVans(manager)
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/vans')
  await desk.page.getByRole('button', { name: 'Add van' }).click()
  await desk.page.getByRole('textbox', { name: 'Name' }).fill('Berta')
  await desk.page.getByRole('combobox', { name: 'Driver' }).selectOption({ label: 'Jonas Weber' })
  await desk.page.getByRole('button', { name: 'Save' }).click()
  await expect(desk.page.getByRole('link', { name: 'Berta' })).toBeVisible()

  const phone = await takePhone()
  await phone.signInByForm('serviceman')
  await phone.keepsEverything()
  await phone.page.goto(MINE)
  await phone.loseSignal()
  await expect(phone.page.getByRole('heading', { name: 'Berta' })).toBeVisible()
  await phone.page.getByRole('button', { name: 'Load', exact: true }).click()
  await phone.page.getByRole('button', { name: 'Record the load' }).click()
  await expect(phone.page.getByText('Enter at least one quantity.')).toBeVisible()
  await add(phone.page, product)
  await type(phone.page, product, 12)
  // What was typed outlives the dialog and the page.
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await phone.keepsInput('quantities')
  await phone.page.reload()
  await phone.page.getByRole('button', { name: 'Load', exact: true }).click()
  await expect(quantityOf(phone.page, product)).toHaveValue('12')
  await phone.page.getByRole('button', { name: 'Record the load' }).click()
  await expect(phone.page.getByRole('dialog')).toBeHidden()
  await expect(phone.page.getByRole('listitem').filter({ hasText: product })).toContainText('12')
  await expect(phone.page.getByRole('listitem').filter({ hasText: product })).toContainText(VOLUME)
  // A load that was recorded by mistake is taken back.
  await phone.page.getByRole('button', { name: 'Load', exact: true }).click()
  await expect(quantityOf(phone.page, product)).toHaveValue('0')
  await type(phone.page, product, 90)
  await phone.page.getByRole('button', { name: 'Record the load' }).click()
  await expect(phone.page.getByRole('dialog')).toBeHidden()
  await expect(phone.page.getByRole('listitem').filter({ hasText: product })).toContainText('102')
  await phone.page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(phone.page.getByText('Undone: Load of the van: 1 product')).toBeVisible()
  await expect(phone.page.getByRole('listitem').filter({ hasText: product })).toContainText(/12$/)

  await phone.openMachine(machine)
  await phone.putOneIn()
  await phone.page.goto(MINE)
  await expect(phone.page.getByRole('listitem').filter({ hasText: product })).toContainText('11')
  await phone.page.getByRole('button', { name: 'Count', exact: true }).click()
  await type(phone.page, product, 10)
  await phone.page.getByRole('button', { name: 'Record the count' }).click()
  await expect(phone.page.getByRole('dialog')).toBeHidden()
  await phone.page.getByRole('button', { name: 'Return', exact: true }).click()
  await type(phone.page, product, 4)
  await phone.page.getByRole('button', { name: 'Record the return' }).click()
  await expect(phone.page.getByRole('dialog')).toBeHidden()
  await expect(phone.page.getByRole('listitem').filter({ hasText: product })).toContainText('6')

  await phone.findSignal()
  await expect(phone.chip()).toHaveText('All sent')
  // What was sent is taken back by the opposite change.
  await phone.page.getByRole('button', { name: 'Lost or spoiled' }).click()
  await type(phone.page, product, 2)
  await phone.page.getByRole('button', { name: 'Record the loss' }).click()
  await expect(phone.page.getByRole('dialog')).toBeHidden()
  await expect(phone.page.getByRole('listitem').filter({ hasText: product })).toContainText('4')
  await expect(phone.chip()).toHaveText('All sent')
  await phone.page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(phone.page.getByText('Undone: Lost from the van: 1 product')).toBeVisible()
  await expect(phone.chip()).toHaveText('All sent')
  await expect(phone.page.getByRole('listitem').filter({ hasText: product })).toContainText('6')
  await desk.page.getByRole('link', { name: 'Berta' }).click()
  await expect(desk.page.getByRole('row').filter({ hasText: product })).toContainText('6')
  await expect(desk.page.getByRole('row').filter({ hasText: product })).toContainText(VOLUME)
  await expect(desk.page.getByText('Driver: Jonas Weber')).toBeVisible()
  // The driver stays chosen while the list of people loads.
  await desk.page.getByRole('button', { name: 'Edit van' }).click()
  const driver = desk.page.getByRole('combobox', { name: 'Driver' })
  await expect(driver.getByRole('option', { name: 'Leyla Aydın' })).toBeAttached()
  await expect(driver.locator('option:checked')).toHaveText('Jonas Weber')
  await desk.page.getByRole('textbox', { name: 'Name' }).fill('Berta 2')
  await desk.page.getByRole('button', { name: 'Save' }).click()
  await expect(desk.page.getByRole('heading', { name: 'Berta 2' })).toBeVisible()
  await expect(desk.page.getByText('Driver: Jonas Weber')).toBeVisible()
})

test('what is ticked off on the pick list is loaded into the van once', async ({ takePhone, server, manager }) => {
  await roundToday(manager, await givenAllMachines(server.url, manager, 'serviceman'))
  await retireVans(manager)
  const van = await aVan(manager, 'Berta', 'serviceman')
  const phone = await takePhone({ serviceWorkers: 'block' })
  await phone.signIn('serviceman', '/dashboard/serviceman/tasks/load')
  await showsPickList(phone.page)
  await phone.page.getByRole('checkbox').first().check()
  await phone.page.getByRole('button', { name: 'Record 1 product in Berta' }).click()
  await expect(phone.page.getByRole('button', { name: 'All recorded in Berta' })).toBeDisabled()
  await expect(phone.chip()).toHaveText('All sent')
  const loaded = await inVan(manager, van)
  expect(loaded).toHaveLength(1)
  // Nothing is loaded twice, also after a restart.
  await phone.page.reload()
  await expect(phone.page.getByRole('button', { name: 'All recorded in Berta' })).toBeDisabled()
  await phone.page.goto(MINE)
  await expect(phone.page.getByRole('heading', { name: 'In the van' })).toBeVisible()
  await expect(
    phone.page
      .getByRole('listitem')
      .filter({ hasText: String(loaded[0]) })
      .first(),
  ).toBeVisible()
})

test('goods handed over by a code between two offline phones count once', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 3)
  const { name, id } = (await manager.stock(machine.id))[0]?.product ?? { name: '', id: 0 }
  await retireVans(manager)
  const [from, to] = [await aVan(manager, 'Berta', 'serviceman'), await aVan(manager, 'Carla', 'serviceman-leyla')]
  await manager.ask('POST', '/van-changes', { van: from.id, type: 'LOAD', items: [{ productId: id, quantity: 12 }] })

  const giver = await takePhone()
  await giver.signInByForm('serviceman')
  await giver.keepsEverything()
  await giver.page.goto(MINE)
  await giver.loseSignal()
  await giver.page.getByRole('button', { name: 'Hand over' }).click()
  await type(giver.page, name, 4)
  await giver.page.getByRole('button', { name: 'Show the code' }).click()
  await giver.page.getByRole('button', { name: 'Change the quantities' }).click()
  await expect(quantityOf(giver.page, name)).toHaveValue('4')
  await type(giver.page, name, 5)
  await giver.page.getByRole('button', { name: 'Show the code' }).click()
  const picture = giver.page.getByRole('img', { name: 'Code for Carla' })
  const code = await picture.evaluate((svg) => {
    const box = (svg as SVGSVGElement).viewBox.baseVal.width
    return {
      box,
      path: svg.querySelector('path')?.getAttribute('d') ?? '',
      shift: svg.querySelector('path')?.getAttribute('transform') ?? '',
    }
  })

  const taker = await takePhone({ ownBrowser: true })
  await taker.signInByForm('serviceman-leyla')
  await taker.keepsEverything()
  await taker.close()
  taker.holdCameraTo(textIn(code))
  await taker.open()
  await taker.page.goto(MINE)
  await taker.loseSignal()
  await taker.page.getByRole('button', { name: 'Take over' }).click()
  await expect(taker.page.getByText('Berta gives you:')).toBeVisible()
  await expect(taker.page.getByRole('dialog').getByRole('listitem')).toContainText('5')
  // The goods are not taken yet: the camera reads another code, which is the same here.
  await taker.page.getByRole('button', { name: 'Scan another code' }).click()
  await taker.page.getByRole('button', { name: 'Take it over' }).click()
  await expect(taker.page.getByRole('dialog')).toBeHidden()
  await expect(taker.page.getByRole('listitem').filter({ hasText: name })).toContainText('5')
  await giver.page.getByRole('button', { name: 'It was handed over' }).click()
  await expect(giver.page.getByRole('dialog')).toBeHidden()
  await expect(giver.page.getByRole('listitem').filter({ hasText: name })).toContainText('7')

  for (const phone of [taker, giver]) {
    await phone.findSignal()
    await expect(phone.chip()).toHaveText('All sent')
  }
  expect([await inVan(manager, from), await inVan(manager, to)]).toEqual([[7], [5]])
  await giver.page.reload()
  await expect(giver.page.getByRole('listitem').filter({ hasText: name })).toContainText('7')
})

/** Reads the code from the path that draws it. */
function textIn({ box, path, shift }: { box: number; path: string; shift: string }): string {
  const quiet = Number(/translate\((\d+)/.exec(shift)?.[1])
  const PIXELS = 6
  const dark = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)].map(([, x, y, length]) => ({
    x: (Number(x) + quiet) * PIXELS,
    y: (Number(y) + quiet) * PIXELS,
    width: Number(length) * PIXELS,
    height: PIXELS,
  }))
  return readCode(box * PIXELS, dark)
}
