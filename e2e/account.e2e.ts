import { sql } from 'drizzle-orm'
import type { Db } from '../server/db/client.ts'
import { aMailbox } from './support/mailbox.ts'
import { expect, test } from './support/stage.ts'

const EMAIL = 'ada@kawa.example'
const FIRST = 'a long enough one'
const SECOND = 'another long one'

/** Leaves the subscription without a paid month. */
const withoutInvoices = async (db: Db) => void (await db.execute(sql`delete from invoices`))
test.use({ prepareData: async ({ browserName: _ }, use) => use(withoutInvoices) })

test('sign-up: request, password by mail, terms, first machine', async ({ takeDesk, startOther }) => {
  const mailbox = await aMailbox()
  const server = await startOther(mailbox.settings)
  try {
    const desk = await takeDesk({ server: server.url })
    const { page } = desk
    await page.goto('/register?name=Ada%20Nowak&companyName=Kawa')
    await expect(page.getByLabel('Your name')).toHaveValue('Ada Nowak')
    const submit = page.getByRole('button', { name: 'Create the account' })
    await expect(submit).toBeDisabled()
    await page.getByLabel('E-mail').fill(EMAIL)
    await submit.click()
    await expect(page.getByText('Check your e-mail')).toBeVisible()

    await page.goto(await mailbox.linkFor(EMAIL))
    await page.getByLabel('New password', { exact: true }).fill(FIRST)
    await page.getByLabel('Repeat the password').fill('something else')
    await page.getByLabel('Repeat the password').blur()
    await expect(page.getByText('The passwords must be the same')).toBeVisible()
    await page.getByLabel('Repeat the password').fill(FIRST)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('link', { name: 'Go to sign-in' }).click()
    await desk.typeSignIn(EMAIL, FIRST)

    const terms = page.getByRole('dialog', { name: 'Terms of service' })
    await expect(terms).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(terms).toBeVisible()
    await terms.getByRole('button', { name: 'Accept' }).click()
    await expect(terms).toBeHidden()

    // Lists of an empty company lead to the first machine.
    for (const path of ['', '/machines', '/rounds', '/reports/money', '/shortages', '/more/issues']) {
      await page.goto(`/dashboard${path}`)
      await expect(page.getByText('No machines yet')).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: 'New machine' }).last()).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: 'Import machines' })).toBeVisible()
    }
    // There is nothing to choose from beside the next step.
    await expect(page.getByRole('searchbox', { name: 'Search machine' })).toBeHidden()
    await page.goto('/dashboard/more/cash-withdrawal/differences')
    await expect(page.getByRole('main').getByRole('link', { name: 'Count bags' }).last()).toBeVisible()
    await page.goto('/dashboard/inventory')
    await expect(page.getByText('No products yet')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'New product' })).toBeVisible()
    await page.goto('/dashboard')

    const trial = page.getByRole('region', { name: 'Your trial' })
    await expect(trial).toContainText('30 days left')
    await trial.getByRole('link', { name: 'Add a vending machine' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lobby')
    await page.getByRole('button', { name: 'Set the machine up' }).click()
    await expect(page.getByText('Lobby is set up')).toBeVisible()
    await page.goto('/dashboard')
    await expect(trial.getByRole('listitem').filter({ hasText: 'Add a vending machine' })).toContainText('Done')
    const days = page.getByRole('region', { name: 'Sold in the last 30 days' })
    await expect(days).toContainText('Nothing sold in 30 days')
    await expect(days.locator('svg.recharts-surface')).toHaveCount(0)
    // Its stock is unknown until it has slots, and the next step is there.
    const needsAction = page.getByRole('region', { name: 'Needs action' })
    await expect(needsAction).toContainText('No machine needs action')
    await expect(needsAction).toContainText('No slot or canister of Lobby has a maximum yet')
    await needsAction.getByRole('link', { name: 'Edit products' }).click()
    await page.getByRole('tab', { name: 'Overview' }).click()
    const stock = page.getByRole('region', { name: 'Stock', exact: true })
    await expect(stock).toContainText('No slots or canisters are set up here.')
    await expect(stock).not.toContainText('%')
    await stock.getByRole('link', { name: 'Edit products' }).click()
    await expect(page.getByText('This machine has no slots yet')).toBeVisible()
    // A phone's bar marks the place of a page that is not in it.
    const size = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/dashboard/more/events')
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Other' })).toHaveAttribute('aria-current', 'page')
    await page.setViewportSize(size ?? { width: 1440, height: 900 })
    await page.goto('/dashboard')
    await page.reload()
    await expect(terms).toBeHidden()
    // The reload can interrupt the request, which is then sent again.
    const sent = page.waitForResponse(
      (response) => response.url().endsWith('/api/accounts/me/settings') && response.request().method() !== 'GET' && response.ok(),
    )
    await trial.getByRole('button', { name: 'Hide steps' }).click()
    await page.reload()
    const show = trial.getByRole('button', { name: 'Show setup steps' })
    await expect(show).toBeVisible()
    await expect(trial.getByRole('listitem')).toHaveCount(0)
    await sent
    // Another device of the user has no copy.
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await expect(show).toBeVisible()
    await expect(trial.getByRole('listitem')).toHaveCount(0)
    await show.click()

    await trial.getByRole('link', { name: 'Add an employee' }).click()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('textbox', { name: 'First name' }).fill('Nora')
    await page.getByRole('textbox', { name: 'Last name' }).fill('Field')
    await page.getByRole('button', { name: 'Make a password' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.goto('/dashboard')
    await expect(trial.getByRole('listitem').filter({ hasText: 'Add an employee' })).toContainText('Done')

    await trial.getByRole('link', { name: 'How to do it' }).click()
    await expect(page.getByRole('heading', { name: 'First steps with your company' })).toBeVisible()
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'User guides' }).click()
    await page.getByRole('link', { name: /^Alerts/ }).click()
    await page.getByRole('link', { name: 'Open this screen' }).click()
    await expect(page).toHaveURL('/dashboard/settings/alerts')
  } finally {
    await mailbox.close()
  }
})

