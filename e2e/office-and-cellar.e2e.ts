import type { Phone } from './support/phone.ts'
import { expect, test } from './support/stage.ts'

test('two managers and an offline serviceman change one machine and end with the same figures', async ({
  takePhone,
  snackMachine,
  manager,
}) => {
  const machine = await snackMachine('serviceman', 5)
  const [first, second, third] = await manager.slots(machine.id)
  if (!first || !second || !third) throw new Error('the machine has too few slots')
  const before = await manager.total(machine.id)
  const [cellar, office, deputy] = [await takePhone(), await takePhone(), await takePhone()]
  for (const [phone, login] of [[cellar, 'serviceman'] as const, [office, 'manager'] as const, [deputy, 'hq'] as const]) {
    await phone.signIn(login)
    await phone.keepsEverything()
  }
  await cellar.openMachine(machine)
  for (const phone of [office, deputy]) await phone.page.goto(`/dashboard/shortages?machine=${machine.id}&tab=PRODUCTS_TAB`)
  for (const phone of [cellar, deputy]) await phone.loseSignal()

  await cellar.putOneIn()
  await typePrice(deputy, first.slotNumber, '4.10')
  await expect(deputy.page.getByText('Saved on this phone, not sent yet')).toBeVisible()
  await typePrice(office, second.slotNumber, '4.20')
  await expect(office.chip()).toHaveText('All sent')
  await manager.editSlot(machine.id, { slotId: third.slotId, maxQuantity: (third.maxQuantity ?? 0) + 4 })

  for (const phone of [deputy, cellar]) {
    await phone.findSignal()
    await expect(phone.chip()).toHaveText('All sent')
  }
  const stand = async () =>
    (await manager.slots(machine.id)).flatMap(({ slotId, vendPrice, maxQuantity }) => {
      if (slotId === third.slotId) return [maxQuantity]
      return slotId === first.slotId || slotId === second.slotId ? [vendPrice] : []
    })
  expect(await stand()).toEqual([4.1, 4.2, (third.maxQuantity ?? 0) + 4])
  expect(await manager.total(machine.id)).toBe(before + 1)
  for (const phone of [office, deputy]) {
    await expect(priceOf(phone, first.slotNumber)).toHaveValue('4.10')
    await expect(priceOf(phone, second.slotNumber)).toHaveValue('4.20')
  }
  const stock = await manager.stock(machine.id)
  const known = [sum(stock.map(({ currentQuantity }) => currentQuantity)), sum(stock.map(({ maxQuantity }) => maxQuantity ?? 0))]
  await cellar.page.reload()
  await expect.poll(async () => sumsOf(await cellar.figures())).toEqual(known)
})

const priceOf = (phone: Phone, slotNumber: string) =>
  phone.page.getByRole('textbox', { name: `Vend price of slot ${slotNumber}`, exact: true })

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** Sums the stock and the capacity of figures such as "7 / 12". */
const sumsOf = (figures: readonly string[]) => [0, 1].map((side) => sum(figures.map((figure) => Number(figure.split(' / ')[side]))))

async function typePrice(phone: Phone, slotNumber: string, price: string): Promise<void> {
  await priceOf(phone, slotNumber).fill(price)
  const save = phone.page.getByRole('button', { name: 'Save changes (1)' })
  await save.click()
  // The button disappears once the change is recorded.
  await expect(save).toBeHidden()
}
