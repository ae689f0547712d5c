import { signInAs } from './support/office.ts'
import { PASSWORD } from './support/server.ts'
import { expect, test } from './support/stage.ts'

const MANAGERS = ['/dashboard', '/dashboard/machines', '/dashboard/shortages']
const SHARED_PATHS = ['/scan', '/shortages', '/outbox', '/install', '/dashboard/serviceman/menu', '/dashboard/serviceman/machines']

test('pages require a sign-in, which returns to the requested page', async ({ takePhone }) => {
  const phone = await takePhone({ serviceWorkers: 'block' })
  for (const address of [...MANAGERS, ...SHARED_PATHS]) {
    await phone.page.goto(address)
    await expect(phone.page).toHaveURL(`/login?next=${encodeURIComponent(address)}`)
  }
  await phone.page.goto('/outbox')
  await phone.typeSignIn('serviceman')
  await expect(phone.page).toHaveURL('/outbox')
  await phone.page.goto('/login')
  await expect(phone.page).toHaveURL('/dashboard/serviceman/menu')
})

test('the sign-in does not redirect to another origin', async ({ takePhone }) => {
  const phone = await takePhone({ serviceWorkers: 'block' })
  await phone.page.goto(`/login?next=${encodeURIComponent('//evil.example/dashboard')}`)
  await phone.typeSignIn('serviceman')
  await expect(phone.page).toHaveURL('/dashboard/serviceman/menu')
})

test('an unknown path redirects to the sign-in, or to the user’s start page', async ({ takePhone }) => {
  const phone = await takePhone({ serviceWorkers: 'block' })
  await phone.page.goto('/no/such/page')
  await expect(phone.page).toHaveURL('/login')
  await phone.typeSignIn('manager')
  await expect(phone.page).toHaveURL('/dashboard')
  await phone.page.goto('/no/such/page')
  await expect(phone.page).toHaveURL('/dashboard')
})

test('a serviceman who opens a manager page is redirected to the start page', async ({ takePhone }) => {
  const phone = await takePhone({ serviceWorkers: 'block' })
  await phone.signIn('serviceman')
  for (const address of MANAGERS) {
    await phone.page.goto(address)
    await expect(phone.page).toHaveURL('/dashboard/serviceman/menu')
  }
})

test('a wrong password and an unknown login show the same message and keep the input', async ({ takePhone }) => {
  const phone = await takePhone({ serviceWorkers: 'block' })
  await phone.page.goto('/login')
  await phone.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(phone.page.getByText('Enter your login')).toBeVisible()
  await expect(phone.page.getByText('Enter your password')).toBeVisible()
  for (const login of ['serviceman', 'nobody-of-this-name']) {
    // The message of the attempt before has the same words.
    const answered = phone.page.waitForResponse(/\/api\/oauth\/token$/)
    await phone.typeSignIn(login, 'wrong horse')
    await answered
    await expect(phone.page.getByRole('alert').filter({ hasText: 'The login or the password is wrong.' })).toBeVisible()
    await expect(phone.page.getByRole('textbox', { name: 'Login' })).toHaveValue(login)
  }
  await phone.typeSignIn('serviceman', PASSWORD)
  await expect(phone.page).toHaveURL('/dashboard/serviceman/menu')
})

test('the sign-in reports a missing network', async ({ takePhone }) => {
  const phone = await takePhone()
  await phone.page.goto('/login')
  await phone.keepsTheApp()
  await phone.loseSignal()
  await phone.page.reload()
  await expect(phone.page.getByText('No connection to the server')).toBeVisible()
  await phone.typeSignIn('serviceman')
  await expect(phone.page.getByText(/^This needs a connection to the server\./)).toBeVisible()
})

test('the language can be chosen before sign-in and is remembered', async ({ takePhone }) => {
  const phone = await takePhone()
  await phone.page.goto('/login')
  const picker = phone.page.locator('footer').getByRole('combobox')
  await expect(picker).toHaveValue('en')
  const codes = await picker.getByRole('option').evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  for (const code of codes.toReversed()) {
    await picker.selectOption(code)
    await expect(phone.page.locator('html')).toHaveAttribute('lang', code)
    await phone.page.reload()
    await expect(picker).toHaveValue(code)
    await expect(phone.page.locator('html')).toHaveAttribute('lang', code)
  }
})

test('the captcha is solved automatically', async ({ takePhone, startOther }) => {
  const strict = await startOther({ CAPTCHA: 'altcha' })
  await expect(signInAs(strict.url, 'serviceman')).rejects.toThrow('INVALID_CAPTCHA')
  const phone = await takePhone({ server: strict.url, serviceWorkers: 'block' })
  await phone.page.goto('/login')
  await phone.typeSignIn('serviceman')
  await expect(phone.page.getByRole('heading', { level: 1 })).toBeVisible()
})
