import { readFile } from 'node:fs/promises'
import type { LinkedMachine, Template } from '#contract/templates.ts'
import { Actions } from './support/actions.ts'
import { expect, test } from './support/stage.ts'

const NEW_MACHINE = { name: 'new machine with a copied planogram', before: '≥ 10', most: 6 }

test('a new machine starts with the planogram of another one', async ({ takeDesk, manager }) => {
  const source = (await manager.machines()).find(({ type }) => type === 'COFFEE')
  if (!source) throw new Error('the demo has no coffee machine')
  const desk = await takeDesk()
  await desk.signIn('manager')
  const { page } = desk
  await page.goto('/dashboard/machines')
  const actions = new Actions(page)
  await actions.click(page.getByRole('link', { name: 'New machine' }).first())
  await actions.fill(page.getByRole('textbox', { name: 'Name' }), 'Annex lobby')
  const planogram = page.getByRole('combobox', { name: 'Planogram' })
  await actions.fill(planogram, source.name)
  await actions.click(page.getByRole('option', { name: source.name, exact: true }))
  await expect(page.getByRole('radio', { name: 'Coffee machine' })).toBeChecked()
  await actions.click(page.getByRole('button', { name: 'Set the machine up' }))
  await expect(page.getByText('Annex lobby is set up')).toBeVisible()
  actions.end(NEW_MACHINE)
  const made = (await manager.machines()).find(({ name }) => name === 'Annex lobby')
  const settings = async (id: number) =>
    (await manager.slots(id)).map(({ slotNumber, product, vendPrice }) => [slotNumber, product?.id, vendPrice])
  expect(await settings(made?.id ?? 0)).toEqual(await settings(source.id))
})

