import type { Locator, Page } from '@playwright/test'
import type { Round } from '#contract/rounds.ts'
import { addDays, dayOf, isoDay } from '#domain/calendar.ts'
import { signInAs } from './support/office.ts'
import { TIME_ZONE } from './support/phone.ts'
import { givenAllMachines, roundToday, untilDayLasts } from './support/rounds.ts'
import { PASSWORD } from './support/server.ts'
import { expect, test } from './support/stage.ts'

type Person = { userId: number; name: string; login: string }
type Named = { id: number; name: string }

const column = (page: Page, person: Pick<Person, 'name'>) => page.getByRole('region', { name: person.name })
const freeMachines = (page: Page) => page.getByRole('region', { name: /needs? a visit$/ })
const stopsOf = (of: Locator) => of.getByRole('listitem')
const menuOf = (page: Page, { name }: Named, person: Pick<Person, 'name'>) =>
  page.getByRole('button', { name: new RegExp(`of ${person.name}: ${name}, menu$`) })

/** Drags a card by its middle, and drops it once its new column is highlighted, as a person does. */
async function drag(page: Page, card: Locator, to: Locator): Promise<void> {
  // It is in view, no longer moves, and nothing covers it.
  await card.click({ trial: true })
  const from = await card.boundingBox()
  if (!from) throw new Error('nothing to drag')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2 + 12, from.y + from.height / 2 + 12)
  // The board scrolls while a card is near its edge, so the column moves below the pointer until it has stopped.
  let before: { x: number; y: number } | null = null
  await expect(async () => {
    const target = await to.boundingBox()
    if (!target) throw new Error('nowhere to drop it')
    const last = before
    before = { x: target.x, y: target.y }
    await page.mouse.move(target.x + target.width / 2, target.y + target.height * 0.75, { steps: 5 })
    expect(last).toEqual(before)
    expect(await to.getAttribute('data-over')).not.toBeNull()
  }).toPass()
  await page.mouse.up()
}

test('a day is planned by drag and keyboard, published, and followed live', async ({ takeDesk, manager, server }) => {
  await untilDayLasts()
  const [jonas, leyla] = [await hire(manager, 'Jonas'), await hire(manager, 'Leyla')]
  const [first, second, third] = await machinesOf(manager, jonas, await doneToday(manager))
  await freeToday(manager, [first, second, third])
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/rounds')
  const { page } = desk

  for (const { name } of [jonas, leyla]) {
    await page.getByRole('button', { name: 'Add round' }).first().click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await expect(column(page, { name })).toContainText('Draft')
  }
  const [ofJonas, ofLeyla] = [column(page, jonas), column(page, leyla)]
  for (const machine of [first, second, third]) {
    await page.getByRole('searchbox', { name: 'Search all machines without a round' }).fill(machine.name)
    await drag(page, stopsOf(freeMachines(page)).filter({ hasText: machine.name }), ofJonas)
    await expect(ofJonas).toContainText(machine.name)
  }
  await expect(stopsOf(ofJonas)).toContainText([first.name, second.name, third.name])

  await menuOf(page, third, jonas).press('Shift+ArrowUp')
  await expect(stopsOf(ofJonas)).toContainText([first.name, third.name, second.name])
  await expect(menuOf(page, third, jonas)).toBeFocused()
  // The message of the machine that was added before has an Undo too.
  await page.getByRole('alert').filter({ hasText: 'is now stop 2' }).getByRole('button', { name: 'Undo' }).click()
  await expect(stopsOf(ofJonas)).toContainText([first.name, second.name, third.name])

  // The machine is not assigned to the other person.
  await drag(page, stopsOf(ofJonas).filter({ hasText: second.name }), ofLeyla)
  const question = page.getByRole('dialog', { name: `Assign ${second.name} to ${leyla.name}?` })
  await expect(stopsOf(ofJonas)).toHaveCount(3)
  await question.getByRole('button', { name: 'Assign and move' }).click()
  await expect(stopsOf(ofLeyla)).toContainText([second.name])
  await expect(stopsOf(ofJonas)).toContainText([first.name, third.name])

  await menuOf(page, third, jonas).click()
  await page.getByRole('menuitem', { name: 'Edit tasks' }).click()
  await page.getByRole('checkbox', { name: 'Collect cash' }).check()
  await page.getByRole('button', { name: 'Save tasks' }).click()
  await expect(ofJonas).toContainText('Restock · Collect cash')

  await page.getByRole('button', { name: /^Publish \d+ rounds$/ }).click()
  await expect(ofJonas).toContainText('Published')
  await expect(ofLeyla).toContainText('Published')

  const serviceman = await signInAs(server.url, jonas.login)
  await serviceman.leavesRoom(first.id, 1)
  await expect(stopsOf(ofJonas).filter({ hasText: first.name })).toContainText(/Done (at )?\d/)
  await expect(ofJonas).toContainText('1 of 2 done')
  await expect(menuOf(page, first, jonas)).toHaveCount(0)

  // Another manager changes the same round.
  const rounds = await roundsOfToday(manager)
  const round = rounds.find(({ user }) => user.id === jonas.userId)
  await manager.ask('PUT', `/rounds/${round?.id}/stops/${second.id}`, { tasks: ['REPAIR'] })
  await expect(stopsOf(ofJonas)).toHaveCount(3)
  await expect(ofJonas).toContainText('Repair')

  await page.goto('/dashboard/visits')
  await page
    .getByRole('button', { name: new RegExp(`^Details: ${first.name}, `) })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: `Visit to ${first.name}` })).toContainText('Counted')
})

