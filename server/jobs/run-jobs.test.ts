import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#domain/time.ts'
import { withoutTimers } from '../../tests/support/manual-timeouts.ts'
import { aClock, signedIn } from '../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { watchClock } from '../clock.ts'
import { rowsOf } from '../db/client.ts'
import { countLoginAttempt } from '../features/account/login-throttle.store.ts'
import { purgeSessionsJob } from '../jobs.ts'
import { claimMail, enqueueMail } from '../mail/mail.store.ts'
import { queue } from '../queue/queue.ts'
import { lateJobs, wakeJobs } from './jobs.store.ts'
import type { Job } from './run-jobs.ts'
import { runDueJobs, startJobs } from './run-jobs.ts'

const clock = aClock()
let world: TwoCompanies
let runs = 0

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

const ctx = () => ({ ...world.ctx, log: world.app.log })
const counting: Job = {
  name: 'counting',
  everyMs: HOUR,
  run: async () => {
    runs++
    return 'well'
  },
}

test('due job runs once across processes, and not before its next time', async () => {
  await Promise.all(Array.from({ length: 8 }, () => runDueJobs(ctx(), [counting])))
  expect(runs).toBe(1)
  clock.pass(HOUR - MINUTE)
  await runDueJobs(ctx(), [counting])
  expect(runs).toBe(1)
  clock.pass(MINUTE)
  await Promise.all(Array.from({ length: 8 }, () => runDueJobs(ctx(), [counting])))
  expect(runs).toBe(2)
})

test('clock that jumped 40 days and back stops no job, also after restart', async () => {
  await runDueJobs(ctx(), [counting])
  const before = runs
  clock.pass(40 * DAY)
  await runDueJobs(ctx(), [counting])
  expect(runs).toBe(before + 1)
  clock.pass(-40 * DAY)
  await runDueJobs(ctx(), [counting])
  expect(runs).toBe(before + 2)
  clock.pass(HOUR)
  await runDueJobs(ctx(), [counting])
  expect(runs).toBe(before + 3)
})

test('clock that is ahead deletes nothing and signs out no session', async () => {
  const sessions = async () =>
    (
      await rowsOf(
        world.ctx.database.owner,
        sql`select from sessions where company_id = ${world.company} and user_id = ${world.manager.id}`,
      )
    ).length
  const before = await sessions()
  const forget = () => runDueJobs(ctx(), [purgeSessionsJob])
  await forget()
  clock.pass(40 * DAY)
  await forget()
  clock.pass(-40 * DAY)
  await forget()
  expect(await sessions()).toBe(before)
  // A sign-in while the clock is ahead.
  clock.pass(40 * DAY)
  await signedIn(world.app, 'manager')
  clock.pass(-40 * DAY)
  expect(await sessions()).toBe(before + 1)
})

test('mails and login throttles of a clock ahead continue after its correction', async () => {
  const { owner, asSystem } = world.ctx.database
  const mail = { to: 'ada@mail.example', kind: 'password-changed', locale: 'en', content: { words: {} } } as const
  clock.pass(40 * DAY)
  await asSystem((db) => enqueueMail(db, world.company, { ...mail, now: clock.now() }))
  clock.pass(-40 * DAY)
  expect(await asSystem((db) => claimMail(db, clock.now()))).toMatchObject({ to: 'ada@mail.example' })
  await owner.execute(sql`delete from mails`)
  clock.pass(40 * DAY)
  await asSystem((db) => countLoginAttempt(db, 'a window', HOUR, clock.now()))
  clock.pass(-40 * DAY)
  expect(await asSystem((db) => countLoginAttempt(db, 'a window', HOUR, clock.now()))).toMatchObject({ count: 1, since: clock.now() })
})

test('self-check reports late jobs and those started in the future', async () => {
  const late = async () => (await world.ctx.database.asSystem((db) => lateJobs(db, clock.now()))).map(({ job }) => job)
  await runDueJobs(ctx(), [counting])
  expect(await late()).not.toContain('counting')
  clock.pass(4 * HOUR)
  expect(await late()).toContain('counting')
  clock.pass(-8 * HOUR)
  expect(await late()).toContain('counting')
  clock.pass(8 * HOUR)
  await runDueJobs(ctx(), [counting])
  expect(await late()).not.toContain('counting')
})

test('clock jump is detected, and accepted after a quarter of an hour', () => {
  let [now, counted] = [0, 0]
  const pass = (time: number) => {
    now += time
    counted += time
  }
  const { isDoubtful } = watchClock({ now: () => now, counted: () => counted })
  pass(DAY)
  expect(isDoubtful()).toBe(false)
  now += 40 * DAY
  expect(isDoubtful()).toBe(true)
  now -= 40 * DAY
  expect(isDoubtful()).toBe(false)
  now += DAY
  expect(isDoubtful()).toBe(true)
  pass(15 * MINUTE)
  expect(isDoubtful()).toBe(false)
})

test('health reports a failed job without its error until it succeeds', async () => {
  let breaks = true
  const breaking: Job = {
    name: 'breaking',
    everyMs: HOUR,
    run: async () => {
      if (breaks) throw new Error('the secret of the house')
      return 'well'
    },
  }
  const health = async () => (await withoutTimers(() => world.anonymous('GET', '/health'))).json().data
  await runDueJobs(ctx(), [breaking])
  expect(await health()).toEqual({ status: 'degraded', version: world.ctx.settings.version, database: 'ok' })
  breaks = false
  clock.pass(HOUR)
  await runDueJobs(ctx(), [breaking])
  expect(await health()).toMatchObject({ status: 'ok' })
})

test('service that hangs delays only its own worker, and no other delivery or job', async () => {
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
  const line = queue<string>({
    name: 'line',
    workers: 2,
    take: async () => waiting.shift() ?? null,
    send: async (_ctx, word) => {
      if (word === 'hangs') return new Promise((resolve) => letGo.push(resolve))
      note(word)
      await world.ctx.database.asSystem((db) => wakeJobs(db))
    },
  })
  const others = ['other']
  const other = queue<string>({
    name: 'other',
    workers: 1,
    take: async () => others.shift() ?? null,
    send: async (_ctx, word) => note(word),
  })
  const job: Job = {
    name: 'beside',
    everyMs: HOUR,
    run: async () => {
      note('job')
      return 'well'
    },
  }
  const end = startJobs(ctx(), [job], [line, other])
  onTestFinished(async () => {
    for (const go of letGo) go()
    await end()
  })
  await done
  expect([...sent].sort()).toEqual(['job', 'other', 'second', 'third'])
})
