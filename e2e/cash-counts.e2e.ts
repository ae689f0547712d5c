import type { CashWithdraw } from '#contract/cash.ts'
import { countTaps } from './support/actions.ts'
import { expect, test } from './support/stage.ts'

test('a bag collected offline arrives once and is counted blind with the keyboard', async ({
  takePhone,
  takeDesk,
  snackMachine,
  manager,
}) => {
  const machine = await snackMachine('serviceman', 5)
  await manager.ask('POST', `/machines/${machine.id}/cash-withdraws`)
  const phone = await takePhone()
  await phone.signInByForm('serviceman')
  await phone.keepsEverything()
  const { page } = phone
  const open = async () => {
    await page.goto(`/dashboard/serviceman/machines/${machine.id}/shortages`)
    await expect(page.getByRole('heading', { name: machine.name })).toBeVisible()
  }
  const cash = page.getByRole('button', { name: 'Cash', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Take cash out' })
  const confirm = dialog.getByRole('button', { name: 'I have taken it out' })

  await test.step('offline, taking the cash takes two taps', async () => {
    await phone.loseSignal()
    await open()
    const taps = await countTaps(page)
    await cash.click()
    await confirm.click()
    await expect(page.getByText('Cash withdrawal saved')).toBeVisible()
    expect(await taps()).toBe(2)
    await expect(dialog).toBeHidden()
  })

  await test.step('bag and amount survive a reload, and wrong amounts are not recorded', async () => {
    await cash.click()
    await dialog.getByRole('textbox', { name: 'Bag number' }).fill('b 4711')
    await dialog.getByRole('textbox', { name: 'Counted amount' }).fill('1x')
    await expect(confirm).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'Counted amount' }).fill('')
    await dialog.getByRole('button', { name: 'Counters and change' }).click()
    await dialog.getByRole('textbox', { name: 'Put into the machine' }).fill('10')
    await phone.keepsInput('"floatIn":"10"')
    await page.reload()
    await cash.click()
    await expect(dialog.getByRole('textbox', { name: 'Bag number' })).toHaveValue('b 4711')
    await expect(dialog.getByRole('textbox', { name: 'Put into the machine' })).toHaveValue('10')
    await confirm.click()
    await expect(page.getByText('Cash withdrawal saved')).toBeVisible()
    await cash.click()
    await expect(dialog.getByRole('textbox', { name: 'Bag number' })).toHaveValue('')
  })

  await phone.findSignal()
  await expect(phone.chip()).toHaveText('All sent')
  const collected = () => manager.ask<CashWithdraw[]>('GET', `/cash-withdraws?machine=${machine.id}`)
  expect((await collected()).map(({ collection }) => collection?.bag).slice(0, 3)).toEqual(['b 4711', null, null])
  expect((await collected())[0]?.collection).toMatchObject({ floatIn: 10, counted: null, expectedAmount: null })

  await test.step('the office counts it with the keyboard alone', async () => {
    const desk = await takeDesk()
    await desk.signInByForm('manager')
    await desk.page.goto('/dashboard/more/cash-withdrawal')
    await desk.page.getByRole('main').getByRole('link', { name: 'Count bags' }).click()
    const keys = desk.page.keyboard
    await expect(desk.page.getByRole('textbox', { name: 'Bag number' })).toBeFocused()
    const uncounted = desk.page.getByRole('row').filter({ hasText: 'b 4711' })
    await expect(uncounted).toContainText(machine.name)
    await expect(uncounted).not.toContainText('€')
    await keys.type('B4711')
    await keys.press('Enter')
    await expect(desk.page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await keys.type('12.50')
    await keys.press('Enter')
    const last = desk.page.getByRole('status').filter({ hasText: 'B4711' })
    await expect(last).toContainText(`${machine.name}: €12.50`)
    await expect(last).toContainText('€12.50 too much')
    await expect(desk.page.getByRole('textbox', { name: 'Bag number' })).toBeFocused()
    await expect(desk.page.getByRole('textbox', { name: 'Bag number' })).toHaveValue('')
    await expect(desk.page.getByRole('textbox', { name: 'Amount' })).toHaveValue('')
    const counted = desk.page.getByRole('table', { name: 'Counted bags' }).getByRole('row').filter({ hasText: 'B4711' })
    await expect(counted).toContainText('by cash sales')
    expect((await collected())[0]?.collection).toMatchObject({ counted: { amount: 12.5 }, expectedAmount: 0, difference: 12.5 })

    await desk.page.getByRole('button', { name: 'Undo count' }).click()
    await expect(counted).toBeHidden()
    await expect(uncounted).toBeVisible()

    // A bag whose collection has not arrived is counted too.
    await desk.page.getByRole('textbox', { name: 'Bag number' }).fill('C-1')
    await keys.press('Enter')
    await expect(desk.page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await keys.type('7')
    await keys.press('Enter')
    await expect(desk.page.getByRole('status').filter({ hasText: 'C-1: €7.00' })).toContainText('Collection not received yet')
  })

  await test.step('a collection without a bag number is counted by its machine', async () => {
    const desk = await takeDesk()
    await desk.signInByForm('manager')
    await desk.page.goto('/dashboard/more/cash-withdrawal/count')
    await desk.page
      .getByRole('button', { name: `Count the bag from ${machine.name}` })
      .last()
      .click()
    await expect(desk.page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await desk.page.keyboard.type('3')
    await desk.page.keyboard.press('Enter')
    await expect(desk.page.getByRole('status').filter({ hasText: machine.name })).toContainText('€3.00')
    await expect(desk.page.getByRole('textbox', { name: 'Bag number' })).toBeFocused()
    await desk.page.goto('/dashboard/more/cash-withdrawal/differences')
    await expect(desk.page.getByRole('table', { name: 'By machine' }).getByRole('row').filter({ hasText: machine.name })).toContainText(
      'Within chance',
    )
  })
})
