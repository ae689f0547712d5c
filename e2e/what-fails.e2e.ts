import { DESK } from './support/phone.ts'
import { expect, test } from './support/stage.ts'

test('a failed action shows its own message and keeps the input', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 2)
  const [slot] = await manager.slots(machine.id)
  if (!slot?.product) throw new Error('the first slot is empty')
  const desk = await takePhone({ viewport: DESK })
  const { page } = desk
  await desk.signIn('manager')
  await desk.keepsEverything()
  const says = (words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible()
  /** From now on every write fails and every read succeeds. */
  const breakWrites = () =>
    desk.network.fault(({ method, path }) => (method !== 'GET' && path.startsWith('/api/') ? 'lose-request' : 'pass'))
  const dialog = page.getByRole('dialog')

  await page.goto('/dashboard/assortment')
  await page.getByRole('tab', { name: 'Product library' }).click()
  await page.getByRole('tabpanel', { name: 'Product library' }).getByRole('searchbox').fill('Balisto Muesli')
  breakWrites()
  await page.getByRole('button', { name: 'Import Balisto Muesli', exact: true }).click()
  await says('Product could not be imported')

  await page.getByRole('tab', { name: 'Your products' }).click()
  await page.getByRole('tabpanel', { name: 'Your products' }).getByRole('searchbox').fill(slot.product.name)
  await page.getByRole('button', { name: `Edit ${slot.product.name}`, exact: true }).click()
  await dialog.getByLabel('Last cost').fill('0.41')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await says('Error during operation')
  await expect(dialog.getByLabel('Last cost')).toHaveValue('0.41')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await expect(question.getByRole('button', { name: 'Discard' })).toBeEnabled()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(dialog.getByLabel('Last cost')).toHaveValue('0.41')

  await page.goto('/dashboard/inventory?tab=suppliers')
  await page.getByRole('button', { name: 'Create supplier' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Mills')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await says('Error during operation')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Mills')
  await page.keyboard.press('Escape')

  desk.network.fault()
  await page.goto(`/dashboard/inventory?q=${slot.product.name}`)
  const counted = page.getByRole('textbox', { name: `Counted in the warehouse: ${slot.product.name}`, exact: true })
  await counted.fill('4321')
  breakWrites()
  await page.getByRole('button', { name: `Set ${slot.product.name}`, exact: true }).click()
  await says('Error during operation')
  const reason = page.getByRole('table').getByText(/^This needs a connection/)
  const textEnd = await reason.evaluate((text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return range.getBoundingClientRect().right
  })
  expect(textEnd).toBeLessThanOrEqual(await page.getByRole('table').evaluate((table) => table.getBoundingClientRect().right))
  await expect(counted).toHaveValue('4321')

  desk.network.fault()
  await page.goto(`/dashboard/shortages?machine=${machine.id}&tab=PRODUCTS_TAB`)
  const panel = page.getByRole('region', { name: 'New slot' })
  await panel.getByLabel('Slot number').fill('902')
  await panel.getByRole('combobox', { name: 'Product' }).fill(slot.product.name)
  await page.getByRole('option', { name: slot.product.name, exact: true }).click()
  await panel.getByLabel('Vend price').fill('1.5')
  await panel.getByLabel('Max quantity').fill('12')
  breakWrites()
  await panel.getByRole('button', { name: 'Create slot' }).click()
  await says('The changes were not saved')
  await expect(panel.getByLabel('Slot number')).toHaveValue('902')

  desk.network.fault()
  await page.goto(`/dashboard/machines/${machine.id}?tab=settings`)
  const mapping = page.getByRole('region', { name: 'Transaction method mapping' })
  await mapping.getByLabel('Vend method').selectOption('Token')
  await mapping.getByLabel('Payment method').selectOption('Free')
  breakWrites()
  await mapping.getByRole('button', { name: 'Add' }).click()
  await says('Could not update mapping')

  desk.network.fault()
  await page.goto('/dashboard/more/employee-passes')
  await page.getByRole('button', { name: 'Add prepaid card' }).click()
  await dialog.getByRole('textbox', { name: 'Card number' }).fill('J-902')
  await dialog.getByRole('textbox', { name: 'Holder' }).fill('Ann')
  await dialog.getByRole('textbox', { name: 'Credit', exact: true }).fill('5')
  breakWrites()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await says('Error during operation')
  await expect(dialog.getByRole('textbox', { name: 'Card number' })).toHaveValue('J-902')

  desk.network.fault()
  await page.goto('/dashboard/settings/alerts')
  await page
    .getByRole('button', { name: /^Delete: / })
    .first()
    .click()
  breakWrites()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The alert could not be deleted')

  desk.network.fault()
  await page.goto('/dashboard/settings/employees')
  await page.getByRole('button', { name: 'More for Jonas Weber' }).click()
  breakWrites()
  await page.getByRole('menuitem', { name: 'Create sign-in link' }).click()
  await expect(page.getByRole('alert').getByText(/^Jonas Weber · /)).toBeVisible()
})

