import { setTimeout as after } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import type { Machine } from '#contract/machines.ts'
import type { Round } from '#contract/rounds.ts'
import { addDays, dayOf, isoDay, startOfDay } from '#domain/calendar.ts'
import { MINUTE } from '#domain/time.ts'
import { type Caller, signInAs } from './office.ts'
import { TIME_ZONE } from './phone.ts'
import { PASSWORD } from './server.ts'

/** A serviceman who was at no machine today, as those of the demo may have been, depending on the hour. */
export const LOGIN = 'rounds_abcde'
export const TODAY = '/dashboard/serviceman/tasks'

const today = () => isoDay(dayOf(Date.now(), TIME_ZONE))

/** The longest test of a round on a busy machine. */
const LONGEST = 4 * MINUTE

/** Waits until midnight has passed if a test could cross it, because a round belongs to one day. */
export async function untilDayLasts(): Promise<void> {
  const left = () => startOfDay(addDays(dayOf(Date.now(), TIME_ZONE), 1), TIME_ZONE) - Date.now()
  for (let remaining = left(); remaining < LONGEST; remaining = left()) await after(remaining)
}

const roundsOf = (manager: Caller, userId: number) => manager.ask<Round[]>('GET', `/rounds?from=${today()}&to=${today()}&user=${userId}`)

export const roundOf = async (manager: Caller, userId: number): Promise<Round> => {
  const [round] = await roundsOf(manager, userId)
  if (!round) throw new Error('there is no round today')
  return round
}

/** Today's round of a person of the demo; if midnight has passed since the demo was created, the draft of that day or a new one, published. */
export async function roundToday(manager: Caller, userId: number): Promise<Round> {
  await untilDayLasts()
  const [round] = await roundsOf(manager, userId)
  if (round?.publishedAt) return round
  if (round) return manager.ask<Round>('POST', `/rounds/${round.id}/publish`)
  const stops = (await manager.machines()).filter(({ type }) => type === 'SNACK').map(({ id }) => ({ machineId: id }))
  const { id } = await manager.ask<Round>('POST', '/rounds', { date: today(), userId, stops })
  return manager.ask<Round>('POST', `/rounds/${id}/publish`)
}

/** Assigns all machines of the company to a person. */
export async function givenAllMachines(url: string, manager: Caller, login: string): Promise<number> {
  const { userId } = await (await signInAs(url, login)).ask<{ userId: number }>('GET', '/accounts/me')
  const machineIds = (await manager.machines()).map((machine) => machine.id)
  await manager.ask('POST', `/servicemen/${userId}/machines`, { machineIds, assigned: true })
  return userId
}

/** Every slot and canister has room. */
export async function emptied(manager: Caller, { id, type }: Machine): Promise<void> {
  if (type === 'SNACK') await manager.leavesRoom(id, 3)
  else {
    const products = new Set((await manager.stock(id)).map(({ product }) => product.id))
    const stocks = [...products].map((productId) => ({ productId, quantity: 100 }))
    await manager.ask('POST', `/machines/${id}/coffee/inventory`, { type: 'ADJUST', note: '', stocks })
  }
}

/** Waits until the pick list is limited by the warehouse stock, which arrives after the list is first shown. */
export async function showsPickList(page: Page): Promise<void> {
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByText('The stock of the warehouse is unknown here')).toBeHidden()
}

type Published = { userId: number; machines: Machine[]; round: Round }

/** Creates the serviceman, once per server. */
async function hire(manager: Caller): Promise<void> {
  const users = await manager.ask<{ login: string }[]>('GET', '/users?size=100')
  if (users.some(({ login }) => login === LOGIN)) return
  const name = { firstName: 'Nora', lastName: 'Winter' }
  await manager.ask('POST', '/users', { ...name, login: LOGIN, plainPassword: PASSWORD, companyRole: 'ROLE_EMPLOYEE' })
}

/**
 * Gives the serviceman all machines of the company, each with room for goods, and publishes a round of some of them: the first ones in the order of
 * `ordered`.
 */
export async function publishRound(
  url: string,
  manager: Caller,
  stops: number,
  ordered: (machines: Machine[]) => Machine[] = (machines) => machines,
): Promise<Published> {
  await untilDayLasts()
  await hire(manager)
  const userId = await givenAllMachines(url, manager, LOGIN)
  const machines = ordered(await manager.machines())
  const machineIds = machines.map(({ id }) => id)
  for (const machine of machines) await emptied(manager, machine)
  const { id } = await manager.ask<Round>('POST', '/rounds', {
    date: today(),
    userId,
    stops: machineIds.slice(0, stops).map((machineId) => ({ machineId })),
  })
  const round = await manager.ask<Round>('POST', `/rounds/${id}/publish`)
  return { userId, machines, round }
}
