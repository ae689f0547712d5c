import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_CLIENT, REFRESH_COOKIE_HEADER } from '#contract/account.ts'
import { DAY, MINUTE } from '#domain/time.ts'
import {
  aClock,
  aCompany,
  anAddress,
  aUser,
  createTestApp,
  createTestContext,
  signedIn,
  type TestContext,
} from '../../../tests/support/test-context.ts'
import { hashToken, KEY_PREFIX } from '../../http/authenticate.ts'

const clock = aClock()
let ctx: TestContext
let app: FastifyInstance

beforeAll(async () => {
  ctx = await createTestContext({ now: clock.now })
  app = await createTestApp(ctx)
  const nord = await aCompany(ctx, { name: 'Kaffee Nord', currency: 'PLN' })
  const south = await aCompany(ctx, { name: 'Snack South' })
  await aUser(ctx, nord, { login: 'ada', firstName: 'Ada', authorities: ['ROLE_DEVICE_MANAGER'] })
  await aUser(ctx, nord, { login: 'gone', enabled: false })
  await aUser(ctx, south, { login: 'bob', firstName: 'Bob', companyRole: 'ROLE_EMPLOYEE' })
})
afterAll(async () => {
  await app.close()
  await ctx.database.close()
})

type Headers = Record<string, string>
const post = (path: string, form: Record<string, string>, headers: Headers = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/oauth/${path}`,
    remoteAddress: anAddress(),
    headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  })
const signIn = (username: string, password = 'correct horse', headers: Headers = {}) =>
  post('token', { grant_type: 'password', username, password, reCaptchaToken: '', alias: '' }, headers)
const refresh = (token: string, headers: Headers = {}) => post('token', { grant_type: 'refresh_token', refresh_token: token }, headers)
const whoAmI = (access: string) => app.inject({ url: '/api/accounts/me', headers: { authorization: `Bearer ${access}` } })
const inCookie = { [REFRESH_COOKIE_HEADER]: '1' }
const cookieIn = (response: { cookies: { name: string }[] }, name: string) =>
  response.cookies.find((cookie) => cookie.name === name) as { value: string; [attribute: string]: unknown } | undefined

describe('sign-in', () => {
  it('returns a 15-minute access token and a refresh token (RFC 6749)', async () => {
    const response = await signIn(' ADA ')
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 900,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'app',
    })
    expect(cookieIn(response, 'refresh_token')).toBeUndefined()
  })

  it('returns tokens that are valid although they begin like an API key', async () => {
    const { access_token: access } = (await signIn('bob')).json()
    const likeKey = `${KEY_PREFIX}${access.slice(KEY_PREFIX.length)}`
    await ctx.database.asSystem((db) =>
      db.execute(sql`update sessions set access_hash = ${hashToken(likeKey)} where access_hash = ${hashToken(access)}`),
    )
    expect((await whoAmI(access)).statusCode).toBe(401)
    expect((await whoAmI(likeKey)).statusCode).toBe(200)
    expect((await whoAmI(`${KEY_PREFIX}${'x'.repeat(40)}`)).statusCode).toBe(401)
  })

  it('reports a disabled account only with the correct password', async () => {
    const answer = await signIn('gone')
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'USER_DISABLED'])
  })

  it('returns the same response for a wrong password and an unknown login, also if disabled', async () => {
    const answers = [await signIn('ada', 'wrong'), await signIn('nobody'), await signIn('gone', 'wrong')]
    for (const { statusCode, body, headers } of answers) {
      expect(statusCode).toBe(400)
      expect(JSON.parse(body)).toEqual({
        error: 'invalid_grant',
        error_description: 'The login or the password is wrong.',
        code: 'INVALID_PASSWORD_OR_LOGIN',
      })
      expect(Object.keys(headers)).toEqual(Object.keys(answers[0]?.headers ?? {}))
    }
  })

  it('reports form errors as in RFC 6749', async () => {
    const forms: [Record<string, string>, string][] = [
      [{}, 'invalid_request'],
      [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
      [{ grant_type: 'password', username: 'ada' }, 'invalid_request'],
      [{ grant_type: 'password', username: ' ', password: 'x' }, 'invalid_request'],
      [{ grant_type: 'password', username: 'a\0da', password: 'x' }, 'invalid_request'],
      [{ grant_type: 'password', username: 'ada', password: 'x'.repeat(201) }, 'invalid_request'],
      [{ grant_type: 'refresh_token', refresh_token: 'x'.repeat(501) }, 'invalid_request'],
    ]
    for (const [form, error] of forms) {
      const response = await post('token', form)
      expect([response.statusCode, response.json().error, response.headers['content-type']]).toEqual([
        400,
        error,
        'application/json; charset=utf-8',
      ])
    }
    const unreadable = await app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/json' },
      payload: '{',
    })
    expect([unreadable.statusCode, unreadable.json().error]).toEqual([400, 'invalid_request'])
  })

  it('requires the public client id', async () => {
    for (const authorization of ['', 'Basic d3Jvbmc6d3Jvbmc=', 'Bearer x']) {
      const response = await signIn('ada', 'correct horse', { authorization })
      expect([response.statusCode, response.json().error]).toEqual([401, 'invalid_client'])
      expect(response.headers['www-authenticate']).toMatch(/^Basic/)
    }
  })

  it('accepts authentication schemes case-insensitively (RFC 9110)', async () => {
    const { access_token, token_type } = (
      await signIn('ada', 'correct horse', { authorization: PUBLIC_CLIENT.replace('Basic', 'basic') })
    ).json()
    for (const scheme of [token_type, 'Bearer', 'BEARER']) {
      const { statusCode } = await app.inject({ url: '/api/accounts/me', headers: { authorization: `${scheme} ${access_token}` } })
      expect([scheme, statusCode]).toEqual([scheme, 200])
    }
  })

  it('sends WWW-Authenticate to unauthenticated requests', async () => {
    const { statusCode, headers, ...answer } = await app.inject({ url: '/api/accounts/me' })
    expect([statusCode, headers['www-authenticate']]).toEqual([401, 'Bearer realm="roundsman"'])
    expect(answer.json().detail).toContain('sign in')
  })

  it('stores no token in plain text', async () => {
    const { access_token, refresh_token } = (await signIn('ada')).json()
    const everything = await ctx.database.asSystem((db) =>
      db.execute(sql`select (select json_agg(s)::text from sessions s) || (select json_agg(r)::text from refresh_tokens r) as all_rows`),
    )
    const text = JSON.stringify(everything)
    expect(text).toContain('access_hash')
    expect(text).not.toContain(access_token)
    expect(text).not.toContain(refresh_token)
  })
})

describe('account', () => {
  it('returns the user and their own company', async () => {
    const ada = await app.inject({ url: '/api/accounts/me', headers: await signedIn(app, 'ada') })
    expect(ada.json().data).toMatchObject({
      firstName: 'Ada',
      companyName: 'Kaffee Nord',
      currency: 'PLN',
      companyRole: 'ROLE_MANAGER',
      roles: ['ROLE_MANAGER', 'ROLE_DEVICE_MANAGER'],
    })
    const bob = await app.inject({ url: '/api/accounts/me', headers: await signedIn(app, 'bob') })
    expect(bob.json().data).toMatchObject({
      firstName: 'Bob',
      companyName: 'Snack South',
      companyRole: 'ROLE_EMPLOYEE',
      roles: ['ROLE_EMPLOYEE'],
    })
    expect(bob.json().data.companyId).not.toBe(ada.json().data.companyId)
  })

  it('requires a valid token', async () => {
    const { access_token } = (await signIn('ada')).json()
    clock.pass(15 * MINUTE - 1)
    expect((await whoAmI(access_token)).statusCode).toBe(200)
    clock.pass(1)
    expect((await whoAmI(access_token)).statusCode).toBe(401)
    expect((await whoAmI('x'.repeat(43))).statusCode).toBe(401)
  })
})

describe('session refresh', () => {
  it('rotates the refresh token; the last access token stays valid', async () => {
    const first = (await signIn('ada')).json()
    clock.pass(10 * MINUTE)
    const second = (await refresh(first.refresh_token)).json()
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await whoAmI(second.access_token)).statusCode).toBe(200)
    expect((await whoAmI(first.access_token)).statusCode).toBe(200)
    clock.pass(5 * MINUTE)
    expect((await whoAmI(first.access_token)).statusCode).toBe(401)
    expect((await whoAmI(second.access_token)).statusCode).toBe(200)
  })

  it('stores the refresh token in an HttpOnly cookie on request', async () => {
    const response = await signIn('ada', 'correct horse', inCookie)
    expect(response.json().refresh_token).toBeUndefined()
    const cookie = cookieIn(response, 'refresh_token')
    expect(cookie).toMatchObject({ path: '/api/oauth', httpOnly: true, sameSite: 'Strict', maxAge: 14 * 24 * 3600 })
    expect(cookie?.secure).toBeUndefined()
    const sent = { ...inCookie, cookie: `refresh_token=${cookie?.value}` }
    const next = await refresh('', sent)
    expect(next.statusCode).toBe(200)
    expect(next.json().refresh_token).toBeUndefined()
    expect(cookieIn(next, 'refresh_token')?.value).not.toBe(cookie?.value)
  })

  it("ignores the cookie without the app's header", async () => {
    const cookie = cookieIn(await signIn('ada', 'correct horse', inCookie), 'refresh_token')
    expect((await refresh('', { cookie: `refresh_token=${cookie?.value}` })).statusCode).toBe(400)
  })

  it('expires after 14 idle days, and after 30 days in any case', async () => {
    const silent = (await signIn('ada')).json()
    clock.pass(14 * DAY)
    const late = await refresh(silent.refresh_token)
    expect([late.statusCode, late.json().error, late.json().code]).toEqual([400, 'invalid_grant', 'INVALID_TOKEN'])

    let token: string = (await signIn('ada')).json().refresh_token
    for (const days of [13, 13, 3]) {
      clock.pass(days * DAY)
      token = (await refresh(token)).json().refresh_token
    }
    clock.pass(1 * DAY)
    expect((await refresh(token)).statusCode).toBe(400)
  })

  it('is refused for users disabled meanwhile', async () => {
    const company = await aCompany(ctx)
    const user = await aUser(ctx, company, { login: 'leaving' })
    const tokens = (await signIn('leaving')).json()
    const enable = (on: boolean) => ctx.database.asSystem((db) => db.execute(sql`update users set enabled = ${on} where id = ${user.id}`))
    await enable(false)
    expect((await refresh(tokens.refresh_token)).json().error).toBe('invalid_grant')
    expect((await post('check_token', { token: tokens.access_token })).json().error).toBe('invalid_token')
    await enable(true)
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(200)
  })
})

describe('token introspection', () => {
  it('returns user and lifetime, by query or form', async () => {
    const { access_token } = (await signIn('ada')).json()
    const exp = Math.floor(clock.now() / 1000) + 900
    const alive = { active: true, user_name: 'ada', authorities: ['ROLE_MANAGER', 'ROLE_DEVICE_MANAGER'], exp }
    expect((await post('check_token', { token: access_token })).json()).toEqual(alive)
    const byQuery = {
      method: 'POST',
      url: `/api/oauth/check_token?token=${access_token}`,
      headers: { authorization: PUBLIC_CLIENT },
    } as const
    expect((await app.inject(byQuery)).json()).toEqual(alive)
  })

  it('returns only inactive for an invalid token', async () => {
    for (const token of ['', 'x', 'x'.repeat(43)]) {
      const response = await post('check_token', { token })
      expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_token'])
    }
    expect((await post('check_token', {}, { authorization: '' })).statusCode).toBe(401)
  })
})

describe('sign-out', () => {
  it('ends the session of any of its tokens immediately, and no other', async () => {
    const other = (await signIn('bob')).json()
    for (const which of ['access_token', 'refresh_token'] as const) {
      const tokens = (await signIn('ada')).json()
      expect((await post('revoke', { token: tokens[which] })).statusCode).toBe(200)
      expect((await whoAmI(tokens.access_token)).statusCode).toBe(401)
      expect((await refresh(tokens.refresh_token)).statusCode).toBe(400)
    }
    expect((await whoAmI(other.access_token)).statusCode).toBe(200)
    expect((await post('revoke', { token: 'unknown' })).statusCode).toBe(200)
    expect((await post('revoke', {})).statusCode).toBe(200)
    const empty = await app.inject({ method: 'POST', url: '/api/oauth/revoke', headers: { authorization: PUBLIC_CLIENT } })
    expect(empty.statusCode).toBe(200)
  })

  it('works with the cookie alone and clears it', async () => {
    const signIns = await signIn('ada', 'correct horse', inCookie)
    const cookie = cookieIn(signIns, 'refresh_token')
    const response = await post('revoke', {}, { ...inCookie, cookie: `refresh_token=${cookie?.value}` })
    expect(response.statusCode).toBe(200)
    expect(cookieIn(response, 'refresh_token')).toMatchObject({ value: '', path: '/api/oauth' })
    expect((await whoAmI(signIns.json().access_token)).statusCode).toBe(401)
  })
})
