import { Actions, type Task } from './support/actions.ts'
import { readableOn } from './support/device-database.ts'
import type { Caller } from './support/office.ts'
import { expect, test } from './support/stage.ts'

type WithRouter = { __TSR_ROUTER__: { navigate(to: { to: string; state?: object }): Promise<void> } }

const INVITATION: Task = { name: 'new employee invited with 15 machines', before: '≥ 53', most: 6 }
const TRANSFER: Task = { name: 'all machines of one person to another', before: '≥ 90', most: 4 }

async function fifteenMachines(manager: Caller) {
  const known = (await manager.machines()).length
  for (let number = known + 1; number <= 15; number++) await manager.ask('POST', '/machines', { name: `Tower ${number}`, type: 'SNACK' })
  return (await manager.machines()).slice(0, 15)
}

test('an invited serviceman opens the link, sets a password and has fifteen machines', async ({ takeDesk, takePhone, manager }) => {
  const tower = await fifteenMachines(manager)
  const { machineGroupId } = await manager.ask<{ machineGroupId: number }>('POST', '/groups', { name: 'Tower' })
  await manager.ask('POST', `/groups/${machineGroupId}/machines`, { machineIds: tower.map(({ id }) => id), grouped: true })
  const office = await takeDesk()
  await office.signIn('manager', '/dashboard/settings/employees')
  const { page } = office
  const link = await test.step('a manager invites with the machines of a group, and gets a link', async () => {
    const actions = new Actions(page)
    await actions.click(page.getByRole('button', { name: 'Invite' }))
    const dialog = page.getByRole('dialog', { name: 'Invite employee' })
    await actions.fill(dialog.getByRole('textbox', { name: 'First name' }), 'Nora')
    await actions.fill(dialog.getByRole('textbox', { name: 'Last name' }), 'Winter')
    await actions.click(dialog.getByRole('combobox', { name: 'Machines' }))
    await actions.click(page.getByRole('option', { name: 'Tower', exact: true }))
    await expect(dialog.getByText('15 machines')).toBeVisible()
    await actions.click(dialog.getByRole('button', { name: 'Create link' }))
    const shown = page.getByRole('dialog', { name: 'Invitation for Nora Winter' })
    await expect(shown.getByRole('img', { name: /QR code/ })).toBeVisible()
    actions.end(INVITATION)
    const address = new URL(await shown.getByRole('textbox', { name: 'Link' }).inputValue())
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('row', { name: /Nora Winter/ })).toContainText(/Invited.*Link valid until/)
    return `${address.pathname}${address.hash}`
  })

  const [phone, other] = [await takePhone(), await takePhone()]
  await test.step('two phones open the link, and the first one that accepts is signed in', async () => {
    for (const { page: screen } of [phone, other]) {
      await screen.goto(link)
      await expect(screen.getByRole('heading', { level: 1, name: /^Join / })).toBeVisible()
      await screen.getByRole('textbox', { name: 'New password' }).fill('copper-kettle-9')
    }
    await phone.page.getByRole('button', { name: 'Set password and sign in' }).click()
    await expect(phone.page.getByRole('heading', { name: 'Welcome, Nora' })).toBeVisible()
    await expect(phone.page.getByRole('link', { name: 'Install' })).toBeVisible()
    await other.page.getByRole('button', { name: 'Set password and sign in' }).click()
    await expect(other.page.getByText('This link can no longer be used')).toBeVisible()
    await expect(other.page.getByText(/sign in as nwinter_/)).toBeVisible()
    await phone.page.getByRole('link', { name: 'Open Roundsman' }).click()
    await expect(phone.chip()).toHaveText('All sent')
    await phone.page.goto('/dashboard/serviceman/machines')
    await expect(phone.page.getByRole('link', { name: tower.at(-1)?.name ?? '' }).first()).toBeVisible()
    await expect(page.getByRole('row', { name: /Nora Winter/ })).toContainText('Enabled')
  })
})

test('a selection of more than a thousand machines survives reload, another page and back', async ({ takeDesk, manager }) => {
  const first = (await manager.machines())[0]?.id ?? 0
  const invite = Array.from({ length: 1_001 }, (_, index) => first + index)
  const office = await takeDesk()
  await office.signIn('manager', '/dashboard/machines')
  const { page } = office
  const go = (to: string, state?: object) =>
    page.evaluate((given) => void (window as unknown as WithRouter).__TSR_ROUTER__.navigate(given), { to, ...(state && { state }) })
  const dialog = page.getByRole('dialog', { name: 'Invite employee' })
  await go('/dashboard/settings/employees', { invite })
  await expect(dialog.getByText('1,001 machines')).toBeVisible()
  // An address with all of them would be longer than servers accept.
  expect(page.url().length).toBeLessThan(200)
  await page.reload()
  await expect(dialog.getByText('1,001 machines')).toBeVisible()
  await go('/dashboard/settings')
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(dialog.getByText('1,001 machines')).toBeVisible()
})

