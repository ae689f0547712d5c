import { draftsOf } from './support/device-database.ts'
import { signInAs } from './support/office.ts'
import type { Phone } from './support/phone.ts'
import { expect, test } from './support/stage.ts'

test('input survives a reload and is offered on return to the machine', async ({ takePhone, snackMachine }) => {
  const machine = await snackMachine('serviceman', 3)
  const phone = await takePhone()
  await phone.signInAt(machine, 'serviceman')
  await phone.showList()
  await phone.typeOneMore()
  await expect.poll(() => onDisk(phone)).toEqual({ isTyped: true, isOffered: false })
  await phone.page.reload()
  await expect(typed(phone, 0)).toHaveValue('1')

  await leave(phone)
  await phone.page.goBack()
  await expect(offer(phone)).toBeVisible()
  await expect(typed(phone, 0)).toHaveValue('0')
  await typed(phone, 1).fill('2')
  await expect.poll(() => onDisk(phone)).toEqual({ isTyped: true, isOffered: true })
  await phone.page.reload()
  await expect(typed(phone, 1)).toHaveValue('2')
  await phone.page.getByRole('button', { name: 'Restore' }).click()
  await expect(typed(phone, 0)).toHaveValue('1')
  await expect(typed(phone, 1)).toHaveValue('2')
  await expect(offer(phone)).toBeHidden()

  await leave(phone)
  await phone.page.goBack()
  await phone.page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => onDisk(phone)).toEqual({ isTyped: false, isOffered: false })
  await phone.page.reload()
  await expect(typed(phone, 0)).toHaveValue('0')
  await expect(offer(phone)).toBeHidden()
})

test('going back closes a dialog and stays on the page', async ({ takePhone, snackMachine }) => {
  const machine = await snackMachine('serviceman', 3)
  const phone = await takePhone()
  await phone.signIn('serviceman', `/dashboard/serviceman/shortages?q=${encodeURIComponent(machine.name)}`)
  const { page } = phone
  await page.getByRole('navigation', { name: 'Machines' }).getByRole('link', { name: machine.name }).click()
  await expect(page.getByRole('button', { name: 'Fill all' })).toBeVisible()
  const visit = page.url()
  await page.getByRole('button', { name: 'Fill all' }).click()
  await page.getByRole('button', { name: /^Confirm restock/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(visit)
  await expect(page.getByRole('button', { name: /^Confirm restock/ })).toBeVisible()
})

test('leaving a machine in one tab keeps another tab on it; signing out closes both', async ({ takePhone, snackMachine }) => {
  const machine = await snackMachine('serviceman', 3)
  const phone = await takePhone()
  await phone.signInAt(machine, 'serviceman')
  await phone.showList()
  const one = phone.page
  const two = await phone.newTab(one.url())
  await typed(phone, 0, two).fill('2')
  await expect(typed(phone, 0, one)).toHaveValue('2')
  await leave(phone, one)
  await expect.poll(() => onDisk(phone)).toEqual({ isTyped: false, isOffered: true })
  await expect(typed(phone, 0, two)).toHaveValue('2')
  await typed(phone, 1, two).fill('1')
  await one.goBack()
  await expect(typed(phone, 0, one)).toHaveValue('2')
  await expect(typed(phone, 1, one)).toHaveValue('1')

  await phone.signOut()
  for (const tab of [one, two]) await expect(tab).toHaveURL(/\/login/)
})

const typed = (phone: Phone, index: number, page = phone.page) => page.getByRole('spinbutton', { name: /^Put in/ }).nth(index)
const offer = ({ page }: Phone) => page.getByText(/^You typed 1 quantity here/)

async function onDisk({ page }: Phone) {
  const [draft] = await draftsOf(page)
  return draft && { isTyped: Object.keys(draft.typed).length > 0, isOffered: draft.left !== null }
}

async function leave({ page }: Phone, tab = page) {
  await tab.getByRole('link', { name: 'Home' }).filter({ visible: true }).click()
  await expect(tab.getByRole('link', { name: 'Scan a sticker' })).toBeVisible()
}

test('the content of a canister is shown with its unit', async ({ takePhone, server }) => {
  const coffee = (await (await signInAs(server.url, 'serviceman')).machines()).find(({ type }) => type === 'COFFEE')
  if (!coffee) throw new Error('the serviceman has no coffee machine')
  const phone = await takePhone({ serviceWorkers: 'block' })
  await phone.signIn('serviceman', `/dashboard/serviceman/machines/${coffee.id}/shortages?tab=INVENTORY_TAB`)
  await expect(phone.page.getByText(/^\d+(\.\d\d\skg|\sg) \/ \d+\.\d\d\skg$/).first()).toBeVisible()
})
