import type { FileChooser, Page } from '@playwright/test'
import { expect, test } from './support/stage.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Presses Tab until the element has the focus, and expects that it is seen. */
async function tabTo(page: Page, role: 'button' | 'checkbox' | 'radio', name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name })
  for (let tabs = 0; tabs < 40; tabs++) {
    await page.keyboard.press('Tab')
    if (await target.evaluateAll((found) => found.includes(document.activeElement as HTMLElement))) {
      // Behind the header of the page it would not be seen.
      const header = await page.getByRole('banner').boundingBox()
      await expect(target).toBeInViewport({ ratio: 1 })
      expect((await target.boundingBox())?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
      return
    }
  }
  throw new Error(`the keyboard does not reach ${name}`)
}

/**
 * Chooses a file by Enter. `choosers` collects the file choosers of the page. Its listener is added earlier, because Playwright may still be
 * adding it when the key is pressed.
 */
async function chooseByKey(page: Page, choosers: FileChooser[], button: string, lines: readonly string[]): Promise<void> {
  await expect(page.getByRole('button', { name: button })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => choosers.length).toBe(1)
  await choosers.pop()?.setFiles({ name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
}

test('a whole import works with the keyboard alone, and the focus goes to its results', async ({ takeDesk, manager }) => {
  const [machine] = await manager.machines()
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/import?kind=SALES')
  const { page } = desk
  const { keyboard } = page
  const choosers: FileChooser[] = []
  page.on('filechooser', (chooser) => choosers.push(chooser))
  await tabTo(page, 'button', 'Choose a file')
  // After a file that cannot be read, the next one can be chosen at once.
  await chooseByKey(page, choosers, 'Choose a file', [''])
  await expect(page.getByRole('alert')).toBeVisible()
  await chooseByKey(page, choosers, 'Choose another file', [
    'TransDate,Device Name,LineTotal,Tender',
    `08/03/2025 02:15:30 PM,"${machine?.name}",$1.75,Credit Card`,
    '08/04/2025 09:00:00 AM,Lobby of nowhere,$1.25,Cash',
  ])
  await expect(page.getByRole('heading', { name: 'How the file was understood' })).toBeFocused()

  const monthFirst = page.getByRole('radio', { name: /^Month first/ })
  await tabTo(page, 'radio', /^Day first/)
  await expect(monthFirst).not.toBeChecked()
  await keyboard.press('ArrowDown')
  await expect(monthFirst).toBeChecked()
  await expect(page.getByText('can be read in two ways')).toBeHidden()
  await tabTo(page, 'checkbox', /^All amounts are in EUR/)
  await keyboard.press(' ')
  const result = part(page, 'What will be imported')
  await expect(result.getByText('New: 1')).toBeVisible()
  await tabTo(page, 'checkbox', 'Leave these rows out')
  await keyboard.press(' ')
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeEnabled()
  await tabTo(page, 'button', 'Import 1 row')
  await keyboard.press('Enter')
  const done = page.getByRole('status').filter({ hasText: '1 row was imported' })
  await expect(done).toBeFocused()

  await tabTo(page, 'button', 'Undo import')
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
  const confirm = dialog.getByRole('button', { name: 'Undo import' })
  await expect(confirm).toBeFocused()
  await keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const undo = part(page, 'Earlier imports').getByRole('button', { name: 'Undo import' })
  await expect(undo).toBeFocused()
  await keyboard.press('Enter')
  await expect(confirm).toBeFocused()
  await keyboard.press('Enter')
  await expect(part(page, 'Earlier imports').getByText('Undone', { exact: true })).toBeVisible()
  await expect(undo).toBeHidden()
  await expect(page.getByRole('main').locator(':focus')).toBeVisible()
})
