import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time.ts'
import { isLong } from '../../../tests/support/long.ts'
import { aClock, aCompany, aUser, createTestContext, type TestContext, type TestUser } from '../../../tests/support/test-context.ts'
import { continueSession, openSession } from './sessions.store.ts'

/** Set SIGN_IN_RUNS=10000 for more runs. */
const numRuns = Number(process.env.SIGN_IN_RUNS ?? (isLong ? 2_000 : 30))
const timeout = 300_000 + numRuns * 500

const clock = aClock()
let ctx: TestContext
let ada: TestUser

beforeAll(async () => {
  ctx = await createTestContext({ now: clock.now })
  ada = await aUser(ctx, await aCompany(ctx))
})
afterAll(() => ctx.database.close())

const signIn = () => ctx.database.asSystem(async (db) => (await openSession(db, ada, null, clock.now())).refresh)

/** The next token, or the kind of refusal. */
async function present(token: string): Promise<{ token: string } | 'ended' | 'stolen'> {
  const continued = await ctx.database.asSystem((db) => continueSession(db, token, clock.now()))
  return 'issued' in continued ? { token: continued.issued.refresh } : 'stolen' in continued ? 'stolen' : 'ended'
}

async function goOn(token: string): Promise<string> {
  const answer = await present(token)
  if (typeof answer === 'string') throw new Error(`valid session was refused: ${answer}`)
  return answer.token
}

/** Events of one phone. `jar` is the cookie shared by its tabs and its service worker. */
const event = fc.oneof(
  fc.record({ kind: fc.constant('answered' as const) }),
  fc.record({ kind: fc.constant('answer lost' as const) }),
  // Both tabs read the cookie before either gets its response. Requests arrive in any order, or not at all.
  fc.record({ kind: fc.constant('two tabs' as const), arrivals: fc.constantFrom<number[]>([0, 1], [1, 0], [0], [1], []) }),
  // One tab completes and refreshes again before the other tab's request reaches the server.
  fc.record({
    kind: fc.constant('late tab' as const),
    seconds: fc.integer({ min: 0, max: 59 }),
    arrivals: fc.constantFrom<number[]>([0, 1], [1, 0], [0], [1], []),
  }),
)
const pause = fc.oneof(fc.integer({ min: 0, max: 2 * MINUTE }), fc.integer({ min: 0, max: 14 * HOUR }))
const days = fc.array(fc.tuple(event, pause), { minLength: 1, maxLength: 20 })

type Happened = typeof event extends fc.Arbitrary<infer E> ? E : never

async function live(jar: string, happened: Happened): Promise<string> {
  switch (happened.kind) {
    case 'answered':
      return goOn(jar)
    case 'answer lost':
      await goOn(jar)
      return jar
    case 'two tabs': {
      const answers = [await goOn(jar), await goOn(jar)]
      return happened.arrivals.reduce((kept, arrived) => answers[arrived] ?? kept, jar)
    }
    case 'late tab': {
      const first = await goOn(jar)
      const second = await goOn(first)
      clock.pass(happened.seconds * SECOND)
      const late = await goOn(jar)
      return happened.arrivals.reduce((kept, arrived) => [second, late][arrived] ?? kept, first)
    }
  }
}

describe('refresh token rotation', () => {
  it('never ends a valid session despite lost, repeated or late requests', { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(days, async (history) => {
        let jar = await signIn()
        for (const [happened, time] of history) {
          jar = await live(jar, happened)
          clock.pass(time)
        }
        await goOn(jar)
      }),
      { numRuns },
    )
  })

  it('ends the session on reuse that no lost response explains', { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 8 }), fc.nat(), pause, async (length, pick, time) => {
        const all = [await signIn()]
        for (let i = 0; i < length; i++) {
          all.push(await goOn(all[i] ?? ''))
          clock.pass(15 * MINUTE)
        }
        clock.pass(time)
        // The last two may be presented again: the newest, and the one whose response may have been lost.
        const stolen = all[pick % (all.length - 2)] ?? ''
        expect(await present(stolen)).toBe('stolen')
        for (const token of all) expect(await present(token)).toBe('ended')
      }),
      { numRuns },
    )
  })

  it('reveals a stolen token once both parties have refreshed', { timeout }, async () => {
    const turns = fc
      .array(fc.boolean(), { minLength: 12, maxLength: 12 })
      .filter((who) => who.filter((thief) => thief).length >= 3 && who.filter((thief) => !thief).length >= 3)
    await fc.assert(
      fc.asyncProperty(days, fc.boolean(), turns, async (history, beforeUse, order) => {
        let jar = await signIn()
        for (const [happened, time] of history) {
          jar = await live(jar, happened)
          clock.pass(time)
        }
        let stolen = jar
        if (!beforeUse) jar = await goOn(jar)
        clock.pass(2 * MINUTE)
        const gone = { thief: 0, owner: 0 }
        for (const isThief of order) {
          const answer = await present(isThief ? stolen : jar)
          if (typeof answer === 'string') {
            // The session has ended for both parties.
            expect([await present(stolen), await present(jar)]).toEqual(['ended', 'ended'])
            return
          }
          if (isThief) stolen = answer.token
          else jar = answer.token
          gone[isThief ? 'thief' : 'owner']++
          expect(Math.min(gone.thief, gone.owner)).toBeLessThan(2)
          clock.pass(2 * MINUTE)
        }
        throw new Error('both parties refreshed')
      }),
      { numRuns },
    )
  })

  it('accepts a lost response after days, a repeated request within a minute', async () => {
    const first = await signIn()
    await goOn(first)
    clock.pass(5 * DAY)
    const second = await goOn(first)
    await goOn(second)
    clock.pass(MINUTE + 1)
    expect(await present(first)).toBe('stolen')

    const other = await signIn()
    const next = await goOn(other)
    await goOn(next)
    clock.pass(MINUTE)
    await goOn(other)
    clock.pass(1)
    expect(await present(other)).toBe('stolen')
  })

  it('rejects unknown tokens', async () => {
    expect(await present('')).toBe('ended')
    expect(await present('x'.repeat(43))).toBe('ended')
  })
})
