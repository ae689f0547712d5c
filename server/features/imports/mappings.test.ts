import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMachine } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { waitingLocks } from '../../../tests/support/waiting-locks.ts'
import { drain } from '../../queue/queue.ts'
import { importQueue } from './imports.job.ts'

const clock = aClock(Date.parse('2026-05-04T10:00:00.000Z'))
let world: TwoCompanies
let minute = 0
const owner = () => world.ctx.database.owner

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  await aMachine(world.ctx, world.company, { name: 'Foyer' })
})
afterAll(() => world.close())
beforeEach(() => owner().execute(sql`delete from import_mappings`))

/** A sale that no other file of these tests has. Without a mapping, its amount is read from the third column. */
const aFile = () => `P,Q,R,S,T\n2026-02-24 08:${String(minute++).padStart(2, '0')}:00,Foyer,1.50,2.50,3.50`
const RIGHT = { at: 0, machine: 1, amount: 3 }
const WRONG = { at: 0, machine: 1, amount: 4 }

const bring = async (more: object, text = aFile()) => {
  clock.pass(1_000)
  const answer = await world.manager.call('POST', '/imports', { kind: 'SALES', content: Buffer.from(text).toString('base64'), ...more })
  return answer.json().data
}
const booked = async (mapping: object, more: object = {}): Promise<string> => (await bring({ mapping, confirm: true, ...more })).importId
const undo = (id: string) => world.manager.call('POST', `/imports/${id}/undo`)
/** The column that the next such file takes its amounts from, and the saved names. */
const next = async () => {
  const { mapping, saved } = await bring({})
  return { amount: mapping.amount, saved: saved.map(({ name }: { name: string }) => name) }
}
const FORGOTTEN = { amount: 2, saved: [] }

test('undoing the only import with a mapping forgets it', async () => {
  const id = await booked(WRONG)
  expect(await next()).toEqual({ amount: 4, saved: [] })
  await undo(id)
  expect(await next()).toEqual(FORGOTTEN)
})

test('undoing an upload forgets its mapping', async () => {
  const content = Buffer.from(aFile())
  const { id } = (await world.manager.call('POST', '/imports/uploads', { kind: 'SALES', name: 'a.csv', size: content.length })).json().data
  await world.manager.call('PUT', `/imports/${id}/parts/1`, { content: content.toString('base64') })
  const work = () => drain({ ...world.ctx, log: world.app.log }, importQueue)
  await world.manager.call('POST', `/imports/${id}/read`, { mapping: WRONG })
  await work()
  await world.manager.call('POST', `/imports/${id}/run`, {})
  await work()
  expect(await next()).toEqual({ amount: 4, saved: [] })
  await undo(id)
  expect(await next()).toEqual(FORGOTTEN)
})

test('mapping stays if another import has used it', async () => {
  const first = await booked(RIGHT)
  const second = await booked(RIGHT)
  const third = await booked(RIGHT)
  await undo(second)
  expect(await next()).toEqual({ amount: 3, saved: [] })
  await undo(first)
  expect(await next()).toEqual({ amount: 3, saved: [] })
  await undo(third)
  expect(await next()).toEqual(FORGOTTEN)
})

test('mapping that an undone import replaced returns', async () => {
  const right = await booked(RIGHT, { saveAs: 'Old system' })
  const wrong = await booked(WRONG, { saveAs: 'Mistake' })
  expect(await next()).toEqual({ amount: 4, saved: ['Mistake'] })
  await undo(wrong)
  expect(await next()).toEqual({ amount: 3, saved: ['Old system'] })
  await undo(right)
  expect(await next()).toEqual(FORGOTTEN)
})

test('undoing an older import leaves the mapping of a later one', async () => {
  const wrong = await booked(WRONG)
  const right = await booked(RIGHT)
  await undo(wrong)
  expect(await next()).toEqual({ amount: 3, saved: [] })
  await undo(right)
  expect(await next()).toEqual(FORGOTTEN)
})

test('mapping without headers is forgotten with its name', async () => {
  const text = '2026-02-24 09:00:00,Foyer,1.50'
  const { importId } = await bring({ mapping: { at: 0, machine: 1, amount: 2 }, header: null, saveAs: 'Bare', confirm: true }, text)
  expect((await next()).saved).toEqual(['Bare'])
  await undo(importId)
  expect((await next()).saved).toEqual([])
})

test('mapping stored by an earlier version is kept, because its import is unknown', async () => {
  await booked(RIGHT)
  await owner().execute(sql`update import_mappings set import_id = null`)
  await owner().execute(sql`update imports set layout = null`)
  await undo(await booked(RIGHT))
  expect(await next()).toEqual({ amount: 3, saved: [] })
})

test('two imports undone at the same time forget their mapping', async () => {
  const both = [await booked(WRONG), await booked(WRONG)]
  let answered = 0
  const undoBoth = () => both.map((id) => undo(id).finally(() => answered++))
  // The embedded database runs one transaction after another, so a lock held here would never be waited for.
  const undone =
    world.ctx.database.kind === 'embedded'
      ? undoBoth()
      : await owner().transaction(async (db) => {
          await db.execute(sql`select from import_mappings for update`)
          const asked = undoBoth()
          await expect.poll(async () => answered + (await waitingLocks(world.ctx.database))).toBe(2)
          return asked
        })
  await Promise.all(undone)
  expect(await next()).toEqual(FORGOTTEN)
})
