import type { Product } from '#contract/products.ts'
import type { Supplier } from '#contract/purchases.ts'
import type { User } from '#contract/users.ts'
import { refillChangedSlot } from './support/changed-slot.ts'
import { expect, test } from './support/stage.ts'

test('a refill of a reassigned slot counts for the old product', async ({ takePhone, snackMachine, manager }) => {
  const { machine, slot, other, phone } = await refillChangedSlot({ takePhone, snackMachine, manager })

  await phone.findSignal()
  await expect(phone.chip()).toHaveText('All sent')
  const notice = phone.page.getByRole('status').filter({ hasText: 'Someone else changed this machine before your changes arrived' })
  await expect(notice).toContainText(`Slot ${slot.slotNumber} now holds ${other.name}`)
  await expect(notice).toContainText(`this is recorded for ${slot.product.name}`)
  await notice.getByRole('button', { name: 'Close this note' }).click()
  await phone.page.reload()
  await expect(phone.page.getByRole('heading', { name: machine.name })).toBeVisible()
  await expect(notice).toBeHidden()
  await phone.chip().click()
  const sent = phone.page.getByRole('region', { name: 'Sent in the last 24 hours' })
  await expect(sent).toContainText(`Slot ${slot.slotNumber} now holds ${other.name}`)
  const now = (await manager.stock(machine.id)).find(({ slotNumber }) => slotNumber === slot.slotNumber)
  expect([now?.productId, now?.currentQuantity]).toEqual([other.id, 0])

  // An unassigned machine disappears from the phone, but pending work keeps its names.
  await phone.page.goto(`/dashboard/serviceman/machines/${machine.id}/shortages`)
  await phone.showList()
  await phone.typeOneMore()
  const servicemen = await manager.ask<{ userId: number }[]>('GET', `/machines/${machine.id}/servicemen`)
  for (const { userId } of servicemen) await manager.ask('DELETE', `/machines/${machine.id}/servicemen/${userId}`)
  await expect(phone.page.getByText(/^You typed 1 quantity here .* and did not record it\.$/)).toBeVisible()
  await phone.page.goto(`/dashboard/serviceman/machines/${machine.id}`)
  await expect(phone.page.getByText(`${machine.name} is no longer one of your machines`)).toBeVisible()
  const work = phone.page.getByRole('region', { name: 'Your work on this machine' })
  await expect(work).toContainText(slot.product.name)
  await expect(work).toContainText('sent')
  await phone.chip().click()
  await expect(sent).toContainText(machine.name)
  await expect(sent).toContainText(`Slot ${slot.slotNumber}`)
  await expect(sent).toContainText(slot.product.name)
  await expect(sent).not.toContainText('no longer on this device')
})

test('two conflicting slot prices are shown side by side and the user decides', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 3)
  const slot = (await manager.slots(machine.id)).at(-1)
  if (!slot) throw new Error('the machine has no slots')
  const priceNow = async () => (await manager.slots(machine.id)).find(({ slotId }) => slotId === slot.slotId)?.vendPrice
  const phone = await takePhone()
  await phone.signIn('hq')
  await phone.keepsEverything()

  for (const { mine, theirs, answer, stands } of [
    { mine: 2.4, theirs: 2.6, answer: 'Use mine', stands: 2.4 },
    { mine: 3.4, theirs: 3.6, answer: 'Keep theirs', stands: 3.6 },
  ]) {
    await phone.page.goto(`/dashboard/shortages?machine=${machine.id}&tab=PRODUCTS_TAB`)
    await phone.loseSignal()
    await phone.page.getByRole('textbox', { name: `Vend price of slot ${slot.slotNumber}`, exact: true }).fill(String(mine))
    await phone.page.getByRole('button', { name: 'Save changes (1)' }).click()
    await expect(phone.page.getByText('Saved on this phone, not sent yet')).toBeVisible()
    await manager.editSlot(machine.id, { slotId: slot.slotId, vendPrice: theirs })

    await phone.findSignal()
    await expect(phone.chip()).toHaveText('1 needs you')
    await phone.chip().click()
    await expect(phone.page.getByText('Someone else changed this slot in the meantime. Choose which version to keep.')).toBeVisible()
    const both = phone.page.getByRole('row', { name: `Slot ${slot.slotNumber}, price` })
    await expect(both.getByRole('cell')).toHaveText([new RegExp(`${mine}0`), new RegExp(`${theirs}0`)])
    await phone.page.getByRole('button', { name: answer }).click()
    await expect(phone.chip()).toHaveText('All sent')
    await expect.poll(priceNow).toBe(stands)
  }
})

test('a dialog overwrites only what was edited in it', async ({ takeDesk, manager }) => {
  const desk = await takeDesk()
  const { page } = desk
  const dialog = page.getByRole('dialog')
  const save = async () => {
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }
  const [product] = await manager.ask<Product[]>('GET', '/products?size=1')
  if (!product) throw new Error('the company has no products')
  await desk.signIn('manager', `/dashboard/assortment?q=${encodeURIComponent(product.name)}`)
  await page.getByRole('button', { name: `Edit ${product.name}`, exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Renamed')
  await manager.ask('PATCH', `/products/${product.sku}`, { tax: 3 })
  await save()
  expect(await manager.ask('GET', `/products/${product.sku}`)).toMatchObject({ name: 'Renamed', tax: 3 })

  const jonas = async () => (await manager.ask<User[]>('GET', '/users?query=Weber')).find(({ firstName }) => firstName === 'Jonas')
  await page.goto('/dashboard/settings/employees')
  await page.getByRole('button', { name: 'Jonas Weber', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Jon')
  await manager.ask('PATCH', `/users/${(await jonas())?.userId}`, { phoneNumber: '123456789' })
  await save()
  const [jon] = await manager.ask<User[]>('GET', '/users?query=Weber')
  expect(jon).toMatchObject({ firstName: 'Jon', phoneNumber: '123456789' })

  const body = { name: 'Ahead', phone: '', email: '', address: '', note: '', minimumOrder: null, leadDays: null }
  const { identifier } = await manager.ask<Supplier>('POST', '/suppliers', body)
  for (const place of Array.from({ length: 10 }).keys()) await manager.ask('POST', '/suppliers', { ...body, name: `Bakery ${place}` })
  await page.goto('/dashboard/inventory?tab=suppliers')
  await page.getByRole('link', { name: 'Ahead', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Rings twice')
  await manager.ask('PUT', `/suppliers/${identifier}`, { ...body, name: 'Ahead of all', phone: '123456789' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Ahead of all')
  await manager.ask('PUT', `/suppliers/${identifier}`, { ...body, name: 'Zebra', phone: '123456789' })
  await expect(page.getByRole('link', { name: /Ahead/ })).toHaveCount(0)
  await save()
  const [zebra] = await manager.ask<Supplier[]>('GET', '/suppliers?query=Rings')
  expect(zebra).toMatchObject({ phone: '123456789', note: 'Rings twice' })
})
