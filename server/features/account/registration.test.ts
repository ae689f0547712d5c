import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { DAY, HOUR, MINUTE } from '#domain/time.ts'
import { aClock, anAddress, aUser, signedIn } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { hashToken } from '../../http/authenticate.ts'
import { renderMail } from '../../mail/render-mail.ts'
import { drain } from '../../queue/queue.ts'
import { writeRequestedMailsJob } from './requested-mails.job.ts'

const clock = aClock()
let world: TwoCompanies
let newcomers = 0
let email: string

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())
beforeEach(async () => {
  email = `newcomer-${++newcomers}@newcomer.example`
  await world.ctx.database.owner.execute(sql`delete from mails`)
})

const NEWCOMER = {
  name: 'Ada Maria Nowak',
  companyName: 'Kawa',
  locale: 'pl',
  currency: 'PLN',
  timezone: 'Europe/Warsaw',
  details: 'trace failed',
}

/** Advances the clock between requests, so that mails have a defined order. */
const ask = (method: 'POST' | 'PATCH', url: string, payload: object, remoteAddress = anAddress()) => {
  clock.pass(1)
  return world.app.inject({ method, url: `/api${url}`, remoteAddress, headers: { authorization: PUBLIC_CLIENT }, payload })
}

const register = (fields: object = {}, address?: string) => ask('POST', '/register', { ...NEWCOMER, email, ...fields }, address)
const askForReset = (of: string, address?: string) => ask('POST', '/password-reset', { email: of }, address)
const setPassword = (token: string, password = 'a long enough one') => ask('PATCH', `/password-reset/${token}`, { password })
const ctx = () => ({ ...world.ctx, log: world.app.log })

type SentMail = { to: string; kind: string; link: string; company: number }
async function mails(): Promise<SentMail[]> {
  clock.pass(1)
  await drain(ctx(), writeRequestedMailsJob)
  return rowsOf<SentMail>(
    world.ctx.database.owner,
    sql`select "to", kind, content -> 'words' ->> 'link' as link, company_id as company from mails order by asked_at, id`,
  )
}
const tokenIn = ({ link }: Pick<SentMail, 'link'> = { link: '' }) => link.split('/reset/')[1] ?? ''
const tokenOf = async () => tokenIn((await mails())[0])

