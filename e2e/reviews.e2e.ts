import { refillChangedSlot } from './support/changed-slot.ts'
import { expect, test } from './support/stage.ts'

test('a refill of a reassigned slot creates a review item for the manager', async ({ takeDesk, takePhone, snackMachine, manager }) => {
  const { machine, slot, other, phone } = await refillChangedSlot({ takePhone, snackMachine, manager })

  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard')
  await expect(desk.page.getByRole('heading', { name: 'What happened' })).toBeVisible()

  await phone.findSignal()
  await expect(phone.chip()).toHaveText('All sent')

  // The open dashboard updates live.
  const refilled = desk.page.getByRole('listitem').filter({ hasText: 'Refilled: 1 piece' }).first()
  await expect(refilled).toContainText(machine.name)
  await refilled.getByRole('button', { name: 'Details: Refilled: 1 piece' }).click()
  await expect(refilled).toContainText('+1')
  await desk.page.getByRole('link', { name: 'Decide', exact: true }).click()

  const question = desk.page.getByRole('listitem', {
    name: new RegExp(`no longer there: slot ${slot.slotNumber}, ${slot.product.name}, ${machine.name}`),
  })
  await expect(question).toContainText(`that slot had been changed: it holds ${other.name} now`)
  await question.getByRole('button', { name: `It was ${other.name}: count 1 there` }).click()
  await expect(question).toBeHidden()

  await desk.page.goto(`/dashboard/shortages?machine=${machine.id}&tab=INVENTORY_TAB`)
  await desk.showList()
  await desk.page.getByRole('button', { name: `Why this number? ${slot.slotNumber} · ${other.name}`, exact: true }).click()
  const history = desk.page.getByRole('dialog', { name: `Why this number? ${slot.slotNumber} · ${other.name}` })
  await expect(history.getByRole('listitem')).toHaveCount(1)
  await expect(history.getByRole('listitem')).toContainText('Moved')
  await expect(history.getByRole('listitem')).toContainText('+1')

  // Undoing the decision reopens the review item.
  await history.getByRole('button', { name: /^Undo: Moved/ }).click()
  await desk.page.getByRole('dialog', { name: 'Undo this operation?' }).getByRole('button', { name: 'Undo' }).click()
  await expect(history.getByRole('listitem')).toContainText('Undone')
  await expect
    .poll(async () => (await manager.stock(machine.id)).find(({ slotNumber }) => slotNumber === slot.slotNumber)?.currentQuantity)
    .toBe(0)
})
