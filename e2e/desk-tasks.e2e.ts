import { randomUUID } from 'node:crypto'
import readExcelFile from 'read-excel-file/node'
import { Actions, type Task } from './support/actions.ts'
import { expect, test } from './support/stage.ts'

const PRICES: Task = { name: 'price on 20 machines', before: '≥ 120', most: 8 }
const ASSIGNMENT: Task = { name: '15 machines to a new employee', before: '≥ 45', most: 6 }

test('fifteen machines are assigned to a new employee, and the assignment is undone', async ({ takeDesk, manager }) => {
  const { userId: id } = await manager.ask<{ userId: number }>('POST', '/users', {
    firstName: 'Nora',
    lastName: 'Winter',
    login: 'nwinter_abcde',
    plainPassword: 'tomato12',
    companyRole: 'ROLE_EMPLOYEE',
  })
  for (let number = 1; number <= 8; number++) await manager.ask('POST', '/machines', { name: `Annex ${number}`, type: 'SNACK' })
  const theirs = async () => (await manager.ask<unknown[]>('GET', `/machines?serviceman=${id}&size=100`)).length
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/machines')
  const { page } = desk
  const tickIn = (row: number) => page.locator(`tr[aria-rowindex="${row + 1}"]`).getByRole('checkbox')
  const actions = new Actions(page)
  await actions.click(tickIn(1))
  await page.mouse.wheel(0, 600)
  await actions.click(tickIn(15), { modifiers: ['Shift'] })
  await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toContainText('15 selected')
  await actions.click(page.getByRole('combobox', { name: 'Assign to…' }))
  await actions.click(page.getByRole('listbox').getByRole('option', { name: 'Nora Winter' }))
  await expect(page.getByText('Nora Winter: 15 machines assigned')).toBeVisible()
  actions.end(ASSIGNMENT)
  expect(await theirs()).toBe(15)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(theirs).toBe(0)
})

test('the price of a product changes on many machines at once, and back', async ({ takeDesk, manager }) => {
  const machines = (await manager.machines()).filter(({ type }) => type === 'SNACK')
  const slots = (
    await Promise.all(machines.map(async ({ id }) => (await manager.slots(id)).map((slot) => ({ ...slot, machine: id }))))
  ).flat()
  const skus = [...new Set(slots.flatMap(({ product }) => product?.sku ?? []))]
  const slotsOf = (sku: string) => slots.filter(({ product }) => product?.sku === sku)
  const sku = skus.toSorted((a, b) => slotsOf(b).length - slotsOf(a).length)[0] ?? ''
  const own = slotsOf(sku)
  const name = own[0]?.product?.name ?? ''
  const prices = async () => {
    const now = await Promise.all([...new Set(own.map(({ machine }) => machine))].map((id) => manager.slots(id)))
    return now.flat().flatMap(({ product, vendPrice }) => (product?.sku === sku ? [vendPrice] : []))
  }
  const before = await prices()
  const desk = await takeDesk()
  await desk.signIn('manager')
  const { page } = desk
  await expect(page.getByRole('button', { name: 'Go to or do' })).toBeVisible()
  const actions = new Actions(page)
  await actions.press('Control+k')
  await actions.fill(page.getByRole('textbox', { name: 'Machine, product, person, page or action' }), sku)
  await actions.click(page.getByRole('dialog').getByRole('button', { name: `${name} ${sku}` }))
  await actions.click(page.getByRole('checkbox', { name: 'Select all' }))
  await actions.fill(page.getByRole('textbox', { name: 'New price or change' }), '9.90')
  await expect(page.getByRole('row').nth(1)).toContainText('€9.90')
  await actions.click(page.getByRole('button', { name: /^Save \d+ prices$/ }))
  await expect(page.getByText(new RegExp(`prices of ${name} changed`))).toBeVisible()
  actions.end(PRICES)
  await expect.poll(async () => new Set(await prices())).toEqual(new Set([9.9]))

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(prices).toEqual(before)
})

test('the list of machines has a keyboard, details beside it, columns and saved views', async ({ takeDesk }) => {
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/machines')
  const { page } = desk
  const row = (index: number) => page.locator(`tr[aria-rowindex="${index + 1}"]`)
  await row(1).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await expect(row(2).getByRole('checkbox')).toBeChecked()
  const name = await row(2).getByRole('link').innerText()
  const download = page.waitForEvent('download')
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Export to Excel' }).click()
  const [sheet] = await readExcelFile(await (await download).path())
  expect(sheet?.data.map(([first]) => first)).toEqual(['Name', name])
  await row(2).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name })).toBeVisible()
  await expect(page).toHaveURL(/[?&]machine=\d+/)
  await page.reload()
  const panel = page.getByRole('complementary', { name })
  await page.getByRole('combobox', { name: 'Serviceman' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByText('Compact', { exact: true }).click()
  await expect(page.getByRole('table', { name: 'Machines' })).toHaveAttribute('data-density', 'compact')
  await page.getByRole('checkbox', { name: 'Signal' }).uncheck()
  await page.getByRole('button', { name: 'Move Cash forward' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cash', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Cash' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('columnheader', { name: 'Signal' })).toHaveCount(0)
  const headers = () => page.getByRole('columnheader').allInnerTexts()
  const ordered = await headers()
  expect(ordered.indexOf('Cash')).toBeLessThan(ordered.indexOf('Turnover'))
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save view' }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Cash round')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/view=Cash/)
  await page.getByRole('button', { name: 'Cash round' }).click()
  await page.getByRole('menuitem', { name: 'Save view' }).click()
  await expect(page.getByRole('textbox', { name: 'Name of the view' })).toHaveAccessibleDescription(/Saving replaces it/)
  await page.keyboard.press('Escape')

  await page.goto('/dashboard/machines')
  await expect(page.getByRole('columnheader', { name: 'Cash' })).not.toHaveAttribute('aria-sort')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Cash round' }).click()
  await expect(page.getByRole('columnheader', { name: 'Cash' })).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(headers).toEqual(ordered)
})

