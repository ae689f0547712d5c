import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { EVERYBODY, OURS } from './people.ts'
import { allRequests, send } from './requests.ts'
import { whatMay, withoutClient } from './who-may.ts'
import { aWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

test('the contract and the server have the same calls', () => {
  const promised = ENDPOINTS.map(({ method, path }) => `${method} /api${path}`)
  const served = routesOf(world.app).filter((route) => route.includes(' /api'))
  const beside = [/ \/api\/\*$/, /^HEAD /, /^GET \/api\/docs\/style\.css$/, /^GET \/api\/metrics$/]
  expect(served.filter((route) => !beside.some((pattern) => pattern.test(route))).toSorted()).toEqual(promised.toSorted())
})

describe('every endpoint', () => {
  test.each(EVERYBODY)('answers %s as the policy says, tells nothing that is not theirs, and does nothing that it refuses', async (who) => {
    expect(await whatMay(world, who)).toEqual([])
  })

  test('that is for our own app refuses whoever does not name it', async () => {
    expect(await withoutClient(world)).toEqual([])
  })
})

test('the canary sings where it should: our manager hears it', async () => {
  const heard: string[] = []
  for (const asked of allRequests({ facts: world.facts.ours.elsewhere, tokens: world.tokens, asker: 'listener' })) {
    if ((await send(world.app, asked, world.everybody.manager.headers)).body.includes(OURS)) heard.push(asked.name)
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
  expect(heard).toEqual(expect.arrayContaining([...telling, 'editSlots', 'pull', 'sync']))
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
