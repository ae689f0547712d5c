import { expect, test } from './support/stage.ts'

test('a manager fills a slot from the library, copies the planogram and deletes a slot', async ({ takeDesk, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 2)
  const other = (await manager.machines()).find(({ id, type }) => type === 'SNACK' && id !== machine.id)
  if (!other) throw new Error('the company has only one snack machine')
  const settings = async (id: number) =>
    (await manager.slots(id)).map(({ slotNumber, product, vendPrice, maxQuantity }) => [slotNumber, product?.id, vendPrice, maxQuantity])
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager')

  // Adds the product from the library to the assortment, where it gets its cost.
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByRole('link', { name: 'Stock', exact: true }).click()
  await navigation.getByRole('link', { name: 'Assortment' }).click()
  await page.getByRole('tab', { name: 'Product library' }).click()
  await page.getByRole('tabpanel', { name: 'Product library' }).getByRole('searchbox').fill('Knoppers')
  await page.getByRole('button', { name: 'Import Knoppers', exact: true }).click()
  await expect(page.getByText('Product imported')).toBeVisible()
  await expect(page.getByText('In your assortment')).toBeVisible()
  await page.getByRole('tab', { name: 'Your products' }).click()
  await page.getByRole('tabpanel', { name: 'Your products' }).getByRole('searchbox').fill('Knoppers')
  await page.getByRole('button', { name: 'Edit Knoppers', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit product' })
  await form.getByLabel('Last cost').fill('1000')
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
  await form.getByLabel('Last cost').fill('0.45')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Knoppers' })).toContainText('€0.45')

  // A new slot.
  await page.goto(`/dashboard/shortages?machine=${machine.id}&tab=PRODUCTS_TAB`)
  const panel = page.getByRole('region', { name: 'New slot' })
  await panel.getByLabel('Slot number').fill('901')
  await panel.getByRole('combobox', { name: 'Product' }).fill('Knoppers')
  await page.getByRole('option', { name: 'Knoppers', exact: true }).click()
  await panel.getByLabel('Vend price').fill('1.5')
  await panel.getByLabel('Max quantity').fill('12')
  await panel.getByRole('button', { name: 'Create slot' }).click()
  await expect(page.getByText('Slot 901 is set up')).toBeVisible()
  const price = (slot: string) => page.getByRole('textbox', { name: `Vend price of slot ${slot}`, exact: true })
  await expect(price('901')).toHaveValue('1.50')

  // Edits the column like a spreadsheet, then many prices at once.
  const [first, second] = await manager.slots(machine.id)
  if (!first || !second) throw new Error('the machine has only one slot')
  await price(first.slotNumber).focus()
  await page.keyboard.press('Enter')
  await expect(price(second.slotNumber)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(price(first.slotNumber)).toBeFocused()
  await page.getByRole('checkbox', { name: 'Choose all slots' }).check()
  await page.getByRole('checkbox', { name: `Choose slot ${first.slotNumber}`, exact: true }).uncheck()
  await page.getByText('Change by %').click()
  await page.getByLabel('By how many percent').fill('20')
  await page.getByRole('button', { name: /^Apply to/ }).click()
  await expect(price('901')).toHaveValue('1.80')
  await expect(page.getByRole('row').filter({ has: price('901') })).toContainText('was €1.50')
  await expect(price(first.slotNumber)).toHaveValue(first.vendPrice?.toFixed(2) ?? '')
  await page.getByRole('button', { name: /^Save changes/ }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await expect.poll(async () => (await manager.slots(machine.id)).find(({ slotNumber }) => slotNumber === '901')?.vendPrice).toBe(1.8)

  // Copies the planogram to another machine; the dialog lists what happens to its stock.
  await page.goto(`/dashboard/shortages?machine=${other.id}&tab=PRODUCTS_TAB`)
  await page.getByRole('combobox', { name: 'Template or machine to copy from' }).fill(machine.name)
  await page.getByRole('option', { name: machine.name, exact: true }).click()
  await page.getByRole('button', { name: 'See what changes' }).click()
  const dialog = page.getByRole('dialog', { name: `Set up ${other.name} like ${machine.name}?` })
  await expect(dialog.getByText('Knoppers')).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy settings' }).click()
  await expect(page.getByText(`${other.name} is set up like ${machine.name}`)).toBeVisible()
  expect(await settings(other.id)).toEqual(await settings(machine.id))
  await expect(price('901')).toHaveValue('1.80')

  // Deletes a slot; its stock returns to the warehouse.
  await page.goto(`/dashboard/shortages?machine=${machine.id}&tab=PRODUCTS_TAB`)
  const lay = (await manager.stock(machine.id)).find(({ slotNumber }) => slotNumber === first.slotNumber)?.currentQuantity ?? 0
  const inWarehouse = async () =>
    (await manager.ask<{ product: { id: number }; inWarehouse: number }[]>('GET', '/machines/inventory')).find(
      ({ product }) => product.id === first.product?.id,
    )?.inWarehouse
  const before = (await inWarehouse()) ?? 0
  await page.getByRole('button', { name: `Delete slot ${first.slotNumber}`, exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(`The slot contains ${lay} × ${first.product?.name}.`)
  await page.getByRole('button', { name: 'Delete slot', exact: true }).click()
  await expect(page.getByText(`Slot ${first.slotNumber} is deleted`)).toBeVisible()
  await expect(price(first.slotNumber)).toBeHidden()
  expect((await manager.slots(machine.id)).some(({ slotId }) => slotId === first.slotId)).toBe(false)
  expect(await inWarehouse()).toBe(before + lay)
})
