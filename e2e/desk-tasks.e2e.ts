import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/stage.ts'

/** The actions of each task on the desk: before, as measured on the previous screens, and the limit. */
const TASKS = {
  '15 machines to a new employee': { before: '≥ 45', most: 6 },
} as const

/** Counts what a user does: clicks, keys and filled fields. */
class Actions {
  #count = 0
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }
  async click(target: Locator, options: Parameters<Locator['click']>[0] = {}) {
    this.#count++
    await target.click(options)
  }
  async fill(target: Locator, text: string) {
    this.#count++
    await target.fill(text)
  }
  async press(key: string) {
    this.#count++
    await this.#page.keyboard.press(key)
  }
  end(task: keyof typeof TASKS) {
    const { before, most } = TASKS[task]
    console.info(`${task}: ${before} actions before, ${this.#count} now, at most ${most}`)
    expect(this.#count).toBeLessThanOrEqual(most)
  }
}

test('fifteen machines are assigned to a new employee, and the assignment is undone', async ({ takeDesk, manager }) => {
  const { userId: id } = await manager.ask<{ userId: number }>('POST', '/users', {
    firstName: 'Nora',
    lastName: 'Winter',
    login: 'nwinter_abcde',
    plainPassword: 'tomato12',
    companyRole: 'ROLE_EMPLOYEE',
  })
  for (let number = 1; number <= 8; number++) await manager.ask('POST', '/machines', { name: `Annex ${number}`, type: 'SNACK' })
  const theirs = async () => (await manager.ask<unknown[]>('GET', `/machines?serviceman=${id}&size=100`)).length
  const desk = await takeDesk()
  await desk.signIn('manager')
  const { page } = desk
  await page.goto('/dashboard/machines')
  const tickIn = (row: number) => page.locator(`tr[aria-rowindex="${row + 1}"]`).getByRole('checkbox')
  const actions = new Actions(page)
  await actions.click(tickIn(1))
  await page.mouse.wheel(0, 600)
  await actions.click(tickIn(15), { modifiers: ['Shift'] })
  await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toContainText('15 selected')
  await actions.click(page.getByRole('combobox', { name: 'Assign to…' }))
  await actions.click(page.getByRole('listbox').getByRole('option', { name: 'Nora Winter' }))
  await expect(page.getByText('Nora Winter: 15 machines assigned')).toBeVisible()
  actions.end('15 machines to a new employee')
  expect(await theirs()).toBe(15)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(theirs).toBe(0)
})

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
