import { randomUUID } from 'node:crypto'
import { expect, test } from './support/stage.ts'

test('an API key grants its scopes and stops working when it is revoked', async ({ takeDesk, server }) => {
  const desk = await takeDesk()
  await desk.signIn('manager')
  const { page } = desk
  const dialog = page.getByRole('dialog')
  const name = `Accounting ${randomUUID().slice(0, 8)}`

  await page.goto('/dashboard/more/developer')
  await page.getByRole('button', { name: 'Create API key' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('checkbox', { name: 'Sales: read' }).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Copy the key now. You won’t see it again.')).toBeVisible()
  const key = (await dialog.getByText(/^rk_/).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(key)).toHaveCount(0)

  const ask = async (path: string) => (await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${key}` } })).status
  expect([await ask('/transactions'), await ask('/passes'), await ask('/accounts/me')]).toEqual([200, 403, 403])
  await page.reload()
  const listed = page.getByRole('listitem').filter({ hasText: name })
  await expect(listed).toContainText('Last used')
  await listed.getByRole('button', { name: `Revoke the key ${name}` }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(listed).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^(Revoke the key|Create API key)/ }).and(page.locator(':focus'))).toBeVisible()
  expect(await ask('/transactions')).toBe(401)
})

test('the API reference opens under the content security policy without errors', async ({ takeDesk }) => {
  const { page } = await takeDesk()
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  const response = await page.goto('/api/docs')
  expect(response?.headers()['content-security-policy']).toContain("script-src 'self'")
  await expect(page.getByRole('heading', { name: /^Roundsman/ })).toBeVisible()
  await page.getByRole('button', { name: 'Expand operation' }).first().click()
  await page.locator('.opblock-summary-control').first().click()
  await expect(page.getByRole('button', { name: 'Try it out' }).first()).toBeVisible()
  expect(errors).toEqual([])
})
