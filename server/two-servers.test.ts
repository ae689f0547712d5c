import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_CLIENT, type Tokens } from '#contract/account.ts'
import type { LiveEvent } from '#contract/live.ts'
import { solveCaptcha } from '../tests/support/captcha.ts'
import { aMachine, aProduct, type StandingMachine } from '../tests/support/fleet.ts'
import { listenTo, type Word } from '../tests/support/live-stream.ts'
import { aPhone } from '../tests/support/phone.ts'
import { freshDatabase, startPostgres } from '../tests/support/postgres.ts'
import { aClock, aCompany, anAddress, aUser, createTestApp, createTestContext, type TestContext } from '../tests/support/test-context.ts'
import { type Caller, callerWith } from '../tests/support/two-companies.ts'
import { openPostgres } from './db/connect.ts'

/** Two servers with one master key and their own connections on one PostgreSQL; a device sends requests to either. */
describe('two servers on one database', () => {
  const apps: FastifyInstance[] = []
  let ctx: TestContext
  let company: number
  let eventChannelId: string
  let stop = async () => {}
  let missing: string | null = null

  beforeAll(async () => {
    const postgres = await startPostgres()
    if ('missing' in postgres) {
      missing = postgres.missing
      return
    }
    stop = postgres.stop
    const url = await freshDatabase(postgres.url)
    const open = async () => {
      const opened = await openPostgres(url, 6)
      if ('wrong' in opened) throw new Error(opened.wrong)
      return opened.database
    }
    ctx = await createTestContext({ database: await open(), settings: { captcha: 'altcha' }, now: aClock().now })
    for (const one of [ctx, { ...ctx, database: await open() }]) {
      const app = await createTestApp(one)
      app.addHook('onClose', one.database.close)
      apps.push(app)
    }
    const founded = await aCompany(ctx)
    company = founded.id
    eventChannelId = founded.eventChannelId
    for (const login of ['ada', 'bo', 'cy']) await aUser(ctx, { id: company }, { login })
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
    await stop()
  })

  let turn = 0
  const next = (): FastifyInstance => {
    const app = apps[turn++ % apps.length]
    if (!app) throw new Error('there is no server')
    return app
  }
  const signIn = async (username: string, password: string, reCaptchaToken: string, from = anAddress()) =>
    next().inject({
      method: 'POST',
      url: '/api/oauth/token',
      remoteAddress: from,
      headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: 'password', username, password, reCaptchaToken }).toString(),
    })
  const tokensOf = async (username: string): Promise<Tokens> =>
    (await signIn(username, 'correct horse', await solveCaptcha(next()))).json<Tokens>()
  const goOn = (refresh_token: string) =>
    next().inject({
      method: 'POST',
      url: '/api/oauth/token',
      headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: 'refresh_token', refresh_token }).toString(),
    })

  it("accept each other's captchas, and each solution once", async ({ skip }) => {
    if (missing) skip(missing)
    const solution = await solveCaptcha(next())
    expect((await signIn('ada', 'correct horse', solution)).statusCode).toBe(200)
    const again = [await signIn('ada', 'correct horse', solution), await signIn('ada', 'correct horse', solution)]
    expect(again.map((answer) => answer.json().code)).toEqual(['INVALID_CAPTCHA', 'INVALID_CAPTCHA'])
  })

  it('share the count of failed logins', async ({ skip }) => {
    if (missing) skip(missing)
    const from = anAddress()
    const statuses: number[] = []
    for (let index = 0; index < 11; index++) statuses.push((await signIn('bo', 'guess', await solveCaptcha(next()), from)).statusCode)
    expect(statuses).toEqual([...Array(10).fill(400), 429])
  })

  it("continue each other's sessions, and end them after a stolen token is reused", async ({ skip }) => {
    if (missing) skip(missing)
    const first = (await tokensOf('cy')).refresh_token ?? ''
    const spent = [first]
    for (let index = 0; index < 5; index++) {
      const answer = await goOn(spent.at(-1) ?? '')
      expect(answer.statusCode).toBe(200)
      spent.push(answer.json<Tokens>().refresh_token ?? '')
    }
    expect((await goOn(first)).statusCode).toBe(400)
    expect((await goOn(spent.at(-1) ?? '')).statusCode).toBe(400)
  })

  it('return every change to a device, regardless of the server', async ({ skip }) => {
    if (missing) skip(missing)
    const product = await aProduct(ctx, company)
    const machines: StandingMachine[] = []
    for (let index = 0; index < 40; index++)
      machines.push(await aMachine(ctx, company, { slots: [{ number: '1', product, max: 10, quantity: 4 }] }))
    const { access_token } = await tokensOf('ada')
    const call: Caller = (...parameters) => callerWith(next(), { authorization: `Bearer ${access_token}` })(...parameters)

    const seen = new Map<number, number | undefined>()
    let cursor: string | null = null
    const read = async () => {
      for (const page of await aPhone(call).pullAll(cursor)) {
        for (const { machineId, stocks } of page.changes.inventory) seen.set(machineId, stocks[0]?.balance)
        cursor = page.cursor
      }
    }
    await read()
    let isWriting = true
    const writing = Promise.all(
      [0, 1, 2, 3].map(async (writer) => {
        const phone = aPhone(call)
        for (const machine of machines.filter((_, index) => index % 4 === writer)) {
          const output = { call: 'restockSlots', machineId: machine.id, at: ctx.now(), opId: crypto.randomUUID() }
          const body = [{ productInstallationId: machine.slot('1').point, quantity: 1 }]
          // Each is sent to both.
          await Promise.all([phone.push({ ...output, body }), phone.push({ ...output, body })])
        }
      }),
    ).finally(() => {
      isWriting = false
    })
    while (isWriting) await read()
    await writing
    await read()
    expect(machines.filter(({ id }) => seen.get(id) !== 5_000).map(({ id }) => id)).toEqual([])
  })

  it('publish live events across servers', async ({ skip }) => {
    if (missing) skip(missing)
    const [one, other] = [next(), next()]
    const signIn = { authorization: `Bearer ${(await tokensOf('ada')).access_token}` }
    const slots = [{ number: '1', product: await aProduct(ctx, company), max: 10, quantity: 4 }]
    for (const [listened, requested] of [[one, other] as const, [other, one] as const]) {
      const machine = await aMachine(ctx, company, { slots })
      const stream = await listenTo(listened, eventChannelId, signIn)
      const body = [{ productInstallationId: machine.slot('1').point, quantity: 1 }]
      await callerWith(requested, signIn)('POST', `/machines/${machine.id}/slots/restock`, body)
      const isIt = ({ name, data }: Word) => name === 'on-event' && (data as LiveEvent).machineId === machine.id
      expect((await stream.find(isIt)).data).toMatchObject({ changed: expect.arrayContaining(['stock']) })
      stream.close()
    }
  })
})