test('a move that fails is taken back, and can be repeated', async ({ takeDesk, manager }) => {
  const jonas = await hire(manager, 'Jonas')
  const [first, second] = await machinesOf(manager, jonas)
  const date = dayIn(1)
  const stops = [first, second].map(({ id }) => ({ machineId: id }))
  await manager.ask('POST', '/rounds', { date, userId: jonas.userId, stops })
  const desk = await takeDesk()
  await desk.signIn('manager', `/dashboard/rounds?day=${date}`)
  const { page } = desk
  const own = stopsOf(column(page, jonas))
  await expect(own).toContainText([first.name, second.name])

  desk.network.fault(({ path }) => (path.includes('/stops/') ? 'lose-request' : 'pass'))
  await menuOf(page, second, jonas).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect(page.getByRole('alert')).toContainText(`${second.name} was not moved`)
  await expect(own).toContainText([first.name, second.name])
  desk.network.fault()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(own).toContainText([second.name, first.name])
  await expect(page.getByText('was not moved')).toHaveCount(0)

  await menuOf(page, first, jonas).click()
  await page.getByRole('menuitem', { name: 'Remove from the round' }).click()
  await expect(own).toHaveCount(1)
  await expect(menuOf(page, second, jonas)).toBeFocused()
  const menu = page.getByRole('button', { name: `Round of ${jonas.name}, menu` })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete round' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Escape')
  await expect(menu).toBeFocused()
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete round' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete round' }).click()
  await expect(column(page, jonas)).toHaveCount(0)

  // The error of a lost response disappears once the round is there.
  desk.network.fault(({ method, path, count }) => (method === 'POST' && path === '/api/rounds' && count === 1 ? 'lose-answer' : 'pass'))
  await page.getByRole('button', { name: 'Add round' }).click()
  await page.getByRole('menuitem', { name: jonas.name }).first().click()
  await expect(column(page, jonas)).toHaveCount(1)
  await expect(page.getByText(/^This needs a connection/)).toHaveCount(0)
})

