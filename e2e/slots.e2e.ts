import type { Phone } from './support/phone.ts'
import { expect, test } from './support/stage.ts'

test('a manager sets up a slot; a serviceman sees it and cannot change it', async ({ takeDesk, takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 3)
  const [slot, ...others] = await manager.slots(machine.id)
  const product = others.find((other) => other.product && other.product.id !== slot?.product?.id)?.product
  if (!slot || !product) throw new Error('the machine contains only one product')
  const [price, maximum] = [(slot.vendPrice ?? 0) + 0.5, (slot.maxQuantity ?? 0) + 2]

  const desk = await takeDesk()
  await desk.signIn('manager', `/dashboard/machines/${machine.id}?tab=installed_products`)
  await desk.page.getByRole('link', { name: 'Edit products' }).click()
  await fieldsOf(desk, slot.slotNumber).product.fill(product.name)
  await desk.page.getByRole('option', { name: product.name, exact: true }).click()
  await fieldsOf(desk, slot.slotNumber).price.fill(String(price))
  await fieldsOf(desk, slot.slotNumber).maximum.fill(String(maximum))
  await expect(desk.page.getByRole('row', { name: `${slot.slotNumber} Changed` })).toBeVisible()
  await desk.page.getByRole('button', { name: 'Save changes (1)' }).click()
  await expect(desk.page.getByText('Changes saved')).toBeVisible()
  await expect(desk.chip()).toHaveText('All sent')
  await expect
    .poll(async () => (await manager.slots(machine.id)).find(({ slotId }) => slotId === slot.slotId))
    .toMatchObject({ product: { id: product.id }, vendPrice: price, maxQuantity: maximum })

  const phone = await takePhone()
  await phone.signIn('serviceman', `/dashboard/serviceman/machines/${machine.id}/shortages?tab=PRODUCTS_TAB`)
  await expect(phone.page.getByText('Managers can change products, prices and maxima.')).toBeVisible()
  const seen = fieldsOf(phone, slot.slotNumber)
  await expect(seen.product).toHaveValue(product.name)
  await expect(seen.price).toHaveValue(price.toFixed(2))
  await expect(seen.maximum).toHaveValue(String(maximum))
  for (const field of Object.values(seen)) await expect(field).toBeDisabled()
  await expect(phone.page.getByRole('tabpanel').locator('input:enabled')).toHaveCount(0)
})

const fieldsOf = ({ page }: Phone, slotNumber: string) => ({
  product: page.getByRole('combobox', { name: `Product in slot ${slotNumber}`, exact: true }),
  price: page.getByRole('textbox', { name: `Vend price of slot ${slotNumber}`, exact: true }),
  maximum: page.getByRole('textbox', { name: `Max quantity of slot ${slotNumber}`, exact: true }),
})
