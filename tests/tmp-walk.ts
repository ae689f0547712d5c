import { chromium } from '@playwright/test'
import { findChromium } from './support/browser.ts'
const URL_ = 'http://127.0.0.1:18114'
const { executablePath, args } = await findChromium()
const browser = await chromium.launch({ executablePath, args, headless: true })
const [who = 'nobody', ...paths] = process.argv.slice(2)
for (const [size, viewport] of Object.entries({ phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } })) {
  for (const scheme of ['light', 'dark'] as const) {
    if (size === 'phone' && scheme === 'dark') continue
    const context = await browser.newContext({ viewport, colorScheme: scheme, locale: 'en-GB' })
    const page = await context.newPage()
    page.on('pageerror', (e) => console.log('ERR', e.message))
    page.on('console', (m) => m.type() === 'error' && console.log('CON', m.text().slice(0, 300)))
    if (who !== 'nobody') {
      await page.goto(`${URL_}/login`)
      await page.getByRole('textbox', { name: 'Login' }).fill(who)
      await page.getByLabel('Password', { exact: true }).fill('demo-demo-demo')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL(/dashboard/)
    }
    for (const path of paths) {
      await page.goto(`${URL_}${path}`)
      await page.waitForTimeout(2500)
      const name = path.replaceAll(/[^a-z]+/g, '-')
      await page.screenshot({ path: `/tmp/r-shots/${size}-${scheme}${name}.png`, fullPage: false })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      if (wide) console.log('WIDE', size, path)
    }
    await context.close()
  }
}
await browser.close()