test('on a phone an empty round names the tab of the machines', async ({ takePhone, manager }) => {
  const jonas = await hire(manager, 'Jonas')
  const date = dayIn(3)
  await manager.ask('POST', '/rounds', { date, userId: jonas.userId, stops: [] })
  const phone = await takePhone({ serviceWorkers: 'block' })
  await phone.signIn('manager', `/dashboard/rounds?day=${date}`)
  await expect(column(phone.page, jonas)).toContainText('Add machines under “Not planned”.')
  await expect(phone.page.getByRole('tab', { name: 'Not planned' })).toBeVisible()
})

test('on a phone a stop is moved by a long press', async ({ takePhone, manager }) => {
  const jonas = await hire(manager, 'Jonas')
  const [first, second] = await machinesOf(manager, jonas)
  const date = dayIn(2)
  const stops = [first, second].map(({ id }) => ({ machineId: id }))
  await manager.ask('POST', '/rounds', { date, userId: jonas.userId, stops })
  const phone = await takePhone({ serviceWorkers: 'block', hasTouch: true })
  await phone.signIn('manager', `/dashboard/rounds?day=${date}`)
  const { page } = phone
  const own = stopsOf(column(page, jonas))
  await expect(own).toContainText([first.name, second.name])
  // It is in view, no longer moves, and nothing covers it.
  await own.last().click({ trial: true })
  const [upper, lower] = [await own.first().boundingBox(), await own.last().boundingBox()]
  if (!upper || !lower) throw new Error('the stops are not shown')

  const touch = await page.context().newCDPSession(page)
  const at = (x: number, y: number) => [{ x, y }]
  const x = lower.x + lower.width / 2
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(x, lower.y + lower.height / 2) })
  await expect(own.last()).toHaveAttribute('data-dragging', 'true')
  for (const y of [lower.y, upper.y + 12, upper.y + 8])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x, y) })
  await expect(own.first()).toHaveAttribute('data-target', 'true')
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(own).toContainText([second.name, first.name])
  await expect
    .poll(async () => (await roundsOf(manager, date)).find(({ user }) => user.id === jonas.userId)?.stops.map(({ machineId }) => machineId))
    .toEqual([second.id, first.id])
})

test('a day is planned from the forecast, with the reason for each stop', async ({ takeDesk }) => {
  const desk = await takeDesk()
  // Offices sell little on a day after a weekend day.
  const date = workingDayFrom(5)
  await desk.signIn('manager', `/dashboard/rounds?day=${date}`)
  const { page } = desk
  await page.getByRole('button', { name: 'Plan day' }).click()
  await expect(page.getByText(/^\d rounds? planned, saves €/)).toBeVisible()
  const planned = page.getByRole('listitem').filter({ hasText: /Worth €.+, costs €.+ and \d+ min\./ })
  await expect(planned.first()).toContainText(/Expected \d\d:\d\d/)
})

test('a focused marker of the map is entirely in view and on top', async ({ takeDesk, server, manager }) => {
  await roundToday(manager, await givenAllMachines(server.url, manager, 'serviceman'))
  const desk = await takeDesk()
  await desk.signIn('manager', '/dashboard/rounds')
  const { page } = desk
  await page.setViewportSize({ width: 1440, height: 600 })
  const map = page.getByRole('region', { name: 'Map of the rounds' })
  const markers = map.getByRole('button', { name: /^Stop \d+ of/ })
  // Closer, some are outside of the map. The first one is dragged to its edge.
  await map.getByRole('button', { name: 'Zoom in' }).click()
  const frame = map.locator('canvas')
  const [edge, first] = [await frame.boundingBox(), await markers.first().boundingBox()]
  if (!edge || !first) throw new Error('the map is not shown')
  const [x, y] = [edge.x + edge.width / 2, edge.y + 12]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + edge.x - first.x - first.width / 2 + 4, y, { steps: 5 })
  await page.mouse.up()
  await expect.poll(async () => (await markers.first().boundingBox())?.x).toBeLessThan(edge.x)
  for (let index = 0; index < (await markers.count()); index++) {
    const marker = markers.nth(index)
    await marker.focus()
    await expect(marker).toBeFocused()
    const [own, whole] = [await marker.boundingBox(), await frame.boundingBox()]
    if (!own || !whole) throw new Error('the map is not shown')
    expect.soft(own.x, `left of marker ${index}`).toBeGreaterThanOrEqual(whole.x)
    expect.soft(own.y, `top of marker ${index}`).toBeGreaterThanOrEqual(whole.y)
    expect.soft(own.x + own.width, `right of marker ${index}`).toBeLessThanOrEqual(whole.x + whole.width)
    expect.soft(own.y + own.height, `bottom of marker ${index}`).toBeLessThanOrEqual(whole.y + whole.height)
    await expect(marker).toBeInViewport({ ratio: 1 })
    expect.soft(await marker.evaluate(isOnTop), `nothing covers marker ${index}`).toBe(true)
  }
})

