import { expect, test } from './support/stage.ts'

test('a serviceman reads and searches the guide without a network', async ({ takePhone }) => {
  const phone = await takePhone()
  const { page } = phone
  const search = page.getByRole('searchbox', { name: 'Search the guide' })

  await test.step('with the app, the guide of the language is cached', async () => {
    await phone.signIn('serviceman')
    await phone.keepsEverything()
    await expect.poll(() => page.evaluate(() => caches.match('/locales/guide-en.json').then(Boolean))).toBe(true)
    await phone.loseSignal()
    await page.reload()
  })

  await test.step('help opens the page about the current screen', async () => {
    await page.getByRole('link', { name: 'Shortages' }).click()
    await page.getByRole('button', { name: /, menu$/ }).click()
    await page.getByRole('menuitem', { name: 'Help' }).click()
    await expect(page.getByRole('heading', { name: 'What to take along', level: 1 })).toBeVisible()
    await expect(page.getByText('The picture is not on this device yet.')).toBeVisible()
  })

  await test.step('the search finds words of steps, and its address can be shared', async () => {
    await page.getByRole('link', { name: 'All pages' }).click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('At the machines')
    await expect(page.getByText('Tasks shows its stops in order')).toBeVisible()
    await search.fill('damaged sticker')
    await expect(page.getByRole('status').filter({ hasText: '1 page found' })).toBeVisible()
    await expect(page).toHaveURL('/dashboard/guide?q=damaged+sticker')
    await page.getByRole('link', { name: /^Open a machine by its sticker/ }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Or enter its name or code' })).toBeVisible()
    await page.goBack()
    await expect(search).toHaveValue('damaged sticker')
    await search.fill('submarine')
    await expect(page.getByText('No page matches “submarine”')).toBeVisible()
  })

  await test.step('pages of managers can be read, without a button to their screen', async () => {
    await page.goto('/dashboard/guide/prices')
    await expect(page.getByRole('heading', { name: 'Change a price in many machines' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open this screen' })).toHaveCount(0)
  })
})

test('a manager opens the guide from a screen and returns to it', async ({ takeDesk }) => {
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager')
  await page.goto('/dashboard/machines')
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/guide/machines')
  const picture = page.getByRole('img', { name: 'Picture of the screen, in English: Find and change machines' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Open this screen' }).click()
  await expect(page).toHaveURL('/dashboard/machines')
  await page.goto('/dashboard/guide/no-such-page')
  await expect(page).toHaveURL('/dashboard/guide')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('In the office')
})

test('the guide follows the language, with its labels', async ({ takePhone }) => {
  const phone = await takePhone()
  const { page } = phone
  await phone.signIn('serviceman')
  await page.evaluate(() => localStorage.setItem('language', 'ja'))
  await page.goto('/dashboard/guide?q=電波')
  await page.getByRole('link', { name: /^電波のない場所で作業する/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '今すぐ送信' })).toBeVisible()
})