test('a group whose response is lost is created once by the retry', async ({ takePhone }) => {
  const desk = await takePhone({ viewport: DESK })
  const { page } = desk
  await desk.signIn('manager', '/dashboard/settings/machine-groups')
  desk.network.fault(({ method, path, count }) => (method === 'POST' && path === '/api/groups' && count === 1 ? 'lose-answer' : 'pass'))
  await page.getByRole('textbox', { name: 'New group' }).fill('Lost and found')
  const create = page.getByRole('button', { name: 'Create' })
  await create.click()
  await expect(page.getByRole('alert').getByText(/^This needs a connection/)).toBeVisible()
  await create.click()
  await expect(page.getByRole('textbox', { name: 'New group' })).toHaveValue('')
  await expect(page.getByRole('listitem').filter({ hasText: 'Lost and found' })).toHaveCount(1)
})

test('a machine whose data cannot be loaded shows the last values with a note', async ({ takePhone, snackMachine }) => {
  const machine = await snackMachine('serviceman', 2)
  const desk = await takePhone({ viewport: DESK })
  const { page } = desk
  await desk.signIn('manager')
  await desk.keepsEverything()
  desk.network.fault(({ path }) => (path.startsWith('/api/machines/') || path.startsWith('/api/groups') ? 'html' : 'pass'))
  await page.goto(`/dashboard/machines/${machine.id}`)
  await expect(page.getByRole('heading', { name: machine.name })).toBeVisible()
  await expect(page.getByText('You see the last known data').first()).toBeVisible()
  await page.goto(`/dashboard/machines/${machine.id}?tab=settings`)
  await expect(page.getByText('You see the last known data').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Assigned groups' }).getByText('Downtown')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Assigned servicemen' }).getByText('A program between this device and the server'),
  ).toBeVisible()
})

