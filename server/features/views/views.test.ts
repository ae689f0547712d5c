import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SavedView } from '#contract/views.ts'
import { MAX_VIEWS } from '#domain/views/limits.ts'
import { aClock, aUser, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

const clock = aClock()
let world: TwoCompanies
let people = 0
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

const aManager = async (): Promise<Caller> => {
  const login = `desk_${++people}`
  await aUser(world.ctx, { id: world.company }, { login })
  return callerWith(world.app, await signedIn(world.app, login))
}

const VIEW = { list: 'machines', name: 'Empty', search: { only: 'empty', group: 7 }, columns: {}, columnOrder: [], isCompact: false }
const save = (me: Caller, id: string, change: object = {}) => me('PUT', `/accounts/me/views/${id}`, { ...VIEW, ...change })
const viewsOf = async (me: Caller): Promise<SavedView[]> => (await me('GET', '/accounts/me/views?list=machines')).json().data
const namesOf = async (me: Caller) => (await viewsOf(me)).map(({ name }) => name)

test('a saved view keeps its filters, order and columns on every device of its user', async () => {
  const me = await aManager()
  const id = randomUUID()
  const layout = { columns: { cash: false, state: true }, columnOrder: ['name', 'state'], isCompact: true }
  const saved: SavedView = (await save(me, id, layout)).json().data
  expect(saved).toEqual({ id, ...VIEW, ...layout, savedAt: saved.savedAt })
  expect(await viewsOf(me)).toEqual([saved])
})

test('a view is replaced by its id, and its time moves forward', async () => {
  const me = await aManager()
  const id = randomUUID()
  const first: SavedView = (await save(me, id)).json().data
  const second: SavedView = (await save(me, id, { name: 'Cash', search: { sort: '-cash' } })).json().data
  expect(second.savedAt > first.savedAt).toBe(true)
  expect(await viewsOf(me)).toEqual([second])
})

test('names are unique per user and list', async () => {
  const me = await aManager()
  await save(me, randomUUID())
  const answer = await save(me, randomUUID(), { search: {} })
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'VIEW_EXISTS'])
  const other = await aManager()
  expect((await save(other, randomUUID())).statusCode).toBe(200)
})

test('views are deleted once, and again without an effect', async () => {
  const me = await aManager()
  const id = randomUUID()
  await save(me, id)
  for (const _ of [1, 2]) expect((await me('DELETE', `/accounts/me/views/${id}`)).json().data).toEqual({ id })
  expect(await viewsOf(me)).toEqual([])
})

test('another manager, the rival and a serviceman neither see, replace nor delete a view', async () => {
  const me = await aManager()
  const id = randomUUID()
  await save(me, id)
  for (const other of [await aManager(), world.rival.call]) {
    expect(await viewsOf(other)).toEqual([])
    expect((await save(other, id, { name: 'Theirs' })).statusCode).toBe(200)
    await other('DELETE', `/accounts/me/views/${id}`)
  }
  expect((await world.serviceman.call('GET', '/accounts/me/views?list=machines')).statusCode).toBe(403)
  expect(await namesOf(me)).toEqual(['Empty'])
})

test(`a list has at most ${MAX_VIEWS} views, also if saved concurrently`, async () => {
  const me = await aManager()
  const ids = Array.from({ length: MAX_VIEWS + 3 }, () => randomUUID())
  const answers = await Promise.all(ids.map((id, index) => save(me, id, { name: `View ${index}` })))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(MAX_VIEWS)
  expect(answers.find(({ statusCode }) => statusCode !== 200)?.json().code).toBe('TOO_MANY_VIEWS')
  const [{ id = '' } = {}] = await viewsOf(me)
  expect((await save(me, id, { name: 'Renamed' })).statusCode).toBe(200)
})

test('fields of a view are checked', async () => {
  const me = await aManager()
  const many = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`key${index}`, true]))
  const wrong = [
    { name: '' },
    { name: 'x'.repeat(61) },
    { name: 'two\nlines' },
    { list: 'products' },
    { search: { only: ['empty'] } },
    { search: { only: 'x'.repeat(201) } },
    { search: { 'not a key': 1 } },
    { search: many(21) },
    { columns: { cash: 'no' } },
    { columns: many(51) },
    { columnOrder: [1] },
    { shared: true },
  ]
  for (const change of wrong) expect((await save(me, randomUUID(), change)).statusCode, JSON.stringify(change).slice(0, 60)).toBe(422)
  expect((await save(me, 'no-id')).statusCode).toBe(404)
  expect((await me('GET', '/accounts/me/views?list=products')).statusCode).toBe(400)
  expect(await viewsOf(me)).toEqual([])
})
