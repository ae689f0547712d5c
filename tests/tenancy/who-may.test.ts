import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { ALL_CALLERS, OURS } from './people.ts'
import { allRequests, send } from './requests.ts'
import { permissionErrors, withoutClient } from './who-may.ts'
import { aWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

test('the contract and the server have the same calls', () => {
  const promised = ENDPOINTS.map(({ method, path }) => `${method} /api${path}`)
  const served = routesOf(world.app).filter((route) => route.includes(' /api'))
  const beside = [/ \/api\/\*$/, /^HEAD /, /^GET \/api\/metrics$/]
  expect(served.filter((route) => !beside.some((pattern) => pattern.test(route))).toSorted()).toEqual(promised.toSorted())
})

describe('every endpoint', () => {
  test.each(ALL_CALLERS)('responds to %s by its policy, leaks nothing, and refusals have no effect', async (who) => {
    expect(await permissionErrors(world, who)).toEqual([])
  })

  test('that is for the app only rejects clients without its name', async () => {
    expect(await withoutClient(world)).toEqual([])
  })
})

test('manager receives live events of their own company', async () => {
  const leaked: string[] = []
  for (const request of allRequests({ facts: world.facts.ours.elsewhere, tokens: world.tokens, asker: 'listener' })) {
    if ((await send(world.app, request, world.principals.manager.headers)).body.includes(OURS)) leaked.push(request.name)
  }
  const telling = [
    'me',
    'listMachines',
    'getMachine',
    'machineByToken',
    'qrSticker',
    'listProducts',
    'listSlots',
    'machineShortages',
    'machineInventory',
  ]
  expect(leaked).toEqual(expect.arrayContaining([...telling, 'editSlots', 'pull', 'sync']))
})

/** Every route as `METHOD /path`, from the router's printed tree: each line appends its segment to its parent's. */
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
