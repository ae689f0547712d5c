import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PUBLIC_CLIENT, REFRESH_COOKIE_HEADER } from '#contract/account.ts'
import { INVITATION_DAYS } from '#contract/invitations.ts'
import { DAY, MINUTE } from '#domain/time.ts'
import { aMachine } from '../../../tests/support/fleet.ts'
import { aClock, aUser, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import { writeRole } from '../../cli/grant-role.ts'
import { rowsOf } from '../../db/client.ts'
import { hashToken } from '../../http/authenticate.ts'
import { requestForLog } from '../../http/logs.ts'
import { purgeSentJob } from '../../jobs/purge-old-records.job.ts'

const clock = aClock()
let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

const codeOf = async (answer: ReturnType<Caller>) => {
  const { statusCode, body } = await answer
  return statusCode < 300 ? statusCode : [statusCode, JSON.parse(body).code]
}
const ENDED = [410, 'INVITATION_ENDED']
const PASSWORD = 'copper-kettle-9'

/** Each request comes from another address, so that the limit by address does not count. */
let addresses = 0
const openly = (url: string, payload: object, remoteAddress = `2001:db8:${(++addresses).toString(16)}::1`) =>
  world.app.inject({
    method: 'POST',
    url: `/api${url}`,
    payload,
    remoteAddress,
    headers: { authorization: PUBLIC_CLIENT, [REFRESH_COOKIE_HEADER]: '1' },
  })
const read = (token: string) => openly('/invitations/read', { token })
const accept = (token: string, password = PASSWORD) => openly('/invitations/accept', { token, password })

let logins = 0
const aLogin = () => `nwinter_${String(10_000 + ++logins)}`
const NORA = { firstName: 'Nora', lastName: 'Winter', companyRole: 'ROLE_EMPLOYEE' }
const inviteNora = async (traits: object = {}, call = world.manager.call) =>
  (await call('POST', '/invitations', { ...NORA, login: aLogin(), ...traits })).json().data
const inviteAgain = async (id: number, call = world.manager.call) => (await call('POST', `/users/${id}/invitation`)).json().data
const listed = async (id: number) =>
  (await world.manager.call('GET', '/users?size=1000')).json().data.find(({ userId }: { userId: number }) => userId === id)
const actionsOn = async (id: number) =>
  (await world.manager.call('GET', '/audit?size=500'))
    .json()
    .data.filter(({ of }: { of: { kind: string; id: number } }) => of.kind === 'user' && of.id === id)
    .map(({ action }: { action: string }) => action)

describe('an invitation', () => {
  test('creates an account with machines, and its link signs in once', async () => {
    const machines = await Promise.all(['Foyer', 'Gym'].map((name) => aMachine(world.ctx, world.company, { name })))
    const { user, token, sentTo } = await inviteNora({ machineIds: machines.map(({ id }) => id) })
    expect([user.login, token, sentTo]).toEqual([
      expect.stringMatching(/^nwinter_[a-z0-9]{5}$/),
      expect.stringMatching(/^[\w-]{43}$/),
      null,
    ])
    expect(await listed(user.userId)).toMatchObject({ enabled: true, hasPassword: false, invitedUntil: expect.stringMatching(/Z$/) })

    expect((await read(token)).json().data).toEqual({
      companyName: 'Ours',
      firstName: 'Nora',
      lastName: 'Winter',
      login: user.login,
      isNew: true,
    })
    const accepted = await accept(token)
    expect(accepted.cookies.map(({ name }) => name).toSorted()).toEqual(['known_device', 'refresh_token'])
    const nora = callerWith(world.app, { authorization: `Bearer ${accepted.json().access_token}` })
    expect((await nora('GET', '/accounts/me')).json().data).toMatchObject({ userId: user.userId, companyId: world.company })
    expect((await nora('GET', '/machines')).json().data).toHaveLength(2)
    expect(await listed(user.userId)).toMatchObject({ hasPassword: true, invitedUntil: null })
    expect(await actionsOn(user.userId)).toEqual(['invitation-accepted', 'user-invited', 'user-added'])
    await signedIn(world.app, user.login, PASSWORD)
  })

  test('cannot be used again, and a wrong token gets the same response', async () => {
    const { token } = await inviteNora()
    await accept(token)
    const answers = await Promise.all([read(token), accept(token), read('x'), accept('x'.repeat(43)), read('ü'), read("' or true --")])
    for (const { statusCode, body } of answers) expect([statusCode, body]).toEqual([410, answers[0]?.body])
  })

  test('is accepted by one of two phones at the same time', async () => {
    const { token, user } = await inviteNora()
    const answers = await Promise.all([accept(token, 'first-phone-1'), accept(token, 'other-phone-2')])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410])
    const winner = answers[0]?.statusCode === 200 ? 'first-phone-1' : 'other-phone-2'
    await signedIn(world.app, user.login, winner)
  })

  test('is not used up by reading it, nor by a password that is refused', async () => {
    const { token, user } = await inviteNora()
    for (let times = 0; times < 3; times++) expect((await read(token)).statusCode).toBe(200)
    expect(await codeOf(accept(token, 'vending1'))).toEqual([422, 'PASSWORD_TOO_COMMON'])
    expect(await codeOf(accept(token, user.login))).toEqual([422, 'PASSWORD_TOO_COMMON'])
    expect(await codeOf(accept(token, 'short'))).toEqual([422, 'INVALID'])
    expect(await codeOf(world.anonymous('GET', '/invitations/accept'))).toEqual([405, 'METHOD_NOT_ALLOWED'])
    expect((await accept(token)).statusCode).toBe(200)
  })

  test('expires after seven days', async () => {
    const { token } = await inviteNora()
    clock.pass(INVITATION_DAYS * DAY - MINUTE)
    expect((await read(token)).statusCode).toBe(200)
    clock.pass(MINUTE)
    expect([await codeOf(read(token)), await codeOf(accept(token))]).toEqual([ENDED, ENDED])
    world.manager.call = callerWith(world.app, await signedIn(world.app, 'manager'))
    world.rival.call = callerWith(world.app, await signedIn(world.app, 'rival'))
    world.serviceman.call = callerWith(world.app, await signedIn(world.app, 'serviceman'))
  })

  test('is replaced by the next one and ended by revoking it', async () => {
    const { token, user } = await inviteNora()
    const again = await inviteAgain(user.userId)
    expect(await codeOf(read(token))).toEqual(ENDED)
    expect((await read(again.token)).statusCode).toBe(200)
    expect((await world.manager.call('DELETE', `/users/${user.userId}/invitation`)).json().data).toEqual({ revoked: true })
    expect((await world.manager.call('DELETE', `/users/${user.userId}/invitation`)).json().data).toEqual({ revoked: false })
    expect(await codeOf(accept(again.token))).toEqual(ENDED)
    expect(await actionsOn(user.userId)).toEqual(['invitation-revoked', 'user-invited', 'user-invited', 'user-added'])
  })

  test('of an existing employee ends their sessions only when it is accepted', async () => {
    const { id, password } = await aUser(world.ctx, { id: world.company }, { login: 'oldphone', companyRole: 'ROLE_EMPLOYEE' })
    const oldPhone = callerWith(world.app, await signedIn(world.app, 'oldphone', password))
    const { token } = await inviteAgain(id)
    expect((await read(token)).json().data).toMatchObject({ login: 'oldphone', isNew: false })
    expect((await oldPhone('GET', '/accounts/me')).statusCode).toBe(200)
    expect((await accept(token)).statusCode).toBe(200)
    expect((await oldPhone('GET', '/accounts/me')).statusCode).toBe(401)
  })

  test('is mailed to the address of the employee, in the language of the company', async () => {
    const { token, sentTo } = await inviteNora({ email: 'Nora@Ours.example' })
    expect(sentTo).toBe('nora@ours.example')
    const [mail] = await rowsOf<{ kind: string; words: Record<string, string> }>(
      world.ctx.database.owner,
      sql`select kind, content->'words' as words from mails where "to" = 'nora@ours.example'`,
    )
    expect(mail).toMatchObject({ kind: 'invitation', words: { company: 'Ours', name: 'Nora' } })
    expect(mail?.words.link).toMatch(new RegExp(`/join#${token}$`))
  })

  test('hostile use: one mailbox gets at most five mails an hour', async () => {
    const sent = []
    for (let times = 0; times < 7; times++) sent.push((await inviteNora({ email: 'flooded@ours.example' })).sentTo)
    expect(sent.filter((to) => to !== null)).toHaveLength(5)
  })
})