test('a page that a list no longer has is replaced by its last page', async ({ takeDesk }) => {
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', '/dashboard/settings')
  await page.goto('/dashboard/settings/employees?page=99')
  await expect(page.getByRole('row').filter({ hasText: 'Jonas Weber' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/settings/employees')
  await page.goto('/dashboard/transactions?period=LAST_7_DAYS&page=99999')
  const current = page.locator('[aria-current="page"]').filter({ hasText: /^\d+$/ })
  await expect(current).not.toHaveText(/^(1|99999)$/)
  await expect(page.getByRole('row').nth(1)).toContainText('€')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/settings/employees')
})

test('a server error in the library is not reported as a missing connection', async ({ takeDesk }) => {
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager')
  desk.network.fault(({ path }) => (path.startsWith('/api/library/') ? { status: 500 } : 'pass'))
  await page.goto('/dashboard/inventory?tab=library')
  const alert = page.getByRole('alert').filter({ hasText: 'The library could not be loaded' })
  await expect(alert).toContainText('The connection works, but the server has a fault (500).')
})

test('a firewall that refuses a call is not reported as a missing connection', async ({ takeDesk }) => {
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager')
  desk.network.fault(({ path }) => (path.startsWith('/api/library/') ? { status: 403 } : 'pass'))
  await page.goto('/dashboard/inventory?tab=library')
  const alert = page.getByRole('alert').filter({ hasText: 'The library could not be loaded' })
  await expect(alert).toContainText('A program between this device and the server responded (403)')
})

test('a write that the server failed does not claim that no reply came', async ({ takePhone, snackMachine }) => {
  const machine = await snackMachine('serviceman', 2)
  const desk = await takePhone({ viewport: DESK })
  const { page } = desk
  await desk.signIn('manager')
  await desk.keepsEverything()
  desk.network.fault(({ method, path }) => (method !== 'GET' && path.startsWith('/api/') ? { status: 500 } : 'pass'))
  await page.goto('/dashboard/inventory?tab=suppliers')
  await page.getByRole('button', { name: 'Create supplier' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Mills')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('The connection works, but the server has a fault (500).')
  await expect(dialog).toContainText('It is not known whether the server recorded this.')
  await expect(dialog).not.toContainText(/reply/)

  await page.goto(`/dashboard/shortages?machine=${machine.id}`)
  await desk.showList()
  await desk.putOneIn()
  await expect(desk.chip()).toHaveText(/server error/)
  await desk.chip().click()
  await expect(page.getByText(/^Sent \d times? without confirmation\./)).toBeVisible()
})

test('screens that fail to load show the reason', async ({ takePhone }) => {
  const desk = await takePhone({ viewport: DESK })
  const { page } = desk
  await desk.signIn('manager')
  await desk.keepsEverything()
  for (const [address, call] of [
    ['settings/machine-groups', '/api/groups'],
    ['settings/change-plan', '/api/subscriptions/info'],
    ['settings/invoices', '/api/invoices'],
    ['settings/notifications', '/api/accounts/me/settings'],
    ['settings/company', '/api/company'],
    ['settings/alerts', '/api/company/alerts'],
    ['more/read-outs', '/api/audits'],
  ] as const) {
    // The live channel stays closed, because pages refetch when it opens.
    const lose = (...paths: string[]) =>
      desk.network.fault(({ path }) => ([...paths, '/api/channels/'].some((one) => path.startsWith(one)) ? 'lose-request' : 'pass'))
    lose(call)
    await page.goto(`/dashboard/${address}`)
    await expect(page.getByRole('alert').getByText('No connection to the server')).toBeVisible()
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    lose()
    await expect(async () => {
      // At once, because some screens refetch by themselves within a minute. Again, because a retry joins a request that is lost already.
      await again.evaluateAll(([button]) => button instanceof HTMLElement && button.click())
      await expect(page.getByRole('alert')).toBeHidden({ timeout: 5_000 })
    }).toPass()
  }
})

test('an error of the app reaches the server later, without its message', async ({ takePhone }) => {
  const desk = await takePhone({ viewport: DESK })
  const { page } = desk
  await desk.signIn('manager')
  await desk.keepsEverything()
  await desk.loseSignal()
  await page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('ada@mail.example')
    })
  })
  await expect.poll(() => page.evaluate(() => localStorage.getItem('appErrors'))).toContain('RangeError')
  expect(desk.pageErrors.splice(0).map(({ what }) => what)).toEqual([expect.stringContaining('RangeError')])
  await page.reload()
  const reported = page.waitForRequest('**/api/app-errors')
  await desk.findSignal()
  const request = await reported
  expect(request.postDataJSON()).toMatchObject({ errors: [{ kind: 'error', name: 'RangeError', count: 1 }] })
  expect(request.postData()).not.toContain('ada')
  expect((await request.response())?.status()).toBe(200)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('appErrors'))).toBe('[]')
})
