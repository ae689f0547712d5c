import { expect, test } from './support/stage.ts'

test('a machine is selected with the keyboard and opens beside the list', async ({ takeDesk }) => {
  const desk = await takeDesk()
  await desk.signIn('manager')
  const { page } = desk
  await page.goto('/dashboard/machines')
  const row = (index: number) => page.locator(`tr[aria-rowindex="${index + 1}"]`)
  await row(1).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await expect(row(2).getByRole('checkbox')).toBeChecked()
  const name = await row(2).getByRole('link').innerText()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name })).toBeVisible()
  await expect(page).toHaveURL(/[?&]machine=\d+/)
  await page.reload()
  await expect(page.getByRole('complementary', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name })).toBeHidden()
})

test('the palette opens a machine, and ? lists the keys', async ({ takeDesk, manager }) => {
  const [machine] = await manager.machines()
  if (!machine) throw new Error('the company has no machine')
  const desk = await takeDesk()
  await desk.signIn('manager')
  const { page } = desk
  await expect(page.getByRole('button', { name: 'Go to or do' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Select the row')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Machine, product, person, page or action' }).fill(machine.name)
  await expect(page.getByRole('dialog').getByRole('button', { name: machine.name }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/dashboard/machines/${machine.id}`)
})
