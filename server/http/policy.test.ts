import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { ENDPOINTS } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listMachines } from '#contract/machines.ts'
import { type CompanyRole, mayAccess } from '#domain/team/permissions.ts'
import { aMachine, aProduct, assign, inWarehouse, type StandingMachine } from '../../tests/support/fleet.ts'
import { anApp } from '../../tests/support/house.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import type { Db } from '../database/database.ts'

/** What only our company may ever read, in every text of ours. */
const CANARY = 'canary'
const OURS_ALONE = 'canary-of-a-machine'

let world: TwoCompanies
let machine: StandingMachine
let product: number

beforeAll(async () => {
  world = await twoCompanies()
  const { house, company, rivalCompany, serviceman } = world
  product = await aProduct(house, company, { name: 'canary-of-a-product', sku: 'canary-sku' })
  await inWarehouse(house, company, product, 40)
  const texts = { name: OURS_ALONE, address: OURS_ALONE, note: OURS_ALONE }
  machine = await aMachine(house, company, { ...texts, slots: [{ number: '11', product, max: 10, price: 150, quantity: 4 }] })
  // Both others have a machine of their own, so that an empty answer cannot stand for a wall.
  const assigned = await aMachine(house, company, { name: 'Assigned' })
  await assign(house, company, assigned.id, serviceman.id)
  await aMachine(house, rivalCompany, {
    name: 'Rival machine',
    slots: [{ number: '1', product: await aProduct(house, rivalCompany), max: 5, quantity: 1 }],
  })
})
afterAll(() => world.close())

/** A body that would count, where a call takes one; whatever has none here is sent an empty one. */
const bodyFor = (name: string): unknown => {
  const { point, slotId } = machine.slot('11')
  const bodies: Record<string, unknown> = {
    restockSlots: [{ productInstallationId: point, quantity: 1 }],
    restockProducts: [{ productId: product, quantity: 1 }],
    changeInventory: { type: 'ADJUST', stocks: [{ productInstallationId: point, quantity: 1 }] },
    changeCoffeeInventory: { type: 'ADJUST', stocks: [{ productId: product, quantity: 1 }] },
    editSlots: [{ slotId, vendPrice: 0.1 }],
    voidOperation: { operationId: randomUUID() },
    push: {
      deviceId: 'phone',
      ops: [
        {
          opId: randomUUID(),
          call: 'restockSlots',
          machineId: machine.id,
          occurredAt: new Date().toISOString(),
          body: [{ productInstallationId: point, quantity: 1 }],
        },
      ],
    },
  }
  return bodies[name] ?? {}
}

/** Whoever holds the token of a sticker stands before the machine; what needs no sign-in is asked for with one that nobody holds. */
const addressOf = ({ path }: Endpoint) =>
  path
    .replace(':token', path.startsWith('/public/') ? 'a-token-of-no-machine' : machine.token)
    .replace(':id', path.startsWith('/machines/') ? String(machine.id) : 'nothing')

const ask = (caller: Caller, endpoint: Endpoint, headers: Record<string, string> = {}) => {
  const form: Record<string, string> = endpoint.bodyType === 'form' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
  const body = endpoint.method === 'GET' ? undefined : endpoint.bodyType === 'form' ? '' : bodyFor(endpoint.name)
  return caller(endpoint.method, addressOf(endpoint), body, { ...form, ...headers })
}

const table = ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const signedInOnly = table.filter(([, { who }]) => who !== 'public' && who !== 'basic')
const denied = [401, 403]

describe('the contract and the server', () => {
  test('have the same calls', () => {
    const promised = ENDPOINTS.map(({ method, path }) => `${method} /api${path}`)
    const served = routesOf(world.app).filter((route) => route.includes(' /api'))
    const beside = [/ \/api\/\*$/, /^HEAD /, /^GET \/api\/docs\/style\.css$/]
    expect(served.filter((route) => !beside.some((pattern) => pattern.test(route))).toSorted()).toEqual(promised.toSorted())
  })
})

describe('without a sign-in', () => {
  test.each(table)('%s lets in whom it says', async (_name, endpoint) => {
    for (const caller of [world.nobody, world.deadToken]) {
      const { statusCode, body } = await ask(caller, endpoint)
      if (endpoint.who === 'public') expect(denied).not.toContain(statusCode)
      else expect(statusCode).toBe(401)
      expect(statusCode).toBeLessThan(500)
      expect(body).not.toContain(CANARY)
    }
    if (endpoint.who !== 'basic') return
    expect((await ask(world.nobody, endpoint, { authorization: PUBLIC_CLIENT })).statusCode).not.toBe(401)
    expect((await ask(world.nobody, endpoint, { authorization: 'Basic d2ViOndyb25n' })).statusCode).toBe(401)
  })
})

