import type { Page } from '@playwright/test'
import { journalOf, outboxOf } from './support/device-database.ts'
import type { Phone } from './support/phone.ts'
import { expect, test } from './support/stage.ts'

test('two tabs show the same figures, send once, and agree with the server', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 3)
  const before = await manager.total(machine.id)
  const phone = await takePhone()
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  await phone.openMachine(machine)
  const [one, two] = [phone.page, await phone.newTab(phone.page.url())]
  await phone.loseSignal()

  await phone.putOneIn(one)
  await expect(phone.chip(two)).toHaveText(/^1 pending/)
  await phone.putOneIn(two)
  await expect(phone.chip(one)).toHaveText(/^2 pending/)
  await sameFigures(phone, one, two)

  await phone.findSignal()
  for (const tab of [one, two]) await expect(phone.chip(tab)).toHaveText('All sent')
  await expect.poll(() => outboxOf(two)).toEqual([])
  expect(await journalOf(one)).toHaveLength(2)
  await sameFigures(phone, one, two)
  expect(await manager.total(machine.id)).toBe(before + 2)
})

/** Each tab reads the database on its own, so one may show a change a moment later than the other. */
const sameFigures = (phone: Phone, one: Page, two: Page) =>
  expect(async () => expect(await phone.figures(one)).toEqual(await phone.figures(two))).toPass()

test('input of one tab appears in the other and disappears once recorded', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 3)
  const before = await manager.total(machine.id)
  const phone = await takePhone()
  await phone.signInAt(machine, 'serviceman')
  await phone.showList()
  const [one, two] = [phone.page, await phone.newTab(phone.page.url())]

  await phone.typeOneMore(one)
  await expect(field(two, 0)).toHaveValue('1')

  // While typing, an update from the other tab keeps the field and its input.
  await two.bringToFront()
  await field(two, 1).fill('1')
  await expect(field(one, 1)).toHaveValue('1')
  await one
    .getByRole('group', { name: /^Put in/ })
    .first()
    .getByRole('button', { name: 'More' })
    .click()
  await expect(field(two, 0)).toHaveValue('2')
  await expect(field(two, 1)).toBeFocused()
  await two.keyboard.press('Backspace')
  await two.keyboard.press('2')
  await expect(field(two, 1)).toHaveValue('2')
  await expect(field(one, 1)).toHaveValue('2')

  const outcomes = await Promise.all([one, two].map(askToRecord))
  await Promise.all(outcomes.map((button) => button.dispatchEvent('click')))
  for (const tab of [one, two]) {
    await expect(tab.getByRole('dialog')).toBeHidden()
    await expect(tab.getByRole('button', { name: 'Fill all' })).toBeVisible()
    await expect(field(tab, 0)).toHaveValue('0')
    await expect(phone.chip(tab)).toHaveText('All sent')
  }
  expect(await manager.total(machine.id)).toBe(before + 4)

  await phone.typeOneMore(two)
  await expect(field(one, 0)).toHaveValue('1')
  await one.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(field(two, 0)).toHaveValue('0')
  for (const tab of [one, two]) {
    await phone.openMachine(machine, tab)
    await expect(tab.getByRole('button', { name: 'Fill all' })).toBeVisible()
  }
})

const field = (tab: Page, index: number) => tab.getByRole('spinbutton', { name: /^Put in/ }).nth(index)

async function askToRecord(tab: Page) {
  await tab.getByRole('button', { name: /^Confirm restock/ }).click()
  const button = await tab.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }).elementHandle()
  if (!button) throw new Error('no confirmation dialog is open')
  return button
}