describe('registration', () => {
  test('link in the mail creates a company on trial with its manager', async () => {
    expect((await register({ email: email.toUpperCase() })).statusCode).toBe(201)
    const [renderMail] = await mails()
    expect(renderMail).toMatchObject({ to: email, kind: 'confirm-registration', company: 0 })
    const set = await setPassword(tokenIn(renderMail))
    expect([set.statusCode, set.json().data]).toEqual([200, { login: email }])
    const signIn = await signedIn(world.app, email, 'a long enough one')
    const me = (await world.app.inject({ url: '/api/accounts/me', headers: signIn })).json().data
    expect(me).toMatchObject({
      firstName: 'Ada',
      lastName: 'Maria Nowak',
      email,
      companyName: 'Kawa',
      companyRole: 'ROLE_MANAGER',
      // without this role the company could never connect a device.
      roles: ['ROLE_MANAGER', 'ROLE_DEVICE_MANAGER'],
      planName: 'TRIAL',
      cancellationEffectiveDate: '2026-04-01',
      locale: 'pl-PL',
      currency: 'PLN',
      timezone: 'Europe/Warsaw',
    })
    const machines = await world.app.inject({ url: '/api/machines', headers: signIn })
    expect(machines.json().data).toEqual([])
    const settings = await world.app.inject({ url: '/api/accounts/me/settings', headers: signIn })
    expect(settings.json().data).toMatchObject({ name: 'Kawa', tosAccepted: false })
  })

  test('uses default formats if the browser sends none', async () => {
    await register({ locale: 'tlh', currency: 'XXX', timezone: 'Mars/Olympus' })
    await setPassword(await tokenOf())
    const me = await world.app.inject({ url: '/api/accounts/me', headers: await signedIn(world.app, email, 'a long enough one') })
    expect(me.json().data).toMatchObject({ locale: 'en-GB', currency: 'USD', timezone: 'Europe/Warsaw' })
  })

  test('uses the country of the browser and its date format', async () => {
    await register({ locale: 'en-NZ', currency: 'NZD', timezone: 'Pacific/Auckland' })
    const answer = await setPassword(await tokenOf())
    expect(answer.statusCode).toBe(200)
    const company = await world.app.inject({ url: '/api/company', headers: await signedIn(world.app, email, 'a long enough one') })
    expect(company.json().data).toMatchObject({ country: 'NZ', locale: 'en-AU', currency: 'NZD' })
  })

  test('response is the same for known addresses; only the mail differs', async () => {
    await aUser(world.ctx, { id: world.company }, { email })
    const known = await register()
    await mails()
    const unknown = await register({ email: `x${email}` })
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    expect(await mails()).toMatchObject([
      { to: email, kind: 'already-registered', company: world.company },
      { to: `x${email}`, kind: 'confirm-registration', company: 0 },
    ])
    expect(tokenIn((await mails())[0])).toBe('')
  })

  test('requested twice creates one company', async () => {
    await register()
    const [first] = await mails()
    await register()
    const [, second] = await mails()
    const both = await Promise.all([setPassword(tokenIn(first)), setPassword(tokenIn(second))])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410])
    const [{ count } = { count: 0 }] = await rowsOf<{ count: number }>(
      world.ctx.database.owner,
      sql`select count(*)::int as count from users where login = ${email}`,
    )
    expect(count).toBe(1)
  })

  test.each([
    ['an empty name', { name: ' ' }],
    ['a short company name', { companyName: 'K' }],
    ['a long name', { name: 'x'.repeat(41) }],
    ['an invalid e-mail address', { email: 'ada' }],
  ])('is rejected with %s', async (_what, fields) => {
    expect((await register(fields)).statusCode).toBe(422)
    expect(await mails()).toEqual([])
  })

  test('five registrations for an address do not block its password reset', async () => {
    await aUser(world.ctx, { id: world.company }, { login: email, email })
    for (let n = 0; n < 6; n++) expect((await register()).statusCode).toBe(201)
    expect((await mails()).map(({ kind }) => kind)).toEqual(Array(5).fill('already-registered'))
    expect((await askForReset(email)).statusCode).toBe(202)
    expect((await mails()).at(-1)).toMatchObject({ kind: 'password-reset', to: email })
  })

  test('mailbox gets a fresh reset link despite many requests by others', async () => {
    await aUser(world.ctx, { id: world.company }, { login: email, email })
    for (let n = 0; n < 30; n++) {
      for (let m = 0; m < 3; m++) expect((await askForReset(email)).statusCode).toBe(202)
      await mails()
      clock.pass(2 * MINUTE)
    }
    const sent = (await mails()).length
    expect(sent).toBeGreaterThanOrEqual(10)
    expect(sent).toBeLessThanOrEqual(12)
    clock.pass(10 * MINUTE)
    expect((await askForReset(email)).statusCode).toBe(202)
    expect(await mails()).toHaveLength(sent + 1)
    expect((await setPassword(tokenIn((await mails()).at(-1)))).statusCode).toBe(200)
  })

  test.each([
    ['companyName', 'Bill due:\nhttps://evil.example/pay', 'must be on one line'],
    ['companyName', 'Pay at https://evil.example', 'must not contain a web address'],
    ['companyName', 'Pay at evil.example/pay', 'must not contain a web address'],
    ['name', 'Ada www.evil.example', 'must not contain a web address'],
    ['name', 'Ada\u2028Nowak', 'must be on one line'],
  ])('hostile use: %s %j is refused', async (field, value, message) => {
    const answer = await register({ [field]: value })
    expect([answer.statusCode, answer.json().errors[0]]).toEqual([422, { path: field, message }])
  })

  test('hostile use: name that looks like a URL is no link in the mail', () => {
    const words = { name: 'St.Anna', company: 'Vend.com', link: 'https://vending.example/reset/1' }
    const { text, html } = renderMail('confirm-registration', 'en-US', words)
    for (const written of [text, html]) {
      expect(written).not.toContain('Vend.com')
      expect(written.replaceAll('\u200b', '')).toContain('Vend.com')
      expect(written).toContain('https://vending.example/reset/1')
    }
  })

  test('is limited to five an hour per address and per mailbox', async () => {
    const address = anAddress()
    const statuses = []
    for (let time = 0; time < 6; time++) statuses.push((await register({}, address)).statusCode)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    expect(await mails()).toHaveLength(5)
    expect((await register()).statusCode).toBe(201)
    expect(await mails()).toHaveLength(5)
    clock.pass(HOUR)
    expect((await register({}, address)).statusCode).toBe(201)
    expect(await mails()).toHaveLength(6)
  })
})