describe('signed in', () => {
  const people: [keyof Pick<TwoCompanies, 'manager' | 'serviceman' | 'rival'>, CompanyRole][] = [
    ['manager', 'ROLE_MANAGER'],
    ['serviceman', 'ROLE_EMPLOYEE'],
    ['rival', 'ROLE_MANAGER'],
  ]

  test.each(signedInOnly)('%s lets in whom it says', async (_name, endpoint) => {
    for (const [who, companyRole] of people) {
      const { statusCode } = await ask(world[who].call, endpoint)
      const may = mayAccess(endpoint.who, { companyRole, roles: [companyRole] })
      if (may) expect([who, statusCode, denied.includes(statusCode)]).toEqual([who, statusCode, false])
      else expect([who, statusCode]).toEqual([who, 403])
      expect(statusCode).toBeLessThan(500)
    }
  })

  test.each(table)(
    '%s tells a rival nothing of ours, and a serviceman nothing of a machine that is not theirs',
    async (_name, endpoint) => {
      const foreign = await ask(world.rival.call, endpoint)
      expect(foreign.body).not.toContain(CANARY)
      expect((await ask(world.serviceman.call, endpoint)).body).not.toContain(OURS_ALONE)
      if (!endpoint.path.startsWith('/machines/:id')) return
      expect(foreign.statusCode).toBe(404)
      const nothing = { ...endpoint, path: endpoint.path.replace(':id', '999999999') as Endpoint['path'] }
      expect((await ask(world.rival.call, nothing)).body).toBe(foreign.body)
    },
  )

  test('the canary sings where it should: our manager hears it', async () => {
    const heard: string[] = []
    for (const [, endpoint] of table) if ((await ask(world.manager.call, endpoint)).body.includes(CANARY)) heard.push(endpoint.name)
    expect(heard).toEqual(
      expect.arrayContaining([
        'listMachines',
        'getMachine',
        'machineByToken',
        'machineShortages',
        'machineInventory',
        'listSlots',
        'listProducts',
        'pull',
        'sync',
      ]),
    )
  })

  test('no deed of a rival, or of a serviceman elsewhere, changes anything of ours', async () => {
    const state = async () => {
      const [slots, stock] = await Promise.all(
        ['slots', 'inventory?groupBy=slot'].map((part) => world.manager.call('GET', `/machines/${machine.id}/${part}`)),
      )
      return [slots?.json().data, stock?.json().data.map(({ asOf, ...line }: { asOf: string }) => line)]
    }
    const before = await state()
    for (const [, endpoint] of signedInOnly.filter(([, { method }]) => method !== 'GET')) {
      await ask(world.rival.call, endpoint)
      await ask(world.serviceman.call, endpoint)
    }
    expect(await state()).toEqual(before)
  })
})

test('with row-level security off, the filters of the stores hold alone', async () => {
  const { database } = world.house
  const unwalled = { ...database, asCompany: <T>(_company: number, work: (db: Db) => Promise<T>) => database.owner.transaction(work) }
  const app = await anApp({ ...world.house, database: unwalled })
  const rival = callerWith(app, world.rival.signIn)
  for (const [name, endpoint] of table) {
    const { body, statusCode } = await ask(rival, endpoint)
    expect([name, body.includes(CANARY)]).toEqual([name, false])
    if (endpoint.path.startsWith('/machines/:id')) expect([name, statusCode]).toEqual([name, 404])
  }
  expect((await ask(callerWith(app, world.manager.signIn), listMachines)).body).toContain(CANARY)
  await app.close()
})

/** Every route as `METHOD /path`, read from the router's own drawing: each line adds its piece to the one it hangs from. */
function routesOf(app: FastifyInstance): string[] {
  const pieces: string[] = []
  return app
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', piece = '', methods] = /^([\s│]*)[└├]── (\S+)(?: \((.+)\))?/.exec(line) ?? []
      if (piece === '') return []
      const depth = indent.length / 4
      pieces.splice(depth, Infinity, piece)
      return methods ? methods.split(', ').map((method) => `${method} ${pieces.join('')}`) : []
    })
}
