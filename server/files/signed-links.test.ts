import { PassThrough } from 'node:stream'
import { sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { aUser, createTestApp, signedIn } from '../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { type Flow, flowOf } from '../http/fair-queue.ts'
import { NO_LOAD_SHEDDING, type Rank } from '../http/load-shedding.ts'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

const linkFor = async (call: Caller): Promise<string> => (await call('GET', '/transactions?exportType=xlsx')).json().data.downloadUrl
const statusOf = async (link: string) => (await world.app.inject({ method: 'GET', url: link })).statusCode

/** A manager with two sessions. */
async function aManager(login: string) {
  const { id, password } = await aUser(world.ctx, { id: world.company }, { login })
  const signIns = [await signedIn(world.app, login, password), await signedIn(world.app, login, password)] as const
  const [here, there] = signIns.map((signIn) => callerWith(world.app, signIn)) as [Caller, Caller]
  return { id, here, there }
}

test('hostile use: signed link ends with the session that requested it only', async () => {
  const { here, there } = await aManager('leaves')
  const [link, other] = [await linkFor(here), await linkFor(there)]
  expect([await statusOf(link), await statusOf(other)]).toEqual([200, 200])
  expect((await there('DELETE', '/accounts/me/sessions')).json().data.ended).toBe(1)
  expect([await statusOf(link), await statusOf(other)]).toEqual([404, 200])
})

test('hostile use: signed link ends with the API key that requested it', async () => {
  const { id, key } = (await world.manager.call('POST', '/api-keys', { name: 'Till', scopes: ['sales:read'] })).json().data
  const link = await linkFor(callerWith(world.app, { authorization: `Bearer ${key}` }))
  expect(await statusOf(link)).toBe(200)
  expect((await world.manager.call('DELETE', `/api-keys/${id}`)).statusCode).toBe(200)
  expect(await statusOf(link)).toBe(404)
})

test("hostile use: signed link ends with its creator's account or right to the file", async () => {
  const { id, here } = await aManager('demoted')
  const link = await linkFor(here)
  const become = (change: ReturnType<typeof sql>) =>
    world.ctx.database.owner.execute(sql`update users set ${change} where company_id = ${world.company} and id = ${id}`)
  await become(sql`company_role = 'ROLE_EMPLOYEE'`)
  expect(await statusOf(link)).toBe(404)
  await become(sql`company_role = 'ROLE_MANAGER'`)
  expect(await statusOf(link)).toBe(200)
  await become(sql`enabled = false`)
  expect(await statusOf(link)).toBe(404)
})

test('hostile use: two files per company are created at once; other companies are unaffected', async () => {
  const { app, company, manager, rival } = world
  const [link, other] = [await linkFor(manager.call), await linkFor(rival.call)]
  const answers = [new PassThrough(), new PassThrough()]
  for (const raw of answers) expect(app.startFile(company, { raw } as unknown as FastifyReply)).toBe(true)
  const refused = await app.inject({ url: link })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5'])
  expect(await statusOf(other)).toBe(200)
  for (const raw of answers) raw.destroy()
  await expect.poll(() => statusOf(link)).toBe(200)
})

test('hostile use: file is created in the queue of the company that owns it', async () => {
  const link = await linkFor(world.manager.call)
  const asked: [Rank, Flow | undefined][] = []
  const app = await createTestApp(world.ctx, {
    gate: {
      ...NO_LOAD_SHEDDING,
      through: (rank, work, flow) => {
        asked.push([rank, flow])
        return work()
      },
    },
  })
  onTestFinished(() => app.close())
  expect((await app.inject({ url: link })).statusCode).toBe(200)
  expect(asked).toEqual([['read', flowOf(world.company)]])
})
