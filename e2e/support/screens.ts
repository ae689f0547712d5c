import { expect, type Locator, type Page } from '@playwright/test'
import type { Machine } from '#contract/machines.ts'
import { signInAs } from './office.ts'
import { DESK } from './phone.ts'
import { type Say, sayIn } from './words.ts'

export type Person = 'anonymous' | 'serviceman' | 'manager'

/** One screen in one state: its user role, its path, its main element, and the actions that lead to the state. */
export type Screen = {
  name: string
  who: Person
  path: string
  main: [role: Parameters<Page['getByRole']>[0], name: string | RegExp]
  prepare?(page: Page, say: Say): Promise<unknown>
}

type Fleet = { snack: Pick<Machine, 'id' | 'name' | 'token'>; coffee: Pick<Machine, 'id' | 'name'> }

/** The emptiest snack machine and the emptiest coffee machine of the serviceman. */
export async function twoMachines(server: string): Promise<Fleet> {
  const machines = await (await signInAs(server, 'serviceman')).machines()
  const emptiest = machines.toSorted((a, b) => a.currentQuantity / a.maxQuantity - b.currentQuantity / b.maxQuantity)
  const [snack, coffee] = [emptiest.find(({ type }) => type === 'SNACK'), emptiest.find(({ type }) => type === 'COFFEE')]
  if (!snack || !coffee) throw new Error('the serviceman of the demo has no snack machine or no coffee machine')
  return { snack, coffee }
}