test('password reset by mail works once and signs out every device', async ({ takeDesk, takePhone, startOther }) => {
  const mailbox = await aMailbox()
  const server = await startOther(mailbox.settings)
  try {
    const other = await takePhone({ server: server.url })
    await other.signIn('manager')
    const desk = await takeDesk({ server: server.url })
    const { page } = desk
    await page.goto('/login')
    await page.getByRole('link', { name: 'Reset password' }).click()
    await page.getByLabel('E-mail').fill('Manager@halbzeit.example')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('Check your e-mail')).toBeVisible()
    const link = await mailbox.linkFor('manager@halbzeit.example')
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill(SECOND)
    const mismatch = page.getByText('The passwords must be the same')
    await page.getByLabel('Repeat the password').fill(SECOND)
    await expect(page.getByRole('button', { name: 'Set the password' })).toBeEnabled()
    expect(await mismatch.count()).toBe(0)
    await page.getByLabel('New password', { exact: true }).fill(FIRST)
    await expect(mismatch).toBeVisible()
    await page.getByLabel('New password', { exact: true }).fill(SECOND)
    await expect(mismatch).toBeHidden()
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(page.getByText('Sign in as manager.')).toBeVisible()
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill(FIRST)
    await page.getByLabel('Repeat the password').fill(FIRST)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(page.getByText('This link no longer works')).toBeVisible()
    await other.page.reload()
    await expect(other.page).toHaveURL(/\/login/)
    await page.goto('/login')
    await desk.typeSignIn('manager', SECOND)
    await expect(page).toHaveURL('/dashboard')
  } finally {
    await mailbox.close()
  }
})

test('an unpaid plan ends, is paid again, and runs its paid month', async ({ takeDesk }) => {
  const desk = await takeDesk()
  await desk.signIn('rival')
  const { page } = desk
  const letThePaymentFail = async () => {
    await page.goto('/dashboard/settings/change-plan')
    await expect(page.getByText('Active', { exact: true })).toBeVisible()
    const manage = await page.getByRole('link', { name: 'Cancel subscription' }).getAttribute('href')
    await page.goto(manage ?? '')
    await page.getByRole('button', { name: 'Simulate a failed payment' }).click()
    await expect(page.getByText('“Change plan” shows the date until which the subscription is paid')).toBeVisible()
  }
  await letThePaymentFail()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/pricing')
  await page.getByRole('button', { name: 'Activate again' }).click()
  await page.getByRole('button', { name: 'Simulate a declined card' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByText('Account has been upgraded!')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')

  await page.goto('/dashboard/settings/invoices')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(2)
  await page.goto((await rows.nth(1).getByRole('link').getAttribute('href')) ?? '')
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()

  await letThePaymentFail()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/dashboard/settings/change-plan')
  await expect(page.getByText(/^The last payment failed\. The subscription is paid until /)).toBeVisible()
})

test('a cancelled plan is activated again from the page of plans, with a toast', async ({ takeDesk }) => {
  const desk = await takeDesk()
  await desk.signIn('manager')
  const { page, network } = desk
  const cancel = async () => {
    await page.goto('/dashboard/settings/change-plan')
    await page.goto((await page.getByRole('link', { name: 'Cancel subscription' }).getAttribute('href')) ?? '')
    await page.getByRole('button', { name: 'Cancel the subscription' }).click()
    await expect(page.getByText('“Change plan” shows the date until which the subscription is paid')).toBeVisible()
    await page.goto('/pricing')
  }
  const activate = page.getByRole('button', { name: 'Activate again' })
  // The first cancellation ends a plan that was never paid.
  await cancel()
  await activate.click()
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByText('Account has been upgraded!')).toBeVisible()
  await cancel()
  network.fault(({ path, method }) => (method === 'PUT' && path.endsWith('/subscriptions') ? { status: 500 } : 'pass'))
  await activate.click()
  await expect(page.getByText('Plan could not be changed. Please contact support.')).toBeVisible()
  network.fault()
  await activate.click()
  await expect(page.getByText('Plan has been changed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Your current plan' })).toBeDisabled()
})

test('without a mail server, no page promises a mail', async ({ takeDesk }) => {
  const desk = await takeDesk()
  const { page } = desk
  const promises = page.getByText(/we (have written|send)|we’ll send|check your e-mail|mails? (go|is on its way)|by mail/i)
  const leads = async (text: string) => {
    await expect(page.getByText(text).first()).toBeVisible()
    await expect(promises).toHaveCount(0)
  }
  await page.goto('/get-started')
  await leads('Get started')
  await page.goto('/register?name=Ada&companyName=Kawa&email=ada@kawa.example')
  await leads('This server sends no mail yet')
  await page.getByLabel('Company').blur()
  await page.getByRole('button', { name: 'Create the account' }).click()
  await leads('Your request is recorded')
  await page.goto('/reset')
  await page.getByLabel('E-mail').fill('ada@kawa.example')
  await leads('This server sends no mail yet')
  await page.getByRole('button', { name: 'Request the link' }).click()
  await leads('Your request is recorded')
  await desk.signInByForm('manager')
  await page.goto('/dashboard/settings/notifications')
  await expect(page.getByText('This server sends no e-mail yet')).toBeVisible()
  await leads('Notifications')
})