test('saved views follow their user to another desk, with those of earlier versions', async ({ takeDesk, manager }) => {
  const { userId } = await manager.ask<{ userId: number }>('GET', '/accounts/me')
  const savedNames = async () => (await manager.ask<{ name: string }[]>('GET', '/accounts/me/views?list=machines')).map(({ name }) => name)
  for (const { id } of await manager.ask<{ id: string }[]>('GET', '/accounts/me/views?list=machines'))
    await manager.ask('DELETE', `/accounts/me/views/${id}`)
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard')
  await desk.page.evaluate(
    ({ key, value }) => {
      localStorage.setItem(`views/${key}`, JSON.stringify(value))
      localStorage.setItem(`columns/${key}/Empty ones`, JSON.stringify({ cash: false }))
    },
    { key: `${userId}/machines`, value: [{ name: 'Empty ones', search: { only: 'empty' } }] },
  )
  await desk.page.goto('/dashboard/machines')
  await expect.poll(savedNames).toEqual(['Empty ones'])

  const other = await takeDesk()
  await other.signIn('manager', '/dashboard/machines?view=Empty ones')
  const { page } = other
  await expect(page).toHaveURL(/only=empty/)
  await page
    .getByRole('button', { name: 'Show all' })
    .or(page.getByRole('columnheader', { name: 'Turnover' }))
    .first()
    .waitFor()
  await page.goto('/dashboard/machines?view=Empty ones&sort=-cash')
  await expect(page.getByRole('columnheader', { name: 'Turnover' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Cash' })).toBeHidden()

  await other.loseSignal()
  const openViews = () =>
    page
      .getByRole('button', { name: 'Empty ones' })
      .or(page.getByRole('button', { name: 'Views' }))
      .click()
  await openViews()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await page.getByRole('dialog', { name: 'Delete view “Empty ones”' }).getByRole('button', { name: 'Delete' }).click()
  await openViews()
  await page.getByRole('menuitem', { name: 'Save view' }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Saved offline')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Saved offline' }).click()
  const unsent = page.getByRole('menuitem', { name: 'Saved offline' }).getByText('Only on this device so far')
  await expect(unsent).toBeVisible()
  await page.keyboard.press('Escape')
  await other.findSignal()
  await expect.poll(savedNames).toEqual(['Saved offline'])
  await page.getByRole('button', { name: 'Saved offline' }).click()
  await expect(page.getByRole('menuitem', { name: 'Saved offline', exact: true })).toBeVisible()
  await expect(unsent).toBeHidden()

  await desk.page.goto('/dashboard/machines?view=Empty ones')
  await desk.page.getByRole('button', { name: 'Views' }).click()
  await expect(desk.page.getByRole('menuitem', { name: 'Delete view' })).toHaveCount(0)
  await expect(desk.page.getByRole('menuitem', { name: 'Saved offline' })).toBeVisible()
  await expect(desk.page.getByRole('menuitem', { name: 'Empty ones' })).toBeHidden()
})

test('a phone shows the saved view in use', async ({ takePhone, manager }) => {
  const name = 'All the machines in the north of the city'
  const view = { list: 'machines', name, search: { sort: '-cash' }, columns: {}, columnOrder: [], isCompact: false }
  await manager.ask('PUT', `/accounts/me/views/${randomUUID()}`, view)
  const phone = await takePhone({ serviceWorkers: 'block' })
  await phone.signIn('manager', '/dashboard/machines')
  await phone.page.getByRole('button', { name: 'Views' }).click()
  await phone.page.getByRole('menuitem', { name }).click()
  await expect(phone.page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
})

test('the palette opens a machine, and ? lists the keys', async ({ takeDesk, manager }) => {
  const [machine] = await manager.machines()
  if (!machine) throw new Error('the company has no machine')
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/machines')
  const { page } = desk
  await expect(page.getByRole('button', { name: 'Go to or do' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Select the row')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('textbox', { name: 'Machine, product, person, page or action' })
  const withoutQuery = (await field.boundingBox())?.y
  await field.fill('planning')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Planning of rounds' })).toBeVisible()
  expect((await field.boundingBox())?.y).toBe(withoutQuery)
  await field.fill('password')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Your profile' })).toBeVisible()
  await field.fill('bill jam')
  await expect(page.getByRole('dialog').getByText('Nothing found')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Search the instructions for “bill jam”' })).toBeVisible()
  await field.fill(machine.name)
  await expect(page.getByRole('dialog').getByRole('button', { name: machine.name }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/dashboard/machines/${machine.id}`)
})
