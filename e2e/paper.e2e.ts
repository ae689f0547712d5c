import { readFile } from 'node:fs/promises'
import { type Pdf, readPdf } from '../tests/support/pdf.ts'
import type { Phone } from './support/phone.ts'
import { LOGIN, publishRound, showsPickList } from './support/rounds.ts'
import { expect, test } from './support/stage.ts'

test('slot sheets are printed online and offline', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 3)
  const slots = await manager.slots(machine.id)
  const phone = await takePhone()
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  await phone.openMachine(machine)

  const fromServer = await exported(phone, `${machine.name}.pdf`)
  expect(phone.network.seen.map(({ path }) => path)).toContain(`/api/machines/${machine.id}/slots/export`)
  await phone.loseSignal()
  phone.network.seen.length = 0
  const madeHere = await exported(phone, `${machine.name}.pdf`)
  expect(phone.network.seen).toEqual([])

  for (const { pages, title } of [fromServer, madeHere]) {
    expect(title).toContain(machine.name)
    const lines = pages.flatMap(({ drawn }) => drawn.map(({ text }) => text))
    for (const { slotNumber, product } of slots) {
      expect(lines).toContain(slotNumber)
      expect(lines.join('\n')).toContain(product?.name ?? '')
    }
  }
})

test('a restock recorded offline is on the next printed sheet', async ({ takePhone, snackMachine }) => {
  const machine = await snackMachine('serviceman', 3)
  const phone = await takePhone()
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  await phone.openMachine(machine)
  await phone.loseSignal()
  const before = await exported(phone, `${machine.name}.pdf`)
  await phone.putOneIn()
  await expect(phone.page.getByText('Saved on this phone, not sent yet')).toBeVisible()
  const after = await exported(phone, `${machine.name}.pdf`)
  expect(figuresOf(after)).not.toEqual(figuresOf(before))
})

/** A phone that opens the pick list for the first time states that the stock is unknown only once its request has failed. */
async function expectStockClaimedLate(phone: Phone): Promise<void> {
  const { page } = phone
  await phone.signIn(LOGIN)
  let fail = () => {}
  const held = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route('**/api/machines/inventory*', async (route) => {
    await held
    await route.abort()
  })
  await page.goto('/dashboard/serviceman/tasks/load')
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  const unknown = page.getByText('The stock of the warehouse is unknown here')
  await expect(unknown).toBeHidden()
  fail()
  await expect(unknown).toBeVisible()
}

test('the pick list of a round is printed on the phone without a signal', async ({ takePhone, server, manager }) => {
  const { round } = await publishRound(server.url, manager, 3)
  await expectStockClaimedLate(await takePhone({ serviceWorkers: 'block' }))
  const phone = await takePhone()
  const { page } = phone
  await phone.signIn(LOGIN)
  await phone.keepsEverything()
  await page.goto('/dashboard/serviceman/tasks/load')
  await showsPickList(page)
  await page.getByText('By product', { exact: true }).click()
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { disabled: false }) })
  await expect(rows.first()).toBeVisible()
  const shown = await rows.evaluateAll((items) =>
    items.map((item) => [...item.querySelectorAll('label span > span, label strong')].map((part) => part.textContent ?? '')),
  )
  await phone.loseSignal()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Pick list' }).click()])
  const { pages } = readPdf(new Uint8Array(await readFile(await download.path())).buffer)
  const printed = pages.flatMap(({ drawn }) => drawn.map((one) => plain(one.text)))
  expect(shown.length).toBeGreaterThan(0)
  // The list of all products comes first, each with its cases and its quantity.
  for (const [product = '', quantity = ''] of shown) {
    const at = printed.indexOf(plain(product))
    expect(at).toBeGreaterThan(0)
    expect(printed.slice(at + 1, at + 3)).toContain(plain(quantity))
  }
  for (const { machine } of round.stops) expect(printed).toContain(machine.name)
})

/** With ordinary spaces. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ')

async function exported({ page }: Phone, name: string): Promise<Pdf> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export slots to PDF' }).click()])
  expect(download.suggestedFilename()).toBe(name)
  // It would stay over the button while the pointer is on another message.
  await page.getByRole('alert').filter({ hasText: 'PDF saved' }).getByRole('button', { name: 'Close' }).click()
  const file = await readFile(await download.path())
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  expect(file.subarray(-1_024).toString('latin1')).toContain('%%EOF')
  return readPdf(new Uint8Array(file).buffer)
}

const figuresOf = ({ pages }: Pdf) => pages.flatMap(({ drawn }) => drawn.map(({ text }) => text)).filter((text) => /^\d+$/.test(text))

test('a printed table names the company and the day, and repeats its headers', async ({ takeDesk }) => {
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/machines')
  await expect(page.getByRole('table', { name: 'Machines' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.getByText(/^Halbzeit Vending GmbH · \d/)).toBeVisible()
  await expect(page.locator('[href="#content"]')).toBeHidden()
  const table = page.getByRole('table', { name: 'Machines' })
  const displayOf = (selector: string) =>
    table
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).display)
  expect(await displayOf('thead')).toBe('table-header-group')
  expect(await displayOf('thead button')).toBe('contents')
  expect(await displayOf('tbody')).toBe('table-row-group')
  expect(await displayOf('tbody tr')).toBe('table-row')
})
