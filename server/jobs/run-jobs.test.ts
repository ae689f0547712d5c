import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#domain/time.ts'
import { aClock } from '../../tests/support/house.ts'
import { type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { wakeJobs } from './jobs.store.ts'
import { outgoing } from './outgoing.ts'
import { type Job, runDueJobs, startJobs } from './run-jobs.ts'

const clock = aClock()
let world: TwoCompanies
let runs = 0

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

const house = () => ({ ...world.house, log: world.app.log })
const counting: Job = {
  name: 'counting',
  everyMs: HOUR,
  run: async () => {
    runs++
    return 'well'
  },
}

test('of several processes that find a job due in the same moment, one does it, and not again before its time', async () => {
  await Promise.all(Array.from({ length: 8 }, () => runDueJobs(house(), [counting])))
  expect(runs).toBe(1)
  clock.pass(HOUR - MINUTE)
  await runDueJobs(house(), [counting])
  expect(runs).toBe(1)
  clock.pass(MINUTE)
  await Promise.all(Array.from({ length: 8 }, () => runDueJobs(house(), [counting])))
  expect(runs).toBe(2)
})

test('a job that cannot do its work shows in the health, without a word of what it was, until it can again', async () => {
  let breaks = true
  const breaking: Job = {
    name: 'breaking',
    everyMs: HOUR,
    run: async () => {
      if (breaks) throw new Error('the secret of the house')
      return 'well'
    },
  }
  const health = async () => (await world.nobody('GET', '/health')).json().data
  await runDueJobs(house(), [breaking])
  expect(await health()).toEqual({ status: 'degraded', version: world.house.settings.version, database: 'ok' })
  breaks = false
  clock.pass(HOUR)
  await runDueJobs(house(), [breaking])
  expect(await health()).toMatchObject({ status: 'ok' })
})

test('a service that hangs holds up its own hand alone: neither what else goes out, nor what came after it, nor any job', async () => {
  const letGo: (() => void)[] = []
  const sent: string[] = []
  const waiting = ['hangs', 'second', 'third']
  let isDone = () => {}
  const done = new Promise<void>((resolve) => {
    isDone = resolve
  })
  const note = (word: string) => {
    sent.push(word)
    if (sent.length === 4) isDone()
  }
  const line = outgoing<string>({
    name: 'line',
    hands: 2,
    take: async () => waiting.shift() ?? null,
    send: async (_house, word) => {
      if (word === 'hangs') return new Promise((resolve) => letGo.push(resolve))
      note(word)
      await world.house.database.asHouse((db) => wakeJobs(db))
    },
  })
  const others = ['other']
  const other = outgoing<string>({
    name: 'other',
    hands: 1,
    take: async () => others.shift() ?? null,
    send: async (_house, word) => note(word),
  })
  const job: Job = {
    name: 'beside',
    everyMs: HOUR,
    run: async () => {
      note('job')
      return 'well'
    },
  }
  const end = startJobs(house(), [job], [line, other])
  await done
  expect([...sent].sort()).toEqual(['job', 'other', 'second', 'third'])
  for (const go of letGo) go()
  await end()
})