/** Runs in the page: whether an element is in front at its centre. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(x + width / 2, y + height / 2) === element
}

type Asker = { ask<T>(method: string, path: string, body?: unknown): Promise<T> }

let hired = 0

/** A new employee, so that nothing was planned for them or done by them. */
async function hire(manager: Asker, firstName: string): Promise<Person> {
  const lastName = ['Brandt', 'Winter', 'Lange', 'Sommer'][hired++] ?? 'Becker'
  const login = `${lastName.toLowerCase()}_abcde`
  const { userId } = await manager.ask<{ userId: number }>('POST', '/users', {
    ...{ firstName, lastName, login, plainPassword: PASSWORD },
    companyRole: 'ROLE_EMPLOYEE',
  })
  return { userId, name: `${firstName} ${lastName}`, login }
}

/** Assigns three machines to this person, the first one for snacks. */
async function machinesOf(manager: Asker, { userId }: Person, except: ReadonlySet<number> = new Set()): Promise<[Named, Named, Named]> {
  const machines = await manager.ask<(Named & { type: string })[]>('GET', '/machines?size=100')
  const snacksFirst = machines.filter(({ id }) => !except.has(id)).sort((a, b) => Number(b.type === 'SNACK') - Number(a.type === 'SNACK'))
  const [first, second, third] = snacksFirst
  if (first?.type !== 'SNACK' || !second || !third) throw new Error('the demo has too few machines left')
  await manager.ask('POST', `/servicemen/${userId}/machines`, { machineIds: [first.id, second.id, third.id], assigned: true })
  return [first, second, third]
}

/** The first day from Tuesday to Friday at least this many days ahead. */
function workingDayFrom(days: number): string {
  const date = dayIn(days)
  const weekday = new Date(date).getUTCDay()
  return weekday >= 2 && weekday <= 5 ? date : workingDayFrom(days + 1)
}

/** A day in the time zone of the demo's company. */
const dayIn = (days: number) => isoDay(addDays(dayOf(Date.now(), TIME_ZONE), days))
const roundsOf = (manager: Asker, date: string) => manager.ask<Round[]>('GET', `/rounds?from=${date}&to=${date}`)
/** Machines whose stop of today is done. They stay in their round; those of the demo depend on the hour. */
const doneToday = async (manager: Asker) =>
  new Set(
    (await roundsOfToday(manager)).flatMap(({ stops }) =>
      stops.filter(({ state }) => state !== 'PLANNED').map(({ machineId }) => machineId),
    ),
  )

/** Removes machines from all rounds of today. */
async function freeToday(manager: Asker, machines: readonly Named[]): Promise<void> {
  for (const { id, stops } of await roundsOfToday(manager))
    for (const stop of stops)
      if (machines.some((machine) => machine.id === stop.machineId && stop.state === 'PLANNED'))
        await manager.ask('DELETE', `/rounds/${id}/stops/${stop.machineId}`)
}

const roundsOfToday = (manager: Asker) => roundsOf(manager, dayIn(0))
