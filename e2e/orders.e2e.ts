import { readFile } from 'node:fs/promises'
import type { Proposal, SupplierOrder } from '#contract/supplier-orders.ts'
import type { StoredProduct } from '#contract/warehouse.ts'
import { readPdf } from '../tests/support/pdf.ts'
import { Actions } from './support/actions.ts'
import { aMailbox } from './support/mailbox.ts'
import { signInAs } from './support/office.ts'
import { expect, test } from './support/stage.ts'

test('an order for 24 short products takes four actions, and is received in parts', async ({ takeDesk, startOther }) => {
  const mailbox = await aMailbox()
  const server = await startOther(mailbox.settings)
  const manager = await signInAs(server.url, 'manager')
  const stored = await manager.ask<StoredProduct[]>('GET', '/inventory/products?size=100')
  const all = stored.map(({ product }) => product.id)
  await manager.ask('POST', '/inventory/changes', {
    type: 'SET',
    note: null,
    items: all.map((productId) => ({ productId, quantity: 0 })),
  })
  const proposals = () => manager.ask<Proposal[]>('GET', '/supplier-orders/proposals?coverDays=14')
  const supplier = (await proposals()).find(({ supplier: one }) => one?.email)?.supplier
  if (!supplier) throw new Error('the demo has no supplier with a mail address')
  await manager.ask('POST', `/suppliers/${supplier.identifier}/products`, { productIds: all })
  const proposed = (await proposals()).find((one) => one.supplier?.identifier === supplier.identifier)
  const short = proposed?.lines.filter(({ cases }) => cases > 0) ?? []
  expect(short.length).toBeGreaterThanOrEqual(24)

  const desk = await takeDesk({ server: server.url })
  await desk.signIn('manager')
  const { page } = desk
  const dialog = page.getByRole('dialog')
  const section = page.getByRole('region', { name: supplier.name })
  const actions = new Actions(page)
  await actions.click(page.getByRole('link', { name: 'Stock', exact: true }))
  await actions.click(page.getByRole('link', { name: 'Orders', exact: true }))
  await actions.click(section.getByRole('button', { name: 'Send to supplier' }))
  await actions.click(dialog.getByRole('button', { name: 'Send order' }))
  await expect(page.getByText(`is on its way to ${supplier.name}`)).toBeVisible()
  actions.end({ name: 'order for 24 short products', before: '–', most: 4 })
  await expect.poll(() => mailbox.countOf(supplier.email ?? '', 'orders the following goods'), { timeout: 90_000 }).toBe(1)
  // Everything is on order now.
  await expect(section.getByText('Nothing needs to be ordered here for this period.')).toBeVisible()

  await page.getByRole('tab', { name: 'All orders' }).click()
  await page
    .getByRole('link', { name: /^Order \d+$/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: /^Order \d+$/ })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  const pdf = readPdf(new Uint8Array(await readFile(await (await download).path())).buffer)
  expect(pdf.pages.map(({ text }) => text).join('\n')).toContain(supplier.name)

  const first = short.find(({ product }) => product.packaging !== 'INGREDIENT')
  if (!first) throw new Error('nothing is short')
  const stockOf = async () => {
    const now = await manager.ask<StoredProduct[]>('GET', '/inventory/products?size=100')
    return now.find(({ product }) => product.id === first.productId)?.inWarehouse
  }
  const order = async () => (await manager.ask<SupplierOrder[]>('GET', '/supplier-orders'))[0]
  await page.getByRole('button', { name: 'Receive goods' }).click()
  const quantity = dialog.getByRole('textbox', { name: `Received quantity of ${first.product.name}`, exact: true })
  await expect(quantity).toHaveValue(String(first.cases * first.piecesPerCase))
  await quantity.fill('5')
  await dialog.getByRole('textbox', { name: 'Invoice or delivery note' }).fill('RE-77')
  // A reload loses nothing that is stored, which takes a moment.
  await desk.keepsInput('RE-77')
  await page.reload()
  await expect(quantity).toHaveValue('5')
  await dialog.getByRole('button', { name: 'Receive into warehouse' }).click()
  await expect(page.getByText('Partly received', { exact: true })).toBeVisible()
  await expect(page.getByText(/RE-77/)).toBeVisible()
  expect(await stockOf()).toBe(5)

  await page.getByRole('button', { name: 'Receive goods' }).click()
  await expect(quantity).toHaveValue(String(first.cases * first.piecesPerCase - 5))
  await quantity.fill(String(first.cases * first.piecesPerCase))
  await expect(dialog.getByText(`More than ordered, received anyway: ${first.product.name}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Receive into warehouse' }).click()
  await expect.poll(async () => (await order())?.state).toBe('RECEIVED')
  expect(await stockOf()).toBe(first.cases * first.piecesPerCase + 5)
  await mailbox.close()
})

test('a draft survives a failed request, shows wrong fields, and is filled to the minimum', async ({ takeDesk, manager }) => {
  const { identifier } = await manager.ask<{ identifier: number }>('POST', '/suppliers', { name: 'Kiosk', minimumOrder: 500, leadDays: 1 })
  const stored = await manager.ask<StoredProduct[]>('GET', '/inventory/products?size=100')
  const sold = stored.filter(({ product, inMachines }) => product.packaging !== 'INGREDIENT' && inMachines > 0).slice(0, 3)
  await manager.ask('POST', `/suppliers/${identifier}/products`, { productIds: sold.map(({ product }) => product.id) })
  const [{ product } = { product: { name: '' } }] = sold
  const desk = await takeDesk()
  await desk.signIn('manager')
  const { page } = desk
  await page.goto('/dashboard/orders')
  const section = page.getByRole('region', { name: 'Kiosk' })
  const cases = section.getByRole('textbox', { name: `Cases of ${product.name}`, exact: true })
  const save = section.getByRole('button', { name: 'Save as draft' })
  await expect(section.getByText('no mail address', { exact: false })).toBeVisible()
  const all = section.getByRole('button', { name: /^Show all products/ })
  await expect(cases.or(all).first()).toBeVisible()
  if (!(await cases.isVisible())) await all.click()
  await cases.fill('1,5')
  await expect(cases).toHaveAttribute('aria-invalid', 'true')
  await expect(save).toBeDisabled()
  await cases.fill('1')
  await section.getByRole('textbox', { name: 'Note to the supplier' }).fill('Back door')
  await page.route('**/api/supplier-orders', (route) => route.abort())
  await save.click()
  await expect(section.getByRole('alert')).toBeVisible()
  await desk.keepsInput('Back door')
  await page.reload()
  await expect(cases).toHaveValue('1')
  await page.unroute('**/api/supplier-orders')
  await section.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('heading', { name: /^Order \d+$/ })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Note to the supplier' })).toHaveValue('Back door')

  await expect(page.getByText(/missing to the minimum of €500\.00/)).toBeVisible()
  await page.getByRole('button', { name: 'Fill up to the minimum' }).click()
  await expect(page.getByText(/missing to the minimum/)).toBeHidden()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Mark as ordered' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as ordered' }).click()
  await download
  await expect(page.getByText('ordered without a mail')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
})
