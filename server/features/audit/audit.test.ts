import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

type Page = { data: AuditEntry[]; pageDetails: { totalElements: number; hasNext: boolean } }

test("hostile use: managers read only their own company's audit log, paginated, latest first", async () => {
  const { manager, rival, serviceman } = world
  const { machineGroupId } = (await manager.call('POST', '/groups', { name: 'North' })).json().data
  await manager.call('PATCH', `/groups/${machineGroupId}`, { name: 'South' })
  const read = async (query = '', by = manager) => (await by.call('GET', `/audit${query}`)).json<Page>()
  const all = await read()
  expect(all.data[0]).toMatchObject({
    action: 'group-renamed',
    of: { kind: 'group', id: machineGroupId },
    user: { id: manager.id, name: expect.any(String) },
    apiKey: null,
    deviceAt: null,
  })
  expect(all.data[1]).toMatchObject({ action: 'group-added' })
  expect(all.pageDetails).toMatchObject({ totalElements: all.data.length, hasNext: false })
  const [first, second] = [await read('?size=1'), await read('?size=1&page=1')]
  expect([first.data, second.data]).toEqual([all.data.slice(0, 1), all.data.slice(1, 2)])
  expect(first.pageDetails.hasNext).toBe(true)
  expect((await read('?page=999')).data).toEqual([])
  expect((await read('', rival)).data.map(({ action }) => action)).not.toContain('group-renamed')
  expect((await serviceman.call('GET', '/audit')).statusCode).toBe(403)
})
