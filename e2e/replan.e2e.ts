import type { Page } from '@playwright/test'
import type { Machine } from '#contract/machines.ts'
import { outboxOf } from './support/device-database.ts'
import { HAND } from './support/phone.ts'
import { LOGIN, publishRound, roundOf, TODAY } from './support/rounds.ts'
import { expect, test } from './support/stage.ts'

const nextName = (page: Page) => page.getByRole('region').filter({ hasText: 'Next stop' }).getByRole('heading', { level: 2 })

test('the rest of the day planned again without a signal reaches the office', async ({ takePhone, server, manager }) => {
  // From west to east and back after each stop.
  const zigzag = (machines: Machine[]) => {
    const placed = machines.filter(({ lat, lng }) => lat !== null && lng !== null).toSorted((a, b) => (a.lng ?? 0) - (b.lng ?? 0))
    const sides = placed.map((_, index) => placed[index % 2 === 0 ? index / 2 : placed.length - (index + 1) / 2] as Machine)
    return [...sides, ...machines.filter((machine) => !sides.includes(machine))]
  }
  const { userId, round } = await publishRound(server.url, manager, 6, zigzag)
  const before = round.stops.map(({ machine }) => machine.name)
  const phone = await takePhone()
  const { page } = phone
  await phone.signIn(LOGIN)
  await phone.keepsEverything()
  await page.goto(TODAY)
  await expect(nextName(page)).toHaveText(before[0] ?? '')
  // The planner is in a file of its own, which the phone has stored before.
  await phone.loseSignal()

  await page.getByRole('button', { name: 'Plan the rest again' }).click()
  const proposal = page.getByRole('dialog', { name: 'The rest of the day' })
  const proposed = proposal.getByRole('list', { name: 'New order' }).getByRole('listitem')
  await expect(proposed).toHaveCount(6)
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(proposal.getByRole('button', { name: 'Use this plan' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(HAND)
  await proposal.getByRole('button', { name: 'Keep my stops' }).click()
  await expect(nextName(page)).toHaveText(before[0] ?? '')
  expect(await outboxOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Plan the rest again' }).click()
  await expect(proposed).toHaveCount(6)
  const orderShown = async () => (await proposed.allTextContents()).map((text) => before.find((name) => text.includes(name)) ?? '')
  const first = await orderShown()
  expect(first.toSorted()).toEqual(before.toSorted())
  expect(first).not.toEqual(before)
  await proposal.getByRole('button', { name: 'Use this plan' }).click()
  await expect(page.getByText('The rest of the day is planned again')).toBeVisible()
  await expect(nextName(page)).toHaveText(first[0] ?? '')

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(nextName(page)).toHaveText(before[0] ?? '')
  await page.getByRole('button', { name: 'Plan the rest again' }).click()
  await expect(proposed).toHaveCount(6)
  // A later plan may differ, because values depend on the time.
  const order = await orderShown()
  // What changes while the proposal is read does not become part of the plan.
  const other = await phone.newTab(TODAY)
  const moved = before.find((name, index) => index > 0 && name === order[index]) ?? before[1] ?? ''
  await other.getByRole('button', { name: `${moved}: more actions` }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Make it the next stop' }).click()
  await expect(nextName(other)).toHaveText(moved)
  await other.close()
  await proposal.getByRole('button', { name: 'Use this plan' }).click()
  await expect(nextName(page)).toHaveText(order[0] ?? '')
  expect(new Set((await outboxOf(page)).map(({ call }) => call))).toEqual(new Set(['markStop']))

  await phone.findSignal()
  await expect(phone.chip()).toHaveText('All sent')
  expect((await roundOf(manager, userId)).stops.map(({ machine }) => machine.name)).toEqual(order)
})