test('a link on a device of another user warns before it signs them out', async ({ takePhone, manager }) => {
  const { token } = await manager.ask<{ token: string }>('POST', '/invitations', {
    firstName: 'Olga',
    lastName: 'Frost',
    companyRole: 'ROLE_EMPLOYEE',
    login: 'ofrost_abcde',
  })
  const phone = await takePhone()
  await phone.signIn('serviceman')
  const { page } = phone
  await page.goto(`/join#${token}`)
  await expect(page.getByText('is signed in on this device and will be signed out')).toBeVisible()
  await page.getByRole('textbox', { name: 'New password' }).fill('copper-kettle-9')
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await page.getByRole('link', { name: 'Open Roundsman' }).click()
  await expect(phone.chip()).toHaveText('All sent')
  await page.goto('/dashboard/serviceman/machines')
  await expect(page.getByText('No machines', { exact: false }).first()).toBeVisible()
})

test('a link on a device with unsent work keeps that work for its owner', async ({ takePhone, snackMachine, manager }) => {
  const machine = await snackMachine('serviceman', 4)
  const before = await manager.total(machine.id)
  const { token } = await manager.ask<{ token: string }>('POST', '/invitations', {
    firstName: 'Inge',
    lastName: 'Moor',
    companyRole: 'ROLE_EMPLOYEE',
    login: 'imoor_abcde',
  })
  const phone = await takePhone()
  const { page } = phone
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  phone.network.fault(({ path }) => (path.endsWith('/sync/push') ? { status: 503 } : 'pass'))
  await phone.openMachine(machine)
  await phone.putOneIn()

  await page.goto(`/join#${token}`)
  await expect(page.getByText('What they have not sent stays here, encrypted, until they sign in again.')).toBeVisible()
  await page.getByRole('textbox', { name: 'New password' }).fill('copper-kettle-9')
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await page.getByRole('link', { name: 'Open Roundsman' }).click()
  phone.network.fault()
  await expect(phone.chip()).toHaveText('This account: sent')
  expect(await readableOn(page)).not.toContain(machine.name)
  expect(await manager.total(machine.id)).toBe(before)

  await phone.signOut()
  await expect(page.getByText('1 unsent operation on this device belongs to a person who signed out')).toBeVisible()
  await phone.signInByForm('serviceman')
  await expect.poll(() => manager.total(machine.id)).toBe(before + 1)
})

test('all machines of one employee are given to another, and the transfer is undone', async ({ takeDesk, manager }) => {
  const aServiceman = (firstName: string) =>
    manager.ask<{ userId: number }>('POST', '/users', {
      firstName,
      lastName: 'Summer',
      login: `${firstName.toLowerCase()}_abcde`,
      plainPassword: 'tomato12',
      companyRole: 'ROLE_EMPLOYEE',
    })
  const [from, to] = [await aServiceman('Anton'), await aServiceman('Berta')]
  const machineIds = (await fifteenMachines(manager)).map(({ id }) => id)
  await manager.ask('POST', `/servicemen/${from.userId}/machines`, { machineIds, assigned: true })
  await manager.ask('POST', `/servicemen/${to.userId}/machines`, { machineIds: machineIds.slice(0, 2), assigned: true })
  const countOf = async ({ userId }: { userId: number }) =>
    (await manager.ask<unknown[]>('GET', `/machines?serviceman=${userId}&size=100`)).length
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/settings/employees')
  const { page } = desk
  await expect(page.getByRole('row', { name: /Anton Summer/ })).toBeVisible()
  const actions = new Actions(page)
  await actions.click(page.getByRole('button', { name: 'More for Anton Summer' }))
  await actions.click(page.getByRole('menuitem', { name: 'Give machines to…' }))
  await actions.click(page.getByRole('radio', { name: 'Berta Summer' }))
  await expect(page.getByText('Berta Summer already has 2 of them.')).toBeVisible()
  await actions.click(page.getByRole('button', { name: 'Give 15 machines' }))
  await expect(page.getByText('15 machines given to Berta Summer')).toBeVisible()
  actions.end(TRANSFER)
  expect([await countOf(from), await countOf(to)]).toEqual([0, 15])

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Machines returned')).toBeVisible()
  expect([await countOf(from), await countOf(to)]).toEqual([15, 2])
})

test('machines selected on the map stay selected in the list, for an invitation', async ({ takeDesk }) => {
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/machines')
  const { page } = desk
  await page.getByText('Map', { exact: true }).click()
  await page.getByRole('button', { name: 'Select machines' }).click()
  await page.getByRole('button', { name: 'Select all in view' }).click()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  const words = await bar.getByRole('status').textContent()
  expect(Number.parseInt(words ?? '', 10)).toBeGreaterThan(5)
  await page.getByText('List', { exact: true }).click()
  await expect(bar.getByRole('status')).toHaveText(words ?? '')

  await bar.getByRole('combobox', { name: 'Assign to…' }).click()
  await page.getByRole('option', { name: 'New employee…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite employee' })
  await expect(dialog.getByRole('combobox', { name: 'Machines' })).toHaveValue(/The selected machines/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/employees$/)
})
