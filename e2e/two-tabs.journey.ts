import { journalOf, outboxOf } from './support/device-database.ts'
import { expect, test } from './support/stage.ts'

test('two tabs show the same, send once, and agree with the server', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 3)
  const before = await manager.total(machine.id)
  const phone = await takePhone()
  await phone.signIn('serviceman')
  await phone.keepsTheApp()
  await phone.openMachine(machine)
  const [one, two] = [phone.page, await phone.newTab(phone.page.url())]
  await phone.loseSignal()

  await phone.putOneIn(one)
  await expect(phone.chip(two)).toHaveText(/^1 waiting/)
  await phone.putOneIn(two)
  await expect(phone.chip(one)).toHaveText(/^2 waiting/)
  expect(await phone.figures(one)).toEqual(await phone.figures(two))

  await phone.findSignal()
  for (const tab of [one, two]) await expect(phone.chip(tab)).toHaveText('All sent')
  await expect.poll(() => outboxOf(two)).toEqual([])
  expect(await journalOf(one)).toHaveLength(2)
  expect(await phone.figures(one)).toEqual(await phone.figures(two))
  expect(await manager.total(machine.id)).toBe(before + 2)
})
