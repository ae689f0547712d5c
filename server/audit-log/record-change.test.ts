import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNCHANGED_PLANNING } from '#contract/planning.ts'
import { LIKE_EVERYONE } from '#contract/planning-people.ts'
import { aMachine, type StandingMachine } from '../../tests/support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { rowsOf } from '../db/client.ts'

let world: TwoCompanies
let machine: StandingMachine

beforeAll(async () => {
  world = await twoCompanies()
  machine = await aMachine(world.ctx, world.company)
})
afterAll(() => world.close())

/** Sends a change of the manager, and returns its response with what it published as changed. */
async function changed(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown) {
  const latest = async () =>
    rowsOf<{ seq: number; changed: string[] }>(
      world.ctx.database.owner,
      sql`select seq::float8 as seq, event -> 'data' -> 'changed' as changed from live_events where company_id = ${world.company} order by seq`,
    )
  const before = (await latest()).at(-1)?.seq ?? 0
  const answer = await world.manager.call(method, url, body, { 'idempotency-key': randomUUID() })
  expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(300)
  return { data: answer.json().data, topics: (await latest()).flatMap(({ seq, changed }) => (seq > before ? changed : [])) }
}

test('settings that other users have open are published when they change', async () => {
  const about = `/machines/${machine.id}`
  const rule = { event: 'DEVICE_DISCONNECTED', channel: 'PUSH', audience: 'MANAGERS' }
  const slots = [{ slotNumber: '1', productId: null, vendPrice: null, maxQuantity: 5 }]
  const topics = async (...request: Parameters<typeof changed>) => (await changed(...request)).topics

  const group = await changed('POST', '/groups', { name: 'North' })
  expect(group.topics).toEqual(['settings'])
  const groupUrl = `/groups/${group.data.machineGroupId}`
  expect(await topics('PATCH', groupUrl, { name: 'South' })).toEqual(['settings'])
  expect(await topics('POST', `${groupUrl}/machines`, { machineIds: [machine.id], grouped: true })).toEqual(['machines'])
  expect(await topics('POST', `${groupUrl}/machines`, { machineIds: [machine.id], grouped: true })).toEqual([])
  expect(await topics('DELETE', groupUrl)).toEqual(['settings'])

  expect(await topics('POST', '/company/alerts', rule)).toEqual(['alerts'])
  expect(await topics('POST', '/company/alerts', rule)).toEqual([])
  expect(await topics('DELETE', `/company/alerts?${new URLSearchParams(rule)}`)).toEqual(['alerts'])

  const commission = { machineIds: [machine.id], validFrom: '2026-01-01', percent: 5, base: 'NET', monthly: 0 }
  expect(await topics('POST', '/machines/commissions', commission)).toEqual(['settings'])
  expect(await topics('DELETE', `${about}/commissions/2026-01-01`)).toEqual(['settings'])

  const template = await changed('POST', '/planogram-templates', { name: 'Snacks', type: 'SNACK', slots, ingredients: [] })
  expect(template.topics).toEqual(['slots'])
  const templateUrl = `/planogram-templates/${template.data.id}`
  const renamed = { name: 'Sweets', slots, ingredients: [], version: template.data.version }
  expect(await topics('PUT', templateUrl, renamed)).toEqual(['slots'])
  expect(await topics('PUT', `${about}/planogram-template`, { templateId: template.data.id })).toEqual(['slots'])
  expect(await topics('DELETE', templateUrl)).toEqual(['slots'])

  expect(await topics('PUT', '/rounds/settings', { ...UNCHANGED_PLANNING, isNightly: true })).toEqual(['settings'])
  expect(await topics('PUT', '/rounds/settings', { ...UNCHANGED_PLANNING, isNightly: true })).toEqual([])
  expect(await topics('PUT', `/rounds/people/${world.manager.id}`, { ...LIKE_EVERYONE, weekdays: [1] })).toEqual(['settings'])
  expect(await topics('PATCH', '/accounts/me', { phoneNumber: '600100200' })).toEqual(['team'])
  expect(await topics('PUT', '/company/history', { months: 24 })).toEqual(['settings'])

  const month = '/reports/v2/money/months/2026-01'
  expect(await topics('POST', `${month}/close`)).toEqual(['settings'])
  expect(await topics('POST', `${month}/close`)).toEqual([])
  expect(await topics('POST', `${month}/reopen`, { reason: 'A late invoice' })).toEqual(['settings'])

  const device = await changed('POST', '/devices', { imei: '356938035643809', vendor: 'ROUNDSMAN' })
  expect(device.topics).toEqual(['devices'])
  expect(await topics('PATCH', `/devices/${device.data.id}`, { apnName: 'internet' })).toEqual(['devices'])
})
