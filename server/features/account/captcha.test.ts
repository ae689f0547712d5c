import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { MINUTE } from '#domain/time.ts'
import { solveCaptcha } from '../../../tests/support/captcha.ts'
import {
  aClock,
  aCompany,
  anAddress,
  aUser,
  createTestApp,
  createTestContext,
  type TestContext,
} from '../../../tests/support/test-context.ts'
import { verifyRecaptcha } from '../../http/outbound.ts'
import { verifyCaptcha } from './captcha.ts'

const clock = aClock()
let ctx: TestContext
let app: FastifyInstance

beforeAll(async () => {
  ctx = await createTestContext({ now: clock.now, settings: { captcha: 'altcha' } })
  app = await createTestApp(ctx)
  await aUser(ctx, await aCompany(ctx), { login: 'ada' })
})
afterAll(async () => {
  await app.close()
  await ctx.database.close()
})

const signIn = (reCaptchaToken: string, password = 'correct horse') =>
  app.inject({
    method: 'POST',
    url: '/api/oauth/token',
    remoteAddress: anAddress(),
    headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'password', username: 'ada', password, reCaptchaToken }).toString(),
  })
const errorOf = (response: Awaited<ReturnType<typeof signIn>>) => [response.statusCode, response.json().error, response.json().code]
const refused = [400, 'invalid_request', 'INVALID_CAPTCHA']

describe('captcha before sign-in', () => {
  it('accepts a solution once, whatever the result of the sign-in', async () => {
    const token = await solveCaptcha(app)
    expect((await signIn(token)).statusCode).toBe(200)
    expect(errorOf(await signIn(token))).toEqual(refused)
    const wasted = await solveCaptcha(app)
    expect(errorOf(await signIn(wasted, 'wrong'))[2]).toBe('INVALID_PASSWORD_OR_LOGIN')
    expect(errorOf(await signIn(wasted))).toEqual(refused)
  })

  it('accepts a solution once among concurrent requests', async () => {
    const token = await solveCaptcha(app)
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(token)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  it('rejects missing, invalid and foreign-action solutions', async () => {
    const nonsense = ['', 'x', btoa('null'), btoa('{}'), await solveCaptcha(app, 'reset')]
    for (const token of nonsense) expect(errorOf(await signIn(token))).toEqual(refused)
  })

  it('rejects a solution ten minutes after its challenge', async () => {
    const [late, inTime] = [await solveCaptcha(app), await solveCaptcha(app)]
    clock.pass(10 * MINUTE - 1_000)
    expect((await signIn(inTime)).statusCode).toBe(200)
    clock.pass(1_000)
    expect(errorOf(await signIn(late))).toEqual(refused)
  })

  it('rejects a tampered solution', async () => {
    const solved = JSON.parse(atob(await solveCaptcha(app))) as Record<string, string | number>
    const { salt, number } = solved as { salt: string; number: number }
    const changed = [
      { number: number + 1 },
      { number: String(number) },
      { salt: salt.replace(/&$/, '') },
      { salt: salt.slice(0, -1), number: `&${number}` },
      { salt: salt.replace(/expires=\d+/, 'expires=9999999999') },
      { signature: '0'.repeat(64) },
      { algorithm: 'SHA-1' },
    ]
    for (const change of changed) expect(errorOf(await signIn(btoa(JSON.stringify({ ...solved, ...change }))))).toEqual(refused)
    expect((await signIn(btoa(JSON.stringify(solved)))).statusCode).toBe(200)
  })

  it('rejects challenges of another installation', async () => {
    const other = await createTestContext({ now: clock.now, settings: { captcha: 'altcha' }, database: ctx.database })
    const elsewhere = await createTestApp(other)
    onTestFinished(() => elsewhere.close())
    const foreign = await solveCaptcha(elsewhere)
    expect(errorOf(await signIn(foreign))).toEqual(refused)
  })

  it('is not required if disabled', async () => {
    const open = { ...ctx, settings: { ...ctx.settings, captcha: 'off' as const } }
    expect(await verifyCaptcha(open, 'login', '')).toBe('solved')
  })
})

describe('reCAPTCHA', () => {
  const withGoogle = () => ({
    ...ctx,
    settings: { ...ctx.settings, captcha: 'recaptcha' as const, recaptcha: { siteKey: 'site', secret: 'hush' } },
  })
  const google =
    (answer: unknown, status = 200): typeof fetch =>
    async () =>
      Response.json(answer, { status })
  const verify = (send: typeof fetch, token = 'a token') =>
    verifyCaptcha(withGoogle(), 'login', token, (secret, response) => verifyRecaptcha(secret, response, send))

  it("applies Google's verdict, and its score and action if present", async () => {
    expect(await verify(google({ success: true }))).toBe('solved')
    expect(await verify(google({ success: true, score: 0.9, action: 'login' }))).toBe('solved')
    expect(await verify(google({ success: false }))).toBe('unsolved')
    expect(await verify(google({ success: true, score: 0.1, action: 'login' }))).toBe('unsolved')
    expect(await verify(google({ success: true, score: 0.9, action: 'register' }))).toBe('unsolved')
  })

  it('distinguishes an unreachable Google from a wrong captcha; skips empty tokens', async () => {
    const silent: typeof fetch = async () => Promise.reject(new TypeError('no route'))
    expect(await verify(silent)).toBe('unreachable')
    expect(await verify(google({}, 500))).toBe('unreachable')
    expect(await verify(silent, '')).toBe('unsolved')
  })

  it('sends secret and token to Google only', async () => {
    const sent: { url: string; body: string }[] = []
    await verify(async (url, init) => {
      sent.push({ url: String(url), body: String(init?.body) })
      return Response.json({ success: true })
    })
    expect(sent).toEqual([{ url: 'https://www.google.com/recaptcha/api/siteverify', body: 'secret=hush&response=a+token' }])
  })

  it('issues no challenge of its own', async () => {
    const other = await createTestApp(withGoogle())
    onTestFinished(() => other.close())
    expect((await other.inject({ url: '/api/captcha' })).statusCode).toBe(404)
  })
})