test('a planogram becomes a template, which is applied to machines after a preview', async ({ takeDesk, manager }) => {
  const [source, second, third] = (await manager.machines()).filter(({ type }) => type === 'SNACK')
  if (!source || !second || !third) throw new Error('the demo has too few snack machines')
  const desk = await takeDesk()
  await desk.signIn('manager')
  const { page } = desk
  await page.goto(`/dashboard/shortages?machine=${source.id}&tab=PRODUCTS_TAB`)
  await page.getByRole('button', { name: 'Save as template' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Station hall')
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText('Template Station hall is saved')).toBeVisible()
  await expect(page.getByText('As in the template')).toBeVisible()

  const templates = await manager.ask<Template[]>('GET', '/planogram-templates')
  const id = templates.find(({ name }) => name === 'Station hall')?.id ?? 0
  const machines = encodeURIComponent(JSON.stringify([source.id, second.id, third.id]))
  await page.goto(`/dashboard/planograms?template=${id}&machines=${machines}`)
  const table = page.getByRole('table', { name: 'Preview changes' })
  const rowOf = (name: string) => table.getByRole('row').filter({ hasText: name })
  await expect(rowOf(source.name)).toContainText('Nothing changes')
  await page.getByRole('button', { name: `Details of ${second.name}` }).click()
  await expect(page.getByRole('dialog')).toContainText(/slots? (change|is created|are created|is removed|are removed)/)
  await page.keyboard.press('Escape')

  // A machine that was changed after the preview is skipped.
  const [slot] = await manager.slots(third.id)
  await manager.editSlot(third.id, { slotId: slot?.slotId ?? 0, vendPrice: 9.5 })
  await page.getByRole('button', { name: 'Apply to machines (2)' }).click()
  await expect(page.getByText('Template applied. Machines: 1')).toBeVisible()
  await expect(rowOf(second.name)).toContainText('Applied')
  await expect(page.getByRole('alert', { name: 'Skipped machines: 1' })).toBeVisible()
  expect((await manager.slots(third.id)).find(({ slotId }) => slotId === slot?.slotId)?.vendPrice).toBe(9.5)

  await page.getByRole('button', { name: 'Preview again' }).click()
  await page.getByRole('button', { name: 'Apply to machines (1)' }).click()
  await expect(rowOf(third.name)).toContainText('Applied')
  const numbers = async (machine: number) => (await manager.slots(machine)).map(({ slotNumber }) => slotNumber)
  expect(await numbers(third.id)).toEqual(await numbers(source.id))
  await page.goto(`/dashboard/planograms?template=${id}`)
  await expect(page.getByText('Machines with this template: 3')).toBeVisible()

  // The machine list finds the machines that differ from their template.
  await manager.editSlot(second.id, { slotId: (await manager.slots(second.id))[0]?.slotId ?? 0, vendPrice: 8.5 })
  await page.goto('/dashboard/machines')
  const linked = await manager.ask<LinkedMachine[]>('GET', '/planogram-templates/machines')
  const count = linked.filter(({ differing }) => differing > 0).length
  await page.getByText(`Differs from template ${count}`).click()
  await expect(page.getByText(new RegExp(`^${count} of \\d+`))).toBeVisible()
  await expect(page.getByRole('link', { name: second.name })).toBeVisible()
})

test('prices alone are applied and undone', async ({ takeDesk, manager }) => {
  const machine = (await manager.machines()).find(({ type }) => type === 'SNACK')
  if (!machine) throw new Error('the demo has no snack machine')
  const before = await manager.slots(machine.id)
  const slots = before.map(({ slotNumber, product, vendPrice, maxQuantity }, index) => ({
    slotNumber,
    productId: product?.id ?? null,
    vendPrice: index === 0 ? 8.8 : vendPrice,
    maxQuantity,
  }))
  const { id } = await manager.ask<Template>('POST', '/planogram-templates', { name: 'Summer prices', type: 'SNACK', slots })
  const priceOf = async () => (await manager.slots(machine.id))[0]?.vendPrice
  const desk = await takeDesk()
  await desk.signIn('manager')
  const { page } = desk
  await page.goto(`/dashboard/planograms?template=${id}&machines=${encodeURIComponent(JSON.stringify([machine.id]))}`)
  await page.getByText('Only prices', { exact: true }).click()
  await page.getByRole('button', { name: 'Apply to machines (1)' }).click()
  await expect(page.getByText('Template applied. Machines: 1')).toBeVisible()
  expect(await priceOf()).toBe(8.8)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(priceOf).toBe(before[0]?.vendPrice)
})

test('a template is edited, exported, and imported with its errors beside the rows', async ({ takeDesk, manager }) => {
  const desk = await takeDesk()
  await desk.signIn('manager')
  const { page } = desk
  await page.goto('/dashboard/planograms')
  await page.getByRole('button', { name: 'New template' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Depot')
  await page.getByRole('button', { name: 'Create template' }).click()
  await expect(page.getByRole('heading', { name: 'Depot' })).toBeVisible()
  const [product] = (await manager.ask<{ name: string; sku: string; packaging: string }[]>('GET', '/products?size=100')).filter(
    ({ packaging }) => packaging === 'CAN',
  )
  const text = `Slot;Product;Price;Maximum\n11;${product?.sku};1,50;8\n12;No such product;2,00;8\n`
  await page.locator('input[type=file]').setInputFiles({ name: 'depot.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(page.getByRole('alert')).toContainText('Row 3, Product: There is no product “No such product”.')
  await expect(page.getByRole('textbox', { name: 'Vend price of slot 11' })).toHaveValue('1.50')
  await page.getByRole('textbox', { name: 'Max quantity of slot 11' }).fill('9')
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText('Template Depot is saved')).toBeVisible()
  const templates = await manager.ask<Template[]>('GET', '/planogram-templates')
  const id = templates.find(({ name }) => name === 'Depot')?.id ?? 0
  const stored = await manager.ask<Template>('GET', `/planogram-templates/${id}`)
  expect(stored.slots).toMatchObject([{ slotNumber: '11', vendPrice: 1.5, maxQuantity: 9 }])

  // A save whose response is lost is not taken for a change of another user.
  desk.network.fault(({ method }) => (method === 'PUT' ? 'lose-answer' : 'pass'))
  const maximum = page.getByRole('textbox', { name: 'Max quantity of slot 11' })
  await maximum.fill('8')
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByRole('button', { name: 'Save template' })).toBeHidden()
  await expect(page.getByText('Someone changed this template')).toBeHidden()
  desk.network.fault()
  await maximum.fill('9')
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByRole('button', { name: 'Save template' })).toBeHidden()
  expect((await manager.ask<Template>('GET', `/planogram-templates/${id}`)).slots).toMatchObject([{ maxQuantity: 9 }])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  // Another product has the same name.
  expect(csv).toContain(`11,${product?.sku},1.50,9`)

  // Another manager was faster.
  await page.getByRole('textbox', { name: 'Max quantity of slot 11' }).fill('7')
  await manager.ask('PUT', `/planogram-templates/${id}`, {
    version: (await manager.ask<Template>('GET', `/planogram-templates/${id}`)).version,
    name: 'Depot',
    slots: [],
  })
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText('Someone changed this template in the meantime').first()).toBeVisible()
  expect((await manager.ask<Template>('GET', `/planogram-templates/${id}`)).slots).toEqual([])
})