/** Every screen of the app, with two machines that have shortages. */
export function screensOf({ snack, coffee }: Fleet): Screen[] {
  const at = (machine: Pick<Machine, 'id'>) => `/dashboard/serviceman/machines/${machine.id}`
  return [
    { name: 'sign-in', who: 'anonymous', path: '/login', main: ['button', 'Sign in'] },
    { name: 'reset', who: 'anonymous', path: '/reset', main: ['link', 'Back to sign in'] },
    { name: 'get-started', who: 'anonymous', path: '/get-started', main: ['link', 'Create account'] },
    { name: 'terms', who: 'anonymous', path: '/terms', main: ['combobox', 'Language'] },
    { name: 'join-ended', who: 'anonymous', path: '/join', main: ['link', 'Go to sign-in'] },
    { name: 'register', who: 'anonymous', path: '/register', main: ['textbox', 'Your name'] },
    { name: 'report', who: 'anonymous', path: `/m/${snack.token}`, main: ['textbox', 'What happened?'] },

    { name: 'home', who: 'serviceman', path: '/dashboard/serviceman/menu', main: ['link', 'Scan a sticker'] },
    { name: 'machines', who: 'serviceman', path: '/dashboard/serviceman/machines', main: ['link', snack.name] },
    { name: 'machine', who: 'serviceman', path: at(snack), main: ['link', 'Shortages and restock'] },
    { name: 'problem', who: 'serviceman', path: `${at(snack)}/problem`, main: ['radio', 'Bill validator'] },
    { name: 'proposal', who: 'serviceman', path: `${at(snack)}/proposal`, main: ['combobox', 'Slot'] },
    { name: 'shortages', who: 'serviceman', path: `${at(snack)}/shortages`, main: ['button', 'Fill all'] },
    { name: 'shortages-coffee', who: 'serviceman', path: `${at(coffee)}/shortages`, main: ['button', 'Fill all'] },
    { name: 'restock', who: 'serviceman', path: `${at(snack)}/shortages`, main: ['button', 'Record'], prepare: askToRestock },
    { name: 'count', who: 'serviceman', path: `${at(snack)}/shortages?tab=INVENTORY_TAB`, main: ['button', 'Record'], prepare: askToCount },
    { name: 'slots', who: 'serviceman', path: `${at(snack)}/shortages?tab=PRODUCTS_TAB`, main: ['tab', 'Products'] },
    { name: 'all-shortages', who: 'serviceman', path: '/dashboard/serviceman/shortages?machine=all', main: ['combobox', 'Rows per page'] },
    { name: 'stock-list', who: 'serviceman', path: '/dashboard/serviceman/shortages', main: ['link', /^All machines/] },
    { name: 'tasks', who: 'serviceman', path: '/dashboard/serviceman/tasks', main: ['link', 'Open this stop'] },
    { name: 'load', who: 'serviceman', path: '/dashboard/serviceman/tasks/load', main: ['button', 'Pick list (PDF)'] },
    { name: 'rest', who: 'serviceman', path: '/dashboard/serviceman/tasks', main: ['button', 'Keep my stops'], prepare: planRest },
    { name: 'end-of-day', who: 'serviceman', path: '/dashboard/serviceman/tasks/end', main: ['button', 'Finish the day'] },
    { name: 'my-van', who: 'serviceman', path: '/dashboard/serviceman/van', main: ['button', 'Load'] },
    { name: 'scan', who: 'serviceman', path: '/scan', main: ['textbox', 'Or enter its name or code'], prepare: waitForPicture },
    { name: 'unknown-sticker', who: 'serviceman', path: '/m/AAAAAAAAAAAAAAAA', main: ['link', 'Scan again'] },
    { name: 'outbox', who: 'serviceman', path: '/outbox', main: ['link', 'All sent: view pending changes'] },
    { name: 'install', who: 'serviceman', path: '/install', main: ['button', 'Ask the browser to protect it'] },
    { name: 'guide', who: 'serviceman', path: '/dashboard/guide', main: ['searchbox', 'Search the guide'] },
    { name: 'guide-page', who: 'serviceman', path: '/dashboard/guide/restock', main: ['link', 'Open this screen'] },
    {
      name: 'preferences',
      who: 'serviceman',
      path: '/dashboard/serviceman/tasks',
      main: ['combobox', 'Language'],
      prepare: openPreferences,
    },

    { name: 'dashboard', who: 'manager', path: '/dashboard', main: ['link', 'All shortages'] },
    { name: 'rounds', who: 'manager', path: '/dashboard/rounds', main: ['button', 'Add round'] },
    { name: 'rounds-tasks', who: 'manager', path: '/dashboard/rounds', main: ['button', 'Save tasks'], prepare: openTasks },
    { name: 'visits', who: 'manager', path: '/dashboard/visits', main: ['combobox', 'Person'] },
    { name: 'manager-machines', who: 'manager', path: '/dashboard/machines', main: ['link', snack.name] },
    {
      name: 'manager-selected-machines',
      who: 'manager',
      path: `/dashboard/machines?machine=${snack.id}`,
      main: ['combobox', 'Assign to…'],
      prepare: selectRows,
    },
    { name: 'manager-machine', who: 'manager', path: `/dashboard/machines/${snack.id}`, main: ['link', 'Shortages and restock'] },
    {
      name: 'manager-products',
      who: 'manager',
      path: `/dashboard/machines/${snack.id}?tab=installed_products`,
      main: ['link', 'Edit products'],
    },
    {
      name: 'manager-last-transactions',
      who: 'manager',
      path: `/dashboard/machines/${snack.id}?tab=last_transactions`,
      main: ['link', 'All transactions with filters'],
    },
    {
      name: 'commission',
      who: 'manager',
      path: `/dashboard/machines/${snack.id}?tab=settings`,
      main: ['textbox', 'Share of the turnover'],
      prepare: openCommission,
    },
    { name: 'manager-create-machine', who: 'manager', path: '/dashboard/settings/create-machine', main: ['textbox', 'Name'] },
    {
      name: 'manager-transactions',
      who: 'manager',
      path: '/dashboard/transactions?period=LAST_7_DAYS',
      main: ['button', 'Export to Excel'],
    },
    {
      name: 'manager-transactions-machine',
      who: 'manager',
      path: `/dashboard/transactions/${snack.id}?from=2018-02-01T00:00&until=2018-02-01T00:00`,
      main: ['button', 'Apply'],
    },
    { name: 'reports', who: 'manager', path: '/dashboard/reports', main: ['link', /^Product sales/] },
    { name: 'report-products', who: 'manager', path: '/dashboard/reports/product-sales', main: ['button', 'Export to Excel'] },
    { name: 'report-performance', who: 'manager', path: '/dashboard/reports/performance', main: ['combobox', 'Month'] },
    { name: 'report-matrix', who: 'manager', path: '/dashboard/reports/matrix', main: ['combobox', 'Show'] },
    { name: 'report-usage', who: 'manager', path: '/dashboard/reports/usage', main: ['combobox', 'Month'] },
    { name: 'report-uptime', who: 'manager', path: '/dashboard/reports/uptime', main: ['combobox', 'Month'] },
    { name: 'report-deliveries', who: 'manager', path: '/dashboard/reports/delivery-optimization', main: ['combobox', 'Month'] },
    { name: 'report-revenue', who: 'manager', path: '/dashboard/reports/revenue-optimization', main: ['combobox', 'Month'] },
    {
      name: 'report-margins',
      who: 'manager',
      path: '/dashboard/reports/revenue-optimization?by=product',
      main: ['combobox', 'Margin by'],
    },
    { name: 'report-money', who: 'manager', path: '/dashboard/reports/money', main: ['combobox', 'Compare with'] },
    { name: 'report-sales', who: 'manager', path: '/dashboard/reports/sales', main: ['combobox', 'Show'] },
    { name: 'manager-import', who: 'manager', path: '/dashboard/import', main: ['button', 'Choose a file'] },
    { name: 'manager-all-shortages', who: 'manager', path: '/dashboard/shortages?machine=all', main: ['combobox', 'Rows per page'] },
    { name: 'manager-shortages', who: 'manager', path: `/dashboard/shortages?machine=${snack.id}`, main: ['button', 'Fill all'] },
    {
      name: 'manager-count',
      who: 'manager',
      path: `/dashboard/shortages?machine=${snack.id}&tab=INVENTORY_TAB`,
      main: ['spinbutton', /^Now in slot/],
    },
    {
      name: 'manager-slots',
      who: 'manager',
      path: `/dashboard/shortages?machine=${snack.id}&tab=PRODUCTS_TAB`,
      main: ['combobox', /^Product in slot/],
    },
    {
      name: 'manager-slots-coffee',
      who: 'manager',
      path: `/dashboard/shortages?machine=${coffee.id}&tab=PRODUCTS_TAB`,
      main: ['textbox', /^Vend price of slot/],
    },

    { name: 'inventory', who: 'manager', path: '/dashboard/inventory', main: ['button', 'New change'] },
    { name: 'inventory-change', who: 'manager', path: '/dashboard/inventory?open=change', main: ['combobox', 'Type'] },
    { name: 'expiring', who: 'manager', path: '/dashboard/inventory?tab=expiring', main: ['tab', 'Expiring'] },
    { name: 'purchases', who: 'manager', path: '/dashboard/inventory?tab=purchases', main: ['button', 'Create purchase'] },
    { name: 'purchase', who: 'manager', path: '/dashboard/inventory?tab=purchases&open=purchase', main: ['combobox', 'Supplier'] },
    { name: 'order-proposals', who: 'manager', path: '/dashboard/orders', main: ['button', 'Send to supplier'] },
    { name: 'orders', who: 'manager', path: '/dashboard/orders?tab=orders', main: ['link', /^Order \d+/] },
    { name: 'order', who: 'manager', path: '/dashboard/orders?tab=orders', main: ['button', 'Receive goods'], prepare: openOrder },
    { name: 'vans', who: 'manager', path: '/dashboard/vans', main: ['button', 'Add van'] },
    { name: 'van', who: 'manager', path: '/dashboard/vans', main: ['button', 'Edit van'], prepare: openVan },
    { name: 'suppliers', who: 'manager', path: '/dashboard/inventory?tab=suppliers', main: ['button', 'Create supplier'] },
    { name: 'inventory-changes', who: 'manager', path: '/dashboard/inventory?tab=changes', main: ['tab', 'Changes'] },
    { name: 'library', who: 'manager', path: '/dashboard/inventory?tab=library', main: ['tab', 'Product library'] },
    { name: 'assortment', who: 'manager', path: '/dashboard/assortment', main: ['button', 'New product'] },
    { name: 'templates', who: 'manager', path: '/dashboard/planograms', main: ['button', 'New template'] },
    {
      name: 'template',
      who: 'manager',
      path: '/dashboard/planograms',
      main: ['button', 'Delete template'],
      prepare: (page, say) => openTemplate(page, say),
    },
    {
      name: 'template-preview',
      who: 'manager',
      path: `/dashboard/planograms?machines=%5B${snack.id}%5D`,
      main: ['combobox', 'Template'],
      prepare: previewTemplate,
    },
    {
      name: 'prices',
      who: 'manager',
      path: '/dashboard/assortment?packaging=PIECE',
      main: ['textbox', 'New price or change'],
      prepare: openPrices,
    },
    { name: 'manager-guide', who: 'manager', path: '/dashboard/guide?q=price', main: ['searchbox', 'Search the guide'] },
    { name: 'guide-sample', who: 'manager', path: '/dashboard/guide/sample', main: ['link', 'Open this screen'] },
    { name: 'manager-guide-page', who: 'manager', path: '/dashboard/guide/prices', main: ['link', 'Open this screen'] },
    { name: 'more', who: 'manager', path: '/dashboard/more', main: ['link', /^Cash withdraws/] },
    { name: 'branches', who: 'manager', path: '/dashboard/more/branches', main: ['link', 'Write to customer service'] },
    { name: 'cash-withdraws', who: 'manager', path: '/dashboard/more/cash-withdrawal', main: ['button', 'Export to Excel'] },
    { name: 'count-bags', who: 'manager', path: '/dashboard/more/cash-withdrawal/count', main: ['button', 'Save count'] },
    { name: 'cash-differences', who: 'manager', path: '/dashboard/more/cash-withdrawal/differences', main: ['link', 'Cash withdraws'] },
    { name: 'read-outs', who: 'manager', path: '/dashboard/more/read-outs', main: ['button', 'Choose files'] },
    { name: 'stock-changes', who: 'manager', path: '/dashboard/more/refill-history', main: ['button', 'The day before'] },
    { name: 'all-changes', who: 'manager', path: '/dashboard/more/changes', main: ['combobox', 'Person'] },
    { name: 'day-sheet', who: 'manager', path: '/dashboard/more/day-sheet', main: ['combobox', 'Person'] },
    { name: 'issues', who: 'manager', path: '/dashboard/more/issues', main: ['button', 'Payment problem'] },
    { name: 'issue', who: 'manager', path: '/dashboard/more/issues', main: ['link', 'All transactions of that time'], prepare: openIssue },
    { name: 'events', who: 'manager', path: '/dashboard/more/events', main: ['link', 'Earlier events'] },
    {
      name: 'notifications',
      who: 'manager',
      path: '/dashboard/more/events',
      main: ['link', /^Customer: Payment problem/],
      prepare: openBell,
    },
    { name: 'passes', who: 'manager', path: '/dashboard/more/employee-passes', main: ['button', 'Add prepaid card'] },
    { name: 'developer', who: 'manager', path: '/dashboard/more/developer', main: ['button', 'Create API key'] },
    {
      name: 'webhook-add',
      who: 'manager',
      path: '/dashboard/more/developer',
      main: ['textbox', 'Address'],
      prepare: (page, say) => page.getByRole('button', { name: say('webhooks:add') }).click(),
    },
    { name: 'webhook', who: 'manager', path: '/dashboard/more/developer', main: ['button', 'Send test'], prepare: openWebhook },
    { name: 'review-items', who: 'manager', path: '/dashboard/review-items', main: ['link', 'Dashboard'] },
    { name: 'your-devices', who: 'manager', path: '/dashboard/more/devices-list', main: ['button', 'Add device'] },
    { name: 'blik', who: 'manager', path: '/dashboard/settings/blik', main: ['textbox', 'Merchant ID'] },
    { name: 'terminals', who: 'manager', path: '/dashboard/settings/vendpay', main: ['textbox', 'Login'] },
    { name: 'deactivated-machines', who: 'manager', path: '/dashboard/settings/deactivated-machines', main: ['link', 'Settings'] },
    { name: 'machine-groups', who: 'manager', path: '/dashboard/settings/machine-groups', main: ['textbox', 'New group'] },
    { name: 'settings', who: 'manager', path: '/dashboard/settings', main: ['link', 'Your profile'] },
    { name: 'planning', who: 'manager', path: '/dashboard/settings/planning', main: ['switch', 'Plan drafts every night'] },
    { name: 'employees', who: 'manager', path: '/dashboard/settings/employees', main: ['button', 'Create account'] },
    { name: 'invite', who: 'manager', path: '/dashboard/settings/employees', main: ['button', 'Create link'], prepare: openInvite },
    { name: 'company', who: 'manager', path: '/dashboard/settings/company', main: ['textbox', 'Legal name'] },
    { name: 'profile', who: 'manager', path: '/dashboard/settings/profile', main: ['textbox', 'First name'] },
    { name: 'other-settings', who: 'manager', path: '/dashboard/settings/local-device', main: ['combobox', 'System language'] },
    { name: 'signed-in-devices', who: 'manager', path: '/dashboard/settings/devices', main: ['link', 'Settings'] },
    { name: 'notification-settings', who: 'manager', path: '/dashboard/settings/notifications', main: ['link', 'Settings'] },
    { name: 'alert-settings', who: 'manager', path: '/dashboard/settings/alerts', main: ['button', 'Create alert'] },
    { name: 'quiet-hours', who: 'manager', path: '/dashboard/settings/quiet-hours', main: ['link', 'Settings'] },
    { name: 'invoices', who: 'manager', path: '/dashboard/settings/invoices', main: ['link', 'Settings'] },
    { name: 'change-plan', who: 'manager', path: '/dashboard/settings/change-plan', main: ['link', 'Invoices'] },
    { name: 'other', who: 'manager', path: '/dashboard/other', main: ['link', 'Transactions'] },
  ]
}

