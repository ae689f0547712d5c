/** Renders the PNGs of `public/icons` from the SVGs beside them. */
import { readFile, writeFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import { argumentsOf } from '../server/cli/arguments.ts'
import { findChromium } from '../tests/support/browser.ts'

argumentsOf('npm run icons', {})

const folder = new URL('../public/icons/', import.meta.url)

const drawings = [
  { from: 'roundsman.svg', to: 'icon-192.png', size: 192 },
  { from: 'roundsman.svg', to: 'icon-512.png', size: 512 },
  { from: 'maskable.svg', to: 'maskable-192.png', size: 192 },
  { from: 'maskable.svg', to: 'maskable-512.png', size: 512 },
  // iOS rounds the corners and paints transparent areas black.
  { from: 'maskable.svg', to: 'apple-touch-icon.png', size: 180 },
  { from: 'favicon.svg', to: 'favicon-32.png', size: 32 },
  { from: 'shortcut-scan.svg', to: 'shortcut-scan.png', size: 96 },
  { from: 'shortcut-shortages.svg', to: 'shortcut-shortages.png', size: 96 },
]

const { executablePath, args } = await findChromium()
const browser = await chromium.launch({ executablePath, args })
try {
  const page = await browser.newPage()
  for (const { from, to, size } of drawings) {
    const svg = await readFile(new URL(from, folder), 'base64')
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(
      `<style>body { margin: 0 } img { display: block }</style><img width="${size}" height="${size}" src="data:image/svg+xml;base64,${svg}">`,
    )
    await page.locator('img').evaluate((image: HTMLImageElement) => image.decode())
    await writeFile(new URL(to, folder), await page.screenshot({ omitBackground: true }))
  }
} finally {
  await browser.close()
}