describe('the token of an invitation', () => {
  test('is stored as a hash only', async () => {
    const key = { 'idempotency-key': '6e2f2f44-6c0b-4d8a-9f36-0d3a3a1f0b77' }
    const body = { ...NORA, login: aLogin() }
    const first = (await world.manager.call('POST', '/invitations', body, key)).json().data
    expect((await world.manager.call('POST', '/invitations', body, key)).json().data).toEqual(first)
    const [{ stored = '' } = {}] = await rowsOf<{ stored: string }>(
      world.ctx.database.owner,
      sql`select (select string_agg(to_jsonb(i)::text, '') from invitations i) || (select string_agg(to_jsonb(w)::text, '') from answered_writes w)
        || (select string_agg(to_jsonb(e)::text, '') from audit_entries e) as stored`,
    )
    expect(stored).toContain(hashToken(first.token))
    expect(stored).not.toContain(first.token)
  })

  test('is in no backup, not even as a hash', async () => {
    const { token, user } = await inviteNora()
    const folder = await mkdtemp(join(tmpdir(), 'backup-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'all.gz')
    await writeBackup(world.ctx.database, path, { version: '0.0.0', now: clock.now() })
    const rows = gunzipSync(await readFile(path)).toString()
    expect(rows).toContain(user.login)
    expect(rows).not.toContain(hashToken(token))
  })

  test('is in no address that is logged', () => {
    const { path } = requestForLog({ method: 'POST', url: '/api/invitations/accept', ip: '::1' })
    expect(path).toBe('/api/invitations/accept')
  })

  test('hostile use: guesses are limited by address', async () => {
    const statuses = []
    for (let tries = 0; tries < 12; tries++)
      statuses.push((await openly('/invitations/read', { token: `guess${tries}` }, '203.0.113.9')).statusCode)
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(410))
    expect(statuses.slice(10)).toEqual([429, 429])
  })
})

describe('an open invitation ends', () => {
  const change = (id: number, body: object) => world.manager.call('PATCH', `/users/${id}`, body)

  test.each([
    ['when the employee is disabled, also if they are enabled later', { enabled: false }],
    ['when a manager sets a password', { plainPassword: 'tomato-12' }],
    ['when the address is corrected', { email: 'right@ours.example' }],
  ])('%s', async (_when, body) => {
    const { user, token } = await inviteNora({ email: 'wrong@ours.example' })
    expect(await codeOf(change(user.userId, body))).toBe(200)
    await change(user.userId, { enabled: true })
    expect(await codeOf(accept(token))).toEqual(ENDED)
  })

  test('when its author is disabled', async () => {
    const author = await aUser(world.ctx, { id: world.company }, { login: 'author', companyRole: 'ROLE_MANAGER' })
    const call = callerWith(world.app, await signedIn(world.app, 'author', author.password))
    const { token } = await inviteNora({}, call)
    expect((await read(token)).statusCode).toBe(200)
    expect(await codeOf(change(author.id, { enabled: false }))).toBe(200)
    expect(await codeOf(accept(token))).toEqual(ENDED)
  })

  test('when the employee receives rights that its author lacks', async () => {
    const { user, token } = await inviteNora({ companyRole: 'ROLE_MANAGER', email: 'boss@ours.example' })
    await world.ctx.database.asSystem((db) => writeRole(db, { login: user.login, role: 'ROLE_SUPER_ADMIN', isTaken: false }, clock.now()))
    expect(await codeOf(accept(token))).toEqual(ENDED)
  })

  test('and is deleted 30 days after it expired', async () => {
    const { user } = await inviteNora()
    const kept = async () =>
      (await rowsOf(world.ctx.database.owner, sql`select from invitations i where i.user_id = ${user.userId}`)).length
    const runAfter = async (days: number) => {
      const now = () => clock.now() + days * DAY
      expect(await purgeSentJob.run({ ...world.ctx, now, log: undefined as never })).toBe('well')
      return kept()
    }
    expect(await runAfter(INVITATION_DAYS + 29)).toBe(1)
    expect(await runAfter(INVITATION_DAYS + 31)).toBe(0)
  })
})

describe('inviting', () => {
  test('is for managers of the company', async () => {
    const { user } = await inviteNora()
    const path = `/users/${user.userId}/invitation`
    expect(await codeOf(world.serviceman.call('POST', '/invitations', { ...NORA, login: aLogin() }))).toEqual([403, 'FORBIDDEN'])
    for (const method of ['POST', 'DELETE'] as const) {
      expect(await codeOf(world.serviceman.call(method, path))).toEqual([403, 'FORBIDDEN'])
      expect(await codeOf(world.rival.call(method, path))).toEqual([404, 'USER_NOT_FOUND'])
    }
    expect(await codeOf(world.manager.call('POST', `/users/${world.manager.id}/invitation`))).toEqual([409, 'OWN_ROW'])
  })

  test('creates nothing if a machine is of another company', async () => {
    const foreign = await aMachine(world.ctx, world.rivalCompany, { name: 'Theirs' })
    const before = (await world.manager.call('GET', '/users?size=1000')).json().pageDetails.totalElements
    expect(await codeOf(world.manager.call('POST', '/invitations', { ...NORA, login: aLogin(), machineIds: [foreign.id] }))).toEqual([
      404,
      'MACHINE_NOT_FOUND',
    ])
    expect((await world.manager.call('GET', '/users?size=1000')).json().pageDetails.totalElements).toBe(before)
  })

  test.each([
    ['a manager without an address', { companyRole: 'ROLE_MANAGER' }],
    ['a manager with machines', { companyRole: 'ROLE_MANAGER', email: 'a@ours.example', machineIds: [1] }],
    ['a first name of two characters', { firstName: 'No' }],
    ['an unknown field', { plainPassword: 'tomato12' }],
  ])('rejects %s', async (_what, traits) => {
    expect(await codeOf(world.manager.call('POST', '/invitations', { ...NORA, login: aLogin(), ...traits }))).toEqual([422, 'INVALID'])
  })

  test('needs a login that no company has', async () => {
    const { user } = await inviteNora()
    const taken = world.rival.call('POST', '/invitations', { ...NORA, login: user.login })
    expect(await codeOf(taken)).toEqual([409, 'LOGIN_TAKEN'])
  })

  test('is refused for a disabled employee and for one with more rights', async () => {
    const { user } = await inviteNora()
    await world.manager.call('PATCH', `/users/${user.userId}`, { enabled: false })
    expect(await codeOf(world.manager.call('POST', `/users/${user.userId}/invitation`))).toEqual([409, 'INVITEE_DISABLED'])
    const { id } = await aUser(
      world.ctx,
      { id: world.company },
      { login: 'chief', companyRole: 'ROLE_MANAGER', authorities: ['ROLE_SUPER_ADMIN'] },
    )
    expect(await codeOf(world.manager.call('POST', `/users/${id}/invitation`))).toEqual([409, 'USER_OUTRANKS'])
  })

  test('gives no password: nothing signs in before the link is used', async () => {
    const { user } = await inviteNora()
    for (const password of ['!', '', PASSWORD]) await expect(signedIn(world.app, user.login, password)).rejects.toThrow()
  })
})
