import { expect, test } from './support/stage.ts'

test('two offline phones at one machine end with the same stock, in either sync order', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 5)
  const before = await manager.total(machine.id)
  const [early, late] = [await takePhone(), await takePhone()]
  for (const phone of [early, late]) {
    await phone.signIn('serviceman')
    await phone.keepsEverything()
    await phone.openMachine(machine)
    await phone.loseSignal()
  }
  await late.putOneIn()
  await early.putOneIn()
  await early.putOneIn()

  await early.findSignal()
  await expect(early.chip()).toHaveText('All sent')
  await late.findSignal()
  await expect(late.chip()).toHaveText('All sent')
  expect(await manager.total(machine.id)).toBe(before + 3)

  const known = (await manager.stock(machine.id)).reduce((sum, { currentQuantity }) => sum + currentQuantity, 0)
  for (const phone of [early, late]) {
    await phone.page.reload()
    await expect.poll(async () => sumOf(await phone.figures())).toBe(known)
  }
  expect(await early.figures()).toEqual(await late.figures())
})

/** Sums the first numbers of figures such as "7 / 12". */
const sumOf = (figures: readonly string[]) => figures.reduce((sum, figure) => sum + Number.parseInt(figure, 10), 0)
