import { chromium } from 'playwright-core'
import { findChromium } from './support/browser.ts'
const found: any = await findChromium()
const browser = await chromium.launch({ executablePath: found.executablePath ?? found.path ?? found, args: ['--no-sandbox'] })
const shots = '/tmp/c3-shots'
for (const [name, viewport, colorScheme] of [['phone', { width: 390, height: 844 }, 'dark'], ['desk', { width: 1440, height: 900 }, 'light']] as const) {
  const context = await browser.newContext({ viewport, colorScheme, baseURL: 'http://127.0.0.1:18103' })
  const page = await context.newPage()
  page.on('pageerror', (e) => console.log('ERR', String(e)))
  await page.goto('/login?next=/dashboard/settings/alerts')
  await page.getByLabel('Login').fill('manager')
  await page.getByLabel('Password', { exact: true }).fill('demo-demo-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Alert settings' }).waitFor()
  await page.waitForTimeout(2500)
  await page.screenshot({ path: `${shots}/${name}-first.png` })
  await page.getByRole('button', { name: 'Create alert' }).first().click()
  await page.waitForTimeout(600)
  await page.screenshot({ path: `${shots}/${name}-create.png` })
  if (name === 'desk') {
    await page.getByRole('dialog').getByRole('button', { name: 'Create alert' }).click()
    await page.getByText('Alert created').waitFor()
  }
  for (const [channel, tag] of [['Notification', 'push'], ['Text message', 'sms']]) {
    if (name === 'desk' && tag === 'push') { await page.getByRole('button', { name: 'Create alert' }).first().click(); await page.waitForTimeout(500) }
    await page.getByRole('combobox', { name: 'Channel' }).click()
    await page.getByRole('option', { name: channel! }).click()
    await page.waitForTimeout(400)
    await page.screenshot({ path: `${shots}/${name}-${tag}.png` })
  }
  await page.keyboard.press('Escape')
  await page.waitForTimeout(500)
  await page.screenshot({ path: `${shots}/${name}-list.png` })
  const del = page.getByRole('button', { name: /^Delete:/ }).first()
  if (await del.count()) { await del.click(); await page.waitForTimeout(500); await page.screenshot({ path: `${shots}/${name}-delete.png` }); await page.keyboard.press('Escape') }
  await context.close()
}
await browser.close()
