import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMachine } from '../../../tests/support/fleet.ts'
import { aUser, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

let world: TwoCompanies
let machine: number

beforeAll(async () => {
  world = await twoCompanies()
  machine = (await aMachine(world.ctx, world.company, { name: 'Clinic foyer' })).id
})
afterAll(() => world.close())

const codeOf = async (answer: ReturnType<Caller>) => {
  const { statusCode, body } = await answer
  return statusCode < 300 ? statusCode : [statusCode, JSON.parse(body).code]
}

describe('machine groups', () => {
  test('are created, renamed and deleted by managers, with unique names', async () => {
    const { call } = world.manager
    const group = (await call('POST', '/groups', { name: 'South' })).json().data
    expect(await codeOf(call('POST', '/groups', { name: 'south' }))).toEqual([409, 'GROUP_EXISTS'])
    expect((await call('PATCH', `/groups/${group.machineGroupId}`, { name: 'SOUTH' })).json().data.name).toBe('SOUTH')
    expect((await world.serviceman.call('GET', '/groups')).json().data).toEqual([{ ...group, name: 'SOUTH' }])
    expect(await codeOf(world.serviceman.call('POST', '/groups', { name: 'Mine' }))).toEqual([403, 'FORBIDDEN'])
    expect(await codeOf(world.rival.call('DELETE', `/groups/${group.machineGroupId}`))).toEqual([404, 'GROUP_NOT_FOUND'])
    expect((await world.rival.call('GET', '/groups')).json().data).toEqual([])
    expect(await codeOf(call('DELETE', `/groups/${group.machineGroupId}`))).toBe(200)
    expect(await codeOf(call('DELETE', `/groups/${group.machineGroupId}`))).toEqual([404, 'GROUP_NOT_FOUND'])
  })

  test('are sorted as in a dictionary, on every database', async () => {
    for (const name of ['zebra', 'Äpfel', 'Birne', 'Apfel', 'Zoo']) await world.rival.call('POST', '/groups', { name })
    const { data } = (await world.rival.call('GET', '/groups')).json() as { data: { name: string }[] }
    expect(data.map(({ name }) => name)).toEqual(['Apfel', 'Äpfel', 'Birne', 'zebra', 'Zoo'])
    const page = (await world.rival.call('GET', '/groups?page=1&size=2')).json()
    expect(page.data.map(({ name }: { name: string }) => name)).toEqual(['Birne', 'zebra'])
    expect(page.pageDetails).toEqual({ page: 1, size: 2, totalPages: 3, totalElements: 5, hasNext: true })
  })

  test('contain only machines of the same company', async () => {
    const { call } = world.manager
    const { machineGroupId } = (await call('POST', '/groups', { name: 'North' })).json().data
    const path = `/machines/${machine}/groups/${machineGroupId}`
    for (const _ of ['once', 'twice']) expect((await call('PATCH', path)).json().data).toEqual([{ machineGroupId, name: 'North' }])
    expect(await codeOf(world.rival.call('PATCH', path))).toEqual([404, 'MACHINE_NOT_FOUND'])
    expect(await codeOf(call('PATCH', `/machines/${machine}/groups/999999`))).toEqual([404, 'GROUP_NOT_FOUND'])
    expect((await call('DELETE', path)).json().data).toEqual([])
  })
})

describe('servicemen', () => {
  const path = () => `/machines/${machine}/servicemen/${world.serviceman.id}`
  const pull = async (cursor: string | null) => (await world.serviceman.call('POST', '/sync/pull', { cursor })).json().data

  test('are the employees, sorted by name', async () => {
    const { data } = (await world.manager.call('GET', '/servicemen?size=1000')).json()
    expect(data).toMatchObject([{ userId: world.serviceman.id }])
    expect((await world.manager.call('GET', '/servicemen?query=nobody')).json().data).toEqual([])
    expect((await world.rival.call('GET', '/servicemen')).json().data).toEqual([])
  })

  test('assigned machine appears on the phone; unassigned one disappears', async () => {
    const { cursor } = await pull(null)
    expect((await world.manager.call('PATCH', path())).json().data).toMatchObject([{ userId: world.serviceman.id }])
    const given = await pull(cursor)
    expect(given.changes.machines).toMatchObject([{ id: machine }])
    expect(given.changes.inventory).toHaveLength(1)
    expect((await world.serviceman.call('GET', `/machines/${machine}/servicemen`)).json().data).toHaveLength(1)

    expect((await world.manager.call('DELETE', path())).json().data).toEqual([])
    expect((await pull(given.cursor)).removed.machines).toEqual([machine])
    expect(await codeOf(world.serviceman.call('GET', `/machines/${machine}/servicemen`))).toEqual([404, 'MACHINE_NOT_FOUND'])
  })

  test('cannot be assigned by others, and managers need no assignment', async () => {
    expect(await codeOf(world.serviceman.call('PATCH', path()))).toEqual([403, 'FORBIDDEN'])
    expect(await codeOf(world.rival.call('PATCH', path()))).toEqual([404, 'MACHINE_NOT_FOUND'])
    expect(await codeOf(world.manager.call('PATCH', `/machines/${machine}/servicemen/${world.manager.id}`))).toEqual([
      404,
      'USER_NOT_FOUND',
    ])
    expect(await codeOf(world.manager.call('PATCH', `/machines/${machine}/servicemen/${world.rival.id}`))).toEqual([404, 'USER_NOT_FOUND'])
  })
})

describe('a selection of machines', () => {
  const aPair = async () =>
    (await Promise.all(['Library', 'Pool'].map((name) => aMachine(world.ctx, world.company, { name })))).map(({ id }) => id)
  const linesOf = async (action: string) =>
    (await world.manager.call('GET', '/audit?size=200')).json().data.filter((entry: { action: string }) => entry.action === action)

  test('is assigned to an employee and unassigned at once, with a line each', async () => {
    const machines = await aPair()
    const path = `/servicemen/${world.serviceman.id}/machines`
    const before = (await linesOf('serviceman-assigned')).length
    const assigned = await world.manager.call('POST', path, { machineIds: [...machines, ...machines], assigned: true })
    expect(assigned.json().data.changed.toSorted()).toEqual(machines.toSorted())
    expect((await linesOf('serviceman-assigned')).length).toBe(before + 2)
    const mine = (await world.serviceman.call('GET', '/machines?size=100')).json().data.map(({ id }: { id: number }) => id)
    expect(mine).toEqual(expect.arrayContaining(machines))

    expect((await world.manager.call('POST', path, { machineIds: machines, assigned: true })).json().data.changed).toEqual([])
    const revoked = await world.manager.call('POST', path, { machineIds: machines, assigned: false })
    expect(revoked.json().data.changed).toHaveLength(2)
  })

  test('joins a group and leaves it in one request', async () => {
    const machines = await aPair()
    const { machineGroupId } = (await world.manager.call('POST', '/groups', { name: 'Selected' })).json().data
    const path = `/groups/${machineGroupId}/machines`
    expect((await world.manager.call('POST', path, { machineIds: machines, grouped: true })).json().data.changed).toHaveLength(2)
    expect((await world.manager.call('POST', path, { machineIds: machines, grouped: true })).json().data.changed).toEqual([])
    const grouped = (await world.manager.call('GET', `/machines?group=${machineGroupId}`)).json().data
    expect(grouped).toHaveLength(2)
    expect((await world.manager.call('POST', path, { machineIds: machines, grouped: false })).json().data.changed).toHaveLength(2)
  })

  test('is refused as a whole if one machine is unknown or of another company', async () => {
    const machines = await aPair()
    const foreign = (await aMachine(world.ctx, world.rivalCompany, { name: 'Theirs' })).id
    const { machineGroupId } = (await world.manager.call('POST', '/groups', { name: 'Mixed' })).json().data
    for (const other of [foreign, 999_999_999]) {
      const machineIds = [...machines, other]
      expect(
        await codeOf(world.manager.call('POST', `/servicemen/${world.serviceman.id}/machines`, { machineIds, assigned: true })),
      ).toEqual([404, 'MACHINE_NOT_FOUND'])
      expect(await codeOf(world.manager.call('POST', `/groups/${machineGroupId}/machines`, { machineIds, grouped: true }))).toEqual([
        404,
        'MACHINE_NOT_FOUND',
      ])
    }
    expect((await world.manager.call('GET', `/machines?group=${machineGroupId}`)).json().data).toEqual([])
    const unassigned = await world.manager.call('POST', `/servicemen/${world.serviceman.id}/machines`, {
      machineIds: machines,
      assigned: false,
    })
    expect(unassigned.json().data.changed).toEqual([])
  })

  test('is changed by managers only, and cannot be empty', async () => {
    const machines = await aPair()
    const path = `/servicemen/${world.serviceman.id}/machines`
    expect(await codeOf(world.serviceman.call('POST', path, { machineIds: machines, assigned: true }))).toEqual([403, 'FORBIDDEN'])
    expect(await codeOf(world.manager.call('POST', path, { machineIds: [], assigned: true }))).toEqual([422, 'INVALID'])
    expect(
      await codeOf(world.manager.call('POST', `/servicemen/${world.rival.id}/machines`, { machineIds: machines, assigned: true })),
    ).toEqual([404, 'USER_NOT_FOUND'])
  })
})

describe('a transfer', () => {
  const fleetOf = async (call: Caller) =>
    (await call('GET', '/machines?size=100'))
      .json()
      .data.map(({ name }: { name: string }) => name)
      .toSorted()
  const aServiceman = async () => {
    const { id, login, password } = await aUser(world.ctx, { id: world.company }, { companyRole: 'ROLE_EMPLOYEE' })
    return { id, call: callerWith(world.app, await signedIn(world.app, login, password)) }
  }
  const assign = (userId: number, machineIds: number[]) =>
    world.manager.call('POST', `/servicemen/${userId}/machines`, { machineIds, assigned: true })
  const aPairOfServicemen = async () => {
    const [anna, ben] = [await aServiceman(), await aServiceman()]
    const machines = await Promise.all(['North', 'South', 'West'].map((name) => aMachine(world.ctx, world.company, { name })))
    const [north = 0, south = 0, west = 0] = machines.map(({ id }) => id)
    await assign(anna.id, [north, south, west])
    await assign(ben.id, [west])
    return { anna, ben, north, south, west }
  }
  const transfer = (body: object, call = world.manager.call) => call('POST', '/servicemen/transfer', body)

  test('moves all machines of an employee, with one audit entry each', async () => {
    const { anna, ben, north, south, west } = await aPairOfServicemen()
    const { cursor } = (await anna.call('POST', '/sync/pull', { cursor: null })).json().data
    const moved = (await transfer({ fromId: anna.id, toId: ben.id })).json().data
    expect([moved.taken.toSorted(), moved.given.toSorted()]).toEqual([[north, south, west].toSorted(), [north, south].toSorted()])
    expect([await fleetOf(anna.call), await fleetOf(ben.call)]).toEqual([[], ['North', 'South', 'West']])
    expect((await anna.call('POST', '/sync/pull', { cursor })).json().data.removed.machines.toSorted()).toEqual(moved.taken.toSorted())
    const lines = (await world.manager.call('GET', '/audit?size=50'))
      .json()
      .data.filter(({ action }: { action: string }) => action === 'machine-transferred')
    expect(lines.slice(0, 3).map(({ before, after }: { before: unknown; after: unknown }) => [before, after])).toEqual(
      Array(3).fill([{ user: anna.id }, { user: ben.id }]),
    )
    expect((await transfer({ fromId: anna.id, toId: ben.id })).json().data).toEqual({ taken: [], given: [] })
  })

  test('moves listed machines: all of them or none', async () => {
    const { anna, ben, north, south, west } = await aPairOfServicemen()
    const other = (await aMachine(world.ctx, world.company, { name: 'Of no one' })).id
    const foreign = (await aMachine(world.ctx, world.rivalCompany, { name: 'Theirs' })).id
    for (const one of [other, foreign])
      expect(await codeOf(transfer({ fromId: anna.id, toId: ben.id, machineIds: [north, one] }))).toEqual([404, 'MACHINE_NOT_FOUND'])
    expect(await fleetOf(anna.call)).toEqual(['North', 'South', 'West'])
    expect((await transfer({ fromId: anna.id, toId: ben.id, machineIds: [north, west, north] })).json().data.given).toEqual([north])
    expect([await fleetOf(anna.call), await fleetOf(ben.call)]).toEqual([['South'], ['North', 'West']])
    expect(south).toBeGreaterThan(0)
  })

  test('is refused to others, to oneself, and for people of another company', async () => {
    const { anna, ben } = await aPairOfServicemen()
    expect(await codeOf(transfer({ fromId: anna.id, toId: ben.id }, ben.call))).toEqual([403, 'FORBIDDEN'])
    expect(await codeOf(transfer({ fromId: anna.id, toId: anna.id }))).toEqual([422, 'INVALID'])
    for (const toId of [world.manager.id, world.rival.id])
      expect(await codeOf(transfer({ fromId: anna.id, toId }))).toEqual([404, 'USER_NOT_FOUND'])
    expect(await codeOf(transfer({ fromId: anna.id, toId: ben.id }, world.rival.call))).toEqual([404, 'USER_NOT_FOUND'])
    expect(await codeOf(transfer({ fromId: world.rival.id, toId: ben.id }))).toEqual([404, 'USER_NOT_FOUND'])
    expect(await fleetOf(anna.call)).toHaveLength(3)
  })

  test('of the same machines by two managers at once moves each once', async () => {
    const { anna, ben } = await aPairOfServicemen()
    const other = await aServiceman()
    const answers = await Promise.all([transfer({ fromId: anna.id, toId: ben.id }), transfer({ fromId: anna.id, toId: other.id })])
    expect(answers.map((answer) => answer.json().data.taken.length).toSorted()).toEqual([0, 3])
    expect(await fleetOf(anna.call)).toEqual([])
  })
})