describe('password reset', () => {
  const someone = () => aUser(world.ctx, { id: world.company }, { email, login: email, lastName: 'Kowalska' })
  const canSignIn = (password: string) =>
    signedIn(world.app, email, password).then(
      () => true,
      () => false,
    )

  test('by the mailed link replaces the password and ends every session', async () => {
    await someone()
    const before = await signedIn(world.app, email)
    expect((await askForReset(email.toUpperCase())).statusCode).toBe(202)
    const [renderMail] = await mails()
    expect(renderMail).toMatchObject({ to: email, kind: 'password-reset', company: world.company })
    expect((await setPassword(tokenIn(renderMail))).statusCode).toBe(200)
    expect((await world.app.inject({ url: '/api/accounts/me', headers: before })).statusCode).toBe(401)
    expect([await canSignIn('correct horse'), await canSignIn('a long enough one')]).toEqual([false, true])
    expect((await mails()).at(-1)).toMatchObject({ kind: 'password-changed', to: email })
  })

  test('response is the same for known and unknown addresses', async () => {
    await someone()
    const [known, unknown] = [await askForReset(email), await askForReset(`x${email}`)]
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    expect(await mails()).toHaveLength(1)
  })

  test('link used twice at the same time sets the password once', async () => {
    await someone()
    await askForReset(email)
    const token = await tokenOf()
    const both = await Promise.all([setPassword(token, 'the first one'), setPassword(token, 'the second one')])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410])
    const won = both[0]?.statusCode === 200
    expect([await canSignIn('the first one'), await canSignIn('the second one')]).toEqual([won, !won])
  })

  test('returns 410 for used, expired and unknown links', async () => {
    await someone()
    await askForReset(email)
    const [first] = await mails()
    await askForReset(email)
    const [, second] = await mails()
    clock.pass(HOUR - 100)
    expect((await setPassword(tokenIn(first))).statusCode).toBe(200)
    // The other link was invalidated by the first.
    expect((await setPassword(tokenIn(second))).statusCode).toBe(410)
    await askForReset(email)
    const late = (await mails()).filter(({ kind }) => kind === 'password-reset').at(-1)
    clock.pass(HOUR)
    const answers = [await setPassword(tokenIn(first)), await setPassword(tokenIn(late)), await setPassword('x'.repeat(43))]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([410, 410, 410])
    expect(answers[0]?.json().code).toBe('LINK_EXPIRED')
  })

  test('rejects common, short and long passwords', async () => {
    await someone()
    await askForReset(email)
    const token = await tokenOf()
    const statuses = []
    for (const password of ['password1', email, 'kowalska', '123456', 'x'.repeat(51), '      7'])
      statuses.push((await setPassword(token, password)).statusCode)
    expect(statuses).toEqual(Array(6).fill(422))
    expect((await setPassword(token, '  seven77 ')).statusCode).toBe(200)
    expect(await canSignIn('seven77')).toBe(true)
  })

  test('does not apply to disabled users', async () => {
    const { id } = await someone()
    await askForReset(email)
    const token = await tokenOf()
    await world.ctx.database.owner.execute(sql`update users set enabled = false where id = ${id}`)
    expect((await setPassword(token)).statusCode).toBe(410)
    await askForReset(email)
    expect(await mails()).toHaveLength(1)
  })

  test('stores only hashes of links, also in sent mails', async () => {
    await someone()
    await askForReset(email)
    const token = await tokenOf()
    const [kept] = await rowsOf<{ hash: string }>(
      world.ctx.database.owner,
      sql`select hash from password_resets order by asked_at desc, expires_at desc limit 1`,
    )
    expect(kept?.hash).toBe(hashToken(token))
  })
})

test('unconfirmed registration is deleted after a day', async () => {
  await register()
  const token = await tokenOf()
  clock.pass(DAY)
  expect((await setPassword(token)).statusCode).toBe(410)
  await register({ email: `later-${email}` })
  await mails()
  const left = await rowsOf(world.ctx.database.owner, sql`select from registrations where email = ${email}`)
  expect(left).toEqual([])
})
