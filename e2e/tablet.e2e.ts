import { expect, test } from './support/stage.ts'
import { expectNothingWrong } from './support/walk.ts'

/** The tables with the most columns. */
const TABLES = [
  '/dashboard/machines',
  '/dashboard/visits',
  '/dashboard/transactions',
  '/dashboard/more/cash-withdrawal',
  '/dashboard/more/devices-list',
  '/dashboard/reports/revenue-optimization',
]

test('wide tables fit on a tablet in both directions', async ({ takePhone }) => {
  const desk = await takePhone({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  await desk.signIn('manager', '/dashboard')
  const { page } = desk
  for (const path of TABLES) {
    await page.goto(path)
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
    for (const width of [1440, 1280, 1180, 1024, 834]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNothingWrong(page, () => page.evaluate(tooWide), `${path} at ${width}`)
    }
  }
})

test('with large text, the navigation stays on the screen of a phone', async ({ takePhone }) => {
  const phone = await takePhone({ serviceWorkers: 'block' })
  await phone.signIn('serviceman')
  const { page } = phone
  const last = page.getByRole('navigation').getByRole('link', { name: 'Shortages' })
  await expect(last).toBeVisible()
  for (const percent of [145, 200]) {
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', `${size}%`), percent)
    await expect(last).toBeInViewport({ ratio: 1 })
    // The sync state grows less than the text of the page.
    const size = await phone.chip().evaluate((chip) => Number.parseFloat(getComputedStyle(chip).fontSize))
    expect(size).toBeLessThanOrEqual(16)
  }
})

/** Runs in the page: what is wider than the page, and what sticks out of its cell of a table. */
function tooWide(): string[] {
  const rightOf = (element: Element) => element.getBoundingClientRect().right
  const page = document.documentElement
  // Narrower pages show cards, whose buttons end where the values do.
  const cells = innerWidth >= 992 ? [...document.querySelectorAll('tbody td')] : []
  return [
    ...(page.scrollWidth > innerWidth ? [`the page is ${page.scrollWidth} wide`] : []),
    ...cells.flatMap((cell) =>
      [...cell.querySelectorAll('*')].some((part) => rightOf(part) > rightOf(cell) + 1.5) ? [`${cell.textContent} sticks out`] : [],
    ),
  ]
}
