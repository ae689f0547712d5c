import { countTaps } from './support/actions.ts'
import { HAND } from './support/phone.ts'
import { expect, test } from './support/stage.ts'

test('the author of a price change is found in at most 2 actions', async ({ takeDesk, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 3)
  const [slot, other] = await manager.slots(machine.id)
  if (!slot || !other) throw new Error('the machine has too few slots')
  const edit = (slotId: number, vendPrice: number) => manager.ask('PATCH', `/machines/${machine.id}/slots`, [{ slotId, vendPrice }])
  await edit(slot.slotId, 1.5)
  await edit(slot.slotId, 1.8)
  await edit(other.slotId, 2.9)
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', `/dashboard/machines/${machine.id}`)
  const taps = await countTaps(page)
  await page.getByRole('link', { name: 'Changes', exact: true }).click()
  const list = page.getByRole('table', { name: 'All changes' })
  const row = list.getByRole('row').filter({ hasText: 'Slots changed' })
  await expect(row).toHaveCount(3)
  await expect(row.first()).toContainText(`Slot ${other.slotNumber}`)
  await expect(row.nth(1)).toContainText(/Price: €1\.50 → €1\.80/)
  await expect(row.nth(1)).toContainText(`Slot ${slot.slotNumber}`)
  await expect(row.nth(1).getByRole('link', { name: machine.name })).toBeVisible()
  expect(await taps()).toBeLessThanOrEqual(2)

  // From the slot: only its own changes.
  await page.goto(`/dashboard/shortages?machine=${machine.id}&tab=PRODUCTS_TAB`)
  await page.getByRole('link', { name: `Changes of slot ${slot.slotNumber}`, exact: true }).click()
  await expect(row).toHaveCount(2)
  await expect(page).toHaveURL(new RegExp(`machine=${machine.id}&slot=${slot.slotId}`))
  await page.getByRole('button', { name: 'Changes of all slots' }).click()
  await expect(row).toHaveCount(3)
})

test('changes are filtered by kind and person, and the filters are in the address', async ({ takeDesk, manager }) => {
  const name = `Tour ${Date.now()}`
  const { machineGroupId } = await manager.ask<{ machineGroupId: number }>('POST', '/groups', { name })
  await manager.ask('PATCH', `/groups/${machineGroupId}`, { name: `${name} north` })
  await manager.ask('DELETE', `/groups/${machineGroupId}`)
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByRole('link', { name: 'Activity' }).click()
  await navigation.getByRole('link', { name: 'All changes' }).click()
  const list = page.getByRole('table', { name: 'All changes' })
  await page.getByRole('group', { name: 'Kind of change' }).getByText('Machines', { exact: true }).click()
  await expect(page).toHaveURL(/kind=machines/)
  const renamed = list.getByRole('row').filter({ hasText: 'Group renamed' }).first()
  await expect(renamed).toContainText(`Name: ${name} → ${name} north`)
  await expect(list.getByRole('row').filter({ hasText: 'Group deleted' }).first()).toContainText(`${name} north`)
  await expect(list).not.toContainText('Signed in')

  // Nothing is shown as it is stored.
  await page.goto('/dashboard/more/changes')
  await expect(list.getByRole('row').nth(1)).toBeVisible()
  await expect(list).not.toContainText(/[{}[\]"]|undefined|null|NaN|object Object/)

  // On a phone an entry without values has no label for them.
  await page.setViewportSize(HAND)
  const label = (action: string) => list.getByRole('row').filter({ hasText: action }).first().getByText('Before → after')
  await expect(label('Group renamed')).toBeVisible()
  await expect(label('Signed in')).toBeHidden()

  await page.getByRole('combobox', { name: 'Person' }).click()
  await page.getByRole('listbox').getByRole('option').first().click()
  await expect(page).toHaveURL(/person=\d+/)
})

test('a day sheet shows the visits of a person and their other changes', async ({ takeDesk, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 3)
  const [place] = await manager.stock(machine.id)
  const [slot] = await manager.slots(machine.id)
  if (!place || !slot) throw new Error('the machine has no slots')
  const counted = {
    productInstallationId: place.productInstallationId,
    quantity: place.currentQuantity - 1,
    baseQuantity: place.currentQuantity,
  }
  await manager.ask('POST', `/machines/${machine.id}/inventory`, { type: 'LOSS', note: 'Past its date', stocks: [counted] })
  await manager.ask('PATCH', `/machines/${machine.id}/slots`, [{ slotId: slot.slotId, vendPrice: 3.1 }])
  const { userId } = await manager.ask<{ userId: number }>('GET', '/accounts/me')
  const desk = await takeDesk()
  const { page } = desk
  await desk.signIn('manager', `/dashboard/more/changes?person=${userId}`)
  await page.getByRole('link', { name: 'Day sheet' }).click()
  const visit = page.getByRole('region', { name: 'Visits' }).getByRole('region').filter({ hasText: machine.name })
  await expect(visit).toContainText('Past its date')
  // The head of the sheet shows the person and the day.
  await expect(visit).not.toContainText(/Katharina|\/\d{4}/)
  const row = page.getByRole('table', { name: 'All changes' }).getByRole('row').filter({ hasText: machine.name })
  await expect(row.first()).toContainText('→ €3.10')
  await page.getByRole('button', { name: 'The day before' }).click()
  await expect(visit).toHaveCount(0)
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/)
  await page.goto('/dashboard/more/day-sheet')
  await expect(page.getByText('Their visits and other changes of the day appear here.')).toBeVisible()
})
