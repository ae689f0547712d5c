import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '#domain/time.ts'
import { aClock, aUser, signedIn } from '../../tests/support/test-context.ts'
import { callerWith, type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { rowsOf } from '../db/client.ts'
import { runDueJobs } from '../jobs/run-jobs.ts'
import { JOBS } from '../jobs.ts'

let world: TwoCompanies
const clock = aClock()

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

const groups = async () => ((await world.manager.call('GET', '/groups')).json().data as { name: string }[]).map(({ name }) => name)
/** As versions up to 0.2.0 stored it. */
const unkeyed = (name: string) =>
  createHash('sha256')
    .update(JSON.stringify(['addGroup', { body: { name } }]))
    .digest('base64url')
const digestOf = async (key: string) =>
  (await rowsOf<{ digest: string }>(world.ctx.database.owner, sql`select body_hash as digest from answered_writes where key = ${key}`))[0]
    ?.digest
const add = (name: string, key: string, call = world.manager.call) => call('POST', '/groups', { name }, { 'idempotency-key': key })

test('repeated write with the same key replays the response and runs once', async () => {
  const key = randomUUID()
  const [first, second] = [await add('North', key), await add('North', key)]
  expect(first.statusCode).toBe(201)
  expect([second.statusCode, second.json()]).toEqual([201, first.json()])
  expect([first, second].map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, 'true'])
  expect((await groups()).filter((name) => name === 'North')).toHaveLength(1)
})

test('concurrent writes with the same key run once', async () => {
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 6 }, () => add('South', key)))
  for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json())
  expect((await groups()).filter((name) => name === 'South')).toHaveLength(1)
})

test('key is valid for one body and one user', async () => {
  const key = randomUUID()
  const other = { status: 422, code: 'IDEMPOTENCY_KEY_REUSED' }
  const { machineGroupId: id } = (await add('East', key)).json().data
  expect((await add('West', key)).json()).toMatchObject(other)
  expect((await world.manager.call('PATCH', `/groups/${id}`, { name: 'East' }, { 'idempotency-key': key })).json()).toMatchObject(other)
  expect((await add('West', key, world.rival.call)).statusCode).toBe(201)
  expect(await groups()).not.toContain('West')
  expect((await add('West', 'not a key')).json()).toMatchObject({ status: 400, code: 'MALFORMED' })
})

test('hostile use: the key of another user does not replay their response', async () => {
  const { login, password } = await aUser(world.ctx, { id: world.company })
  const colleague = callerWith(world.app, await signedIn(world.app, login, password))
  const key = randomUUID()
  const first = await add('Mine', key)
  const theirs = await add('Theirs', key, colleague)
  expect(theirs.statusCode).toBe(201)
  expect((await add('Theirs', key, colleague)).json()).toEqual(theirs.json())
  expect((await add('Mine', key)).json()).toEqual(first.json())
})

test('hostile use: the stored digest of a body cannot be recomputed from guesses', async () => {
  const key = randomUUID()
  await add('Guessable', key)
  expect(await digestOf(key)).toMatch(/^[\w-]{43}$/)
  expect(await digestOf(key)).not.toBe(unkeyed('Guessable'))
})

test('write of an earlier version is replayed by its unkeyed digest', async () => {
  const key = randomUUID()
  const first = await add('Before', key)
  await world.ctx.database.owner.execute(sql`update answered_writes set body_hash = ${unkeyed('Before')} where key = ${key}`)
  expect((await add('Before', key)).json()).toEqual(first.json())
  expect((await add('Another', key)).json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
})

test('refused write is executed again on retry', async () => {
  const key = randomUUID()
  const name = 'Riverside'
  const rename = (id: number) => world.manager.call('PATCH', `/groups/${id}`, { name }, { 'idempotency-key': key })
  expect((await rename(999_999)).statusCode).toBe(404)
  const { machineGroupId } = (await add('Harbour', randomUUID())).json().data
  expect((await rename(machineGroupId)).statusCode).toBe(200)
  expect(await groups()).toContain(name)
})

test('responses are stored for 90 days', async () => {
  const forget = () => runDueJobs({ ...world.ctx, log: world.app.log }, JOBS)
  const kept = () => rowsOf(world.ctx.database.owner, sql`select key from answered_writes`)
  expect(await kept()).not.toHaveLength(0)
  clock.pass(90 * DAY - 1)
  await forget()
  expect(await kept()).not.toHaveLength(0)
  clock.pass(DAY + 1)
  await forget()
  expect(await kept()).toHaveLength(0)
})