/** Loads a screen and waits until it is complete: no pending request, no loading state, fonts loaded. */
export async function show(page: Page, { path, prepare }: Screen, language = 'en'): Promise<void> {
  const say = sayIn(language)
  await page.goto(path)
  await expectLoaded(page, say)
  await prepare?.(page, say)
}

/** The main action of this screen. */
export const mainAction = (page: Page, [role, name]: Screen['main']): Locator =>
  page
    .getByRole(role, typeof name === 'string' ? { name, exact: true } : { name })
    .filter({ visible: true })
    .first()

export async function expectLoaded(page: Page, say = sayIn('en')): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).not.toHaveCount(0)
  await expect(page.getByRole('status', { name: say('common:loading') })).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/** The same screen on another device or at another time of day. */
export async function setAppearance(page: Page, viewport: { width: number; height: number }, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  // Waits for all animations to finish.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))))
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

async function waitForPicture(page: Page) {
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState >= video.HAVE_CURRENT_DATA))
    .toBe(true)
}

async function openInvite(page: Page, say: Say) {
  await page.getByRole('button', { name: say('employees:invite.open') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

async function openCommission(page: Page, say: Say) {
  await page.getByRole('button', { name: say('commissions:change') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

async function askToRestock(page: Page, say: Say) {
  await page.getByRole('button', { name: say('stock:fillAll') }).click()
  await page.getByRole('button', { name: say('stock:confirmRestock') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

async function askToCount(page: Page, say: Say) {
  await page
    .getByRole('spinbutton', { name: say('stock:countOf') })
    .first()
    .press('Enter')
  await page.getByRole('button', { name: say('stock:confirmChanges') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Selects all rows of a table, which needs a desktop. */
async function selectRows(page: Page, say: Say) {
  await page.setViewportSize(DESK)
  await select(page.getByRole('checkbox', { name: say('common:table.selectAll') }))
}

/** `check` gives up if the box is checked a moment later, as on a busy machine. */
async function select(box: Locator) {
  await box.click()
  await expect(box).toBeChecked()
}

/** Opens the first template for snack machines. */
async function openTemplate(page: Page, say: Say) {
  await page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByText(say('machines:SNACK')) })
    .first()
    .getByRole('link')
    .click()
  await expect(page.getByRole('button', { name: say('templates:delete.do') })).toBeVisible()
}

/** A text that contains another. */
const within = ({ source }: RegExp) => new RegExp(source.replace(/^\^|\$$/g, ''))

/** Previews the first template for snack machines. */
async function previewTemplate(page: Page, say: Say) {
  await page.getByRole('combobox', { name: say('templates:template') }).click()
  await page
    .getByRole('option', { name: within(say('machines:SNACK')) })
    .first()
    .click()
  await expect(page.getByRole('table')).toBeVisible()
}

/** Opens the prices of the first product that a machine sells. */
async function openPrices(page: Page, say: Say) {
  const links = page.getByRole('link', { name: say('products:prices.open') })
  const all = page.getByRole('checkbox', { name: say('common:table.selectAll') })
  await page.setViewportSize(DESK)
  for (let index = 0; ; index++) {
    await links.nth(index).click()
    await expect(all.or(page.getByText(say('products:prices.none')))).toBeVisible()
    if (await all.isVisible()) break
    await page.goBack()
  }
  await select(all)
}

const planRest = (page: Page, say: Say) => page.getByRole('button', { name: say('day:rest.open') }).click()

async function openPreferences(page: Page, say: Say) {
  await page.getByRole('button', { name: say('shell:userMenu') }).click()
  await page.getByRole('menuitem', { name: say('shell:preferences') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Opens the tasks of a stop, on a round that is added if there is none. */
async function openTasks(page: Page, say: Say) {
  await page.setViewportSize(DESK)
  const stop = page.getByRole('button', { name: say('dispatch:menuOf') }).first()
  const roundMenu = page.getByRole('button', { name: say('dispatch:roundMenu') }).first()
  const addRound = page.getByRole('button', { name: say('dispatch:addRound') }).first()
  await expect(roundMenu.or(addRound).first()).toBeVisible()
  if ((await roundMenu.count()) === 0) {
    await addRound.click()
    await page.getByRole('menuitem').first().click()
    await expect(roundMenu).toBeVisible()
  }
  if ((await stop.count()) === 0) {
    const free = page.getByRole('button', { name: say('dispatch:free.add') }).first()
    await free.click()
    await page.getByRole('menuitem').first().click()
  }
  await stop.click()
  await page.getByRole('menuitem', { name: say('dispatch:editTasks') }).click()
  await expect(page.getByRole('button', { name: say('dispatch:saveTasks') })).toBeVisible()
}

async function openIssue(page: Page, say: Say) {
  const name = say('issues:kind.PAYMENT_PROBLEM')
  await page.getByRole('button', { name }).first().click()
  await expect(page.getByRole('dialog', { name }).getByRole('combobox')).toBeVisible()
}

async function openBell(page: Page, say: Say) {
  await page.getByRole('button', { name: say('notifications:bell') }).click()
  await expect(page.getByRole('dialog', { name: say('notifications:bell') })).toBeVisible()
}

async function openOrder(page: Page, say: Say) {
  await page
    .getByRole('link', { name: say('supplierOrders:orderNumber') })
    .last()
    .click()
  await expect(page.getByRole('button', { name: say('supplierOrders:pdf.ask') })).toBeVisible()
}

/** Opens the page of a webhook, creating one if there is none. */
async function openVan(page: Page) {
  await page
    .getByRole('link', { name: /^NT-HV/ })
    .first()
    .click()
}

async function openWebhook(page: Page, say: Say) {
  const address = page.getByRole('link', { name: 'https://shop.example/hook' })
  await expect(address.or(page.getByText(say('webhooks:none')))).toBeVisible()
  if ((await address.count()) === 0) {
    await page.getByRole('button', { name: say('webhooks:add') }).click()
    await page.getByRole('textbox', { name: say('webhooks:address') }).fill('https://shop.example/hook')
    await page.getByRole('checkbox', { name: say('webhooks:kind.sale.recorded') }).check()
    await page.getByRole('button', { name: say('webhooks:save') }).click()
    await page.getByRole('button', { name: say('developer:done') }).click()
  }
  await address.click()
}
