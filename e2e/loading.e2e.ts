import type { Page } from '@playwright/test'
import type { Product } from '#contract/products.ts'
import { checkDigitOf } from '#domain/products/gtin.ts'
import type { Caller } from './support/office.ts'
import type { Phone } from './support/phone.ts'
import { LOGIN, publishRound, showsPickList } from './support/rounds.ts'
import { expect, test } from './support/stage.ts'

const LOAD = '/dashboard/serviceman/tasks/load'

const codeOf = (prefix: string, id: number) => {
  const digits = `${prefix}${String(id).padStart(12 - prefix.length, '0')}`
  return `${digits}${checkDigitOf(digits)}`
}
const PIECE = ({ id }: Product) => codeOf('20', id)
const PACK = ({ id }: Product) => codeOf('29', id)

/** Every product of the first machine gets the codes of a piece, and of a pack of two. */
async function coded(manager: Caller, machineId: number): Promise<Product[]> {
  const skus = new Set((await manager.stock(machineId)).map(({ product }) => product.sku))
  const products: Product[] = []
  for (const sku of skus) {
    const product = await manager.ask<Product>('GET', `/products/${sku}`)
    const codes = [
      { code: PIECE(product), pieces: 1 },
      { code: PACK(product), pieces: 2 },
    ]
    products.push(await manager.ask<Product>('PATCH', `/products/${sku}`, { codes }))
  }
  return products
}

type Listed = { product: Product; index: number; pieces: number }

/** The products of the open list whose name no other product has. */
async function listed(page: Page, products: readonly Product[]): Promise<Listed[]> {
  await page.getByRole('checkbox').first().waitFor()
  const labels = await page
    .getByRole('checkbox')
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).labels?.[0]?.innerText ?? ''))
  return labels.flatMap((label, index): Listed[] => {
    const [product, ...others] = products.filter(({ name }) => label.startsWith(name))
    return product && others.length === 0 ? [{ product, index, pieces: Number(/\d+$/.exec(label)?.[0]) }] : []
  })
}

async function keyboardScan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

const outcome = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

async function startWithRound(phone: Phone): Promise<void> {
  await phone.signInByForm(LOGIN)
  await phone.keepsEverything()
  await phone.page.goto(LOAD)
  await showsPickList(phone.page)
}

test('goods are scanned without a signal, and what is loaded survives a kill', async ({ takePhone, server, manager }) => {
  const snacksFirst = <M extends { type: string }>(machines: M[]) =>
    machines.toSorted((a, b) => Number(a.type !== 'SNACK') - Number(b.type !== 'SNACK'))
  const { round } = await publishRound(server.url, manager, 2, snacksFirst)
  const products = await coded(manager, round.stops[0]?.machineId ?? 0)
  const phone = await takePhone({ ownBrowser: true })
  await startWithRound(phone)
  const [one, other] = await listed(phone.page, products)
  if (!one || !other) throw new Error('the first machine needs fewer than two products')
  // What a stop needs depends on the time, and is computed again by each start.
  const rowsNow = async () => {
    const rows = await listed(phone.page, products)
    return [one, other].map((row) => rows.find(({ product }) => product.id === row.product.id) ?? row) as [Listed, Listed]
  }
  await phone.loseSignal()
  await phone.kill()
  phone.holdCameraToGoods(PIECE(one.product))
  await phone.open()
  const { page } = phone
  await page.goto(LOAD)
  const [first, second] = await rowsNow()

  await test.step('by the camera', async () => {
    await page.getByRole('button', { name: 'Scan bar codes' }).click()
    await expect(outcome(page, first.product.name)).toContainText('Loaded')
    await expect(page.getByRole('checkbox').nth(first.index)).toBeChecked()
    await page.getByRole('button', { name: 'Close the camera' }).click()
  })

  await test.step('by a scanner that types', async () => {
    await keyboardScan(page, PACK(second.product))
    await expect(outcome(page, second.product.name)).toContainText(`2 of ${second.pieces} counted`)
    await keyboardScan(page, '4006381333931')
    await expect(page.getByText('No product has the code 4006381333931')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Find the product' })).toBeVisible()
  })

  await phone.kill()
  await phone.open()
  await phone.page.goto(LOAD)
  const [loaded, counted] = await rowsNow()
  await expect(phone.page.getByRole('checkbox').nth(loaded.index)).toBeChecked()
  await expect(phone.page.getByText(`2 of ${counted.pieces} counted`)).toBeVisible()
  for (let pieces = 2; pieces < counted.pieces; pieces += 2) await keyboardScan(phone.page, PACK(counted.product))
  await expect(phone.page.getByRole('checkbox').nth(counted.index)).toBeChecked()
})

test('a bar code with a wrong digit is reported beside its field', async ({ takePhone }) => {
  const phone = await takePhone({ serviceWorkers: 'block' })
  const { page } = phone
  // The other test gives codes to packed goods.
  await phone.signIn('manager', '/dashboard/assortment?packaging=INGREDIENT')
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Add bar code' }).click()
  await form.getByLabel('Bar code 1', { exact: true }).fill('5 901234 123458')
  await form.getByLabel('Bar code 1', { exact: true }).blur()
  await expect(form.getByText('A digit is wrong: the check digit does not match')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
  await form.getByLabel('Bar code 1', { exact: true }).fill('5 901234 123457')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
})
