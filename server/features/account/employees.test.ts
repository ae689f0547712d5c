import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Authority } from '#domain/team/permissions.ts'
import { aUser, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { writeRole } from '../../cli/grant-role.ts'
import { rowsOf } from '../../db/client.ts'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

const codeOf = async (answer: ReturnType<Caller>) => {
  const { statusCode, body } = await answer
  return statusCode < 300 ? statusCode : [statusCode, JSON.parse(body).code]
}

const EVA = { firstName: 'Eva', lastName: 'Nowak', companyRole: 'ROLE_EMPLOYEE', login: 'enowak_abcde', plainPassword: 'tomato12' }
let suffixes = 0
const newUser = async (traits: object = {}) => {
  const login = `enowak_${String(10_000 + ++suffixes)}`
  const made = await world.manager.call('POST', '/users', { ...EVA, login, ...traits })
  const { userId } = made.json().data
  const call = async (password = EVA.plainPassword) => callerWith(world.app, await signedIn(world.app, login, password))
  return { userId, login, call, change: (body: object) => world.manager.call('PATCH', `/users/${userId}`, body) }
}

describe('new user account', () => {
  test('is created by a manager and can sign in immediately', async () => {
    const answer = await world.manager.call('POST', '/users', { ...EVA, login: 'ENOWAK_first'.toLowerCase() })
    expect([answer.statusCode, answer.json().data]).toEqual([
      201,
      {
        userId: expect.any(Number),
        ...EVA,
        plainPassword: undefined,
        login: 'enowak_first',
        email: null,
        phoneNumber: null,
        enabled: true,
        roles: [],
      },
    ])
    const eva = callerWith(world.app, await signedIn(world.app, 'enowak_first', 'tomato12'))
    expect((await eva('GET', '/accounts/me')).json().data).toMatchObject({ companyId: world.company, roles: ['ROLE_EMPLOYEE'] })
    expect(await codeOf(eva('POST', '/users', EVA))).toEqual([403, 'FORBIDDEN'])
  })

  test('is created once per idempotency key, and logins are globally unique', async () => {
    const key = { 'idempotency-key': '6e2f2f44-6c0b-4d8a-9f36-0d3a3a1f0b11' }
    const body = { ...EVA, login: 'enowak_again' }
    const [first, again] = [await world.manager.call('POST', '/users', body, key), await world.manager.call('POST', '/users', body, key)]
    expect(again.json().data).toEqual(first.json().data)
    expect(await codeOf(world.rival.call('POST', '/users', body))).toEqual([409, 'LOGIN_TAKEN'])
    const kept = await rowsOf<{ kept: string }>(world.ctx.database.owner, sql`select to_jsonb(t)::text as kept from answered_writes t`)
    expect(kept).not.toHaveLength(0)
    for (const row of kept) expect(row.kept).not.toContain('tomato12')
  })

  test.each([
    ['a first name of two characters', { firstName: 'Ev' }],
    ['a last name of two characters', { lastName: 'No' }],
    ['a phone number of five digits', { phoneNumber: '12345' }],
    ['a password of five characters', { plainPassword: 'tomat' }],
    ['a password of 31 characters', { plainPassword: 'tomato'.repeat(6).slice(0, 31) }],
    ['a manager without an e-mail address', { companyRole: 'ROLE_MANAGER' }],
    ['a role above a manager', { companyRole: 'ROLE_SUPER_ADMIN', email: 'eva@ours.example' }],
  ])('is rejected with %s', async (_what, traits) => {
    expect(await codeOf(world.manager.call('POST', '/users', { ...EVA, login: 'enowak_wrong', ...traits }))).toEqual([422, 'INVALID'])
  })

  test('rejects common passwords', async () => {
    const answer = world.manager.call('POST', '/users', { ...EVA, login: 'enowak_guess', plainPassword: 'vending1' })
    expect(await codeOf(answer)).toEqual([422, 'PASSWORD_TOO_COMMON'])
  })
})

describe('user list', () => {
  test('is searchable and limited to the own company', async () => {
    await newUser({ firstName: 'Zuzanna' })
    const found = (await world.manager.call('GET', '/users?query=zuzanna')).json()
    expect([found.data.length, found.pageDetails.size, found.data[0].firstName]).toEqual([1, 100, 'Zuzanna'])
    expect((await world.rival.call('GET', '/users?query=zuzanna')).json().data).toEqual([])
    expect(await codeOf(world.serviceman.call('GET', '/users'))).toEqual([403, 'FORBIDDEN'])
  })
})

describe('user', () => {
  test('accepts the empty fields of a response', async () => {
    const login = 'enowak_empty'
    const made = await world.manager.call('POST', '/users', { ...EVA, login, email: null, phoneNumber: null })
    expect(made.statusCode).toBe(201)
    const { userId, firstName, lastName, email, phoneNumber, companyRole, enabled } = made.json().data
    const fields = { firstName, lastName, email, phoneNumber, companyRole, enabled }
    expect(fields).toMatchObject({ email: null, phoneNumber: null })
    const answer = await world.manager.call('PATCH', `/users/${userId}`, fields)
    expect([answer.statusCode, answer.json().data]).toEqual([200, { ...made.json().data, hasPassword: true, invitedUntil: null }])
  })

  test('null clears the e-mail address of an employee, and of no manager', async () => {
    const { change } = await newUser({ email: 'null@ours.example', phoneNumber: '123456' })
    expect((await change({ email: null, phoneNumber: null })).json().data).toMatchObject({ email: null, phoneNumber: null })
    expect(await codeOf(change({ companyRole: 'ROLE_MANAGER', email: null }))).toEqual([422, 'MANAGER_NEEDS_EMAIL'])
    expect(await codeOf(change({ companyRole: 'ROLE_MANAGER', email: 'null@ours.example' }))).toBe(200)
    expect(await codeOf(change({ email: null }))).toEqual([422, 'MANAGER_NEEDS_EMAIL'])
    const manager = { ...EVA, companyRole: 'ROLE_MANAGER', login: 'enowak_nomai', email: null }
    expect(await codeOf(world.manager.call('POST', '/users', manager))).toEqual([422, 'INVALID'])
  })

  test('update leaves omitted fields unchanged', async () => {
    const { change } = await newUser({ phoneNumber: '123456' })
    expect((await change({ lastName: 'Nowak-Lis' })).json().data).toMatchObject({
      firstName: 'Eva',
      lastName: 'Nowak-Lis',
      phoneNumber: '123456',
    })
    expect((await change({ phoneNumber: '' })).json().data.phoneNumber).toBeNull()
    expect(await codeOf(change({ companyRole: 'ROLE_MANAGER' }))).toEqual([422, 'MANAGER_NEEDS_EMAIL'])
    expect((await change({ companyRole: 'ROLE_MANAGER', email: 'Eva@ours.example' })).json().data).toMatchObject({
      email: 'eva@ours.example',
    })
  })

  test('is signed out everywhere when disabled and can sign in once enabled', async () => {
    const { call, change, login } = await newUser()
    const [phone, desk] = [await call(), await call()]
    expect((await phone('GET', '/accounts/me')).statusCode).toBe(200)
    expect((await change({ enabled: false })).json().data.enabled).toBe(false)
    expect([(await phone('GET', '/accounts/me')).statusCode, (await desk('GET', '/accounts/me')).statusCode]).toEqual([401, 401])
    await expect(call()).rejects.toThrow(`${login} cannot sign in`)
    await change({ enabled: true })
    expect((await phone('GET', '/accounts/me')).statusCode).toBe(401)
    expect((await (await call())('GET', '/accounts/me')).statusCode).toBe(200)
  })

  test('gets a new password from a manager, which ends their sessions', async () => {
    const { call, change } = await newUser()
    const before = await call()
    expect(await codeOf(change({ plainPassword: 'potato34' }))).toBe(200)
    expect((await before('GET', '/accounts/me')).statusCode).toBe(401)
    expect((await (await call('potato34'))('GET', '/accounts/me')).statusCode).toBe(200)
  })

  test('cannot be edited by themselves or by another company', async () => {
    const { userId } = await newUser()
    expect(await codeOf(world.manager.call('PATCH', `/users/${world.manager.id}`, { firstName: 'Boss' }))).toEqual([409, 'OWN_ROW'])
    expect(await codeOf(world.rival.call('PATCH', `/users/${userId}`, { enabled: false }))).toEqual([404, 'USER_NOT_FOUND'])
  })

  test('cannot be edited by a user with fewer rights', async () => {
    const admin = await aUser(world.ctx, { id: world.company }, { login: 'admin_here', authorities: ['ROLE_SUPER_ADMIN'] })
    expect(await codeOf(world.manager.call('PATCH', `/users/${admin.id}`, { plainPassword: 'potato34' }))).toEqual([409, 'USER_OUTRANKS'])
    await world.ctx.database.owner.execute(sql`update users set company_role = 'ROLE_EMPLOYEE' where id = ${admin.id}`)
  })

  test('device manager grants and revokes the right to connect devices', async () => {
    await aUser(world.ctx, { id: world.company }, { login: 'owner', authorities: ['ROLE_DEVICE_MANAGER'] })
    const owner = callerWith(world.app, await signedIn(world.app, 'owner'))
    const { userId, call } = await newUser()
    const connect = async () => codeOf((await call())('POST', '/machines/999999/devices/490154203237518'))
    expect(await connect()).toEqual([403, 'FORBIDDEN'])
    expect((await owner('PATCH', `/users/${userId}`, { isDeviceManager: true })).json().data.roles).toEqual(['ROLE_DEVICE_MANAGER'])
    expect(await connect()).toEqual([404, 'MACHINE_NOT_FOUND'])
    expect((await owner('PATCH', `/users/${userId}`, { isDeviceManager: false })).json().data.roles).toEqual([])
    expect(await connect()).toEqual([403, 'FORBIDDEN'])
    const body = { ...EVA, login: 'enowak_devic', isDeviceManager: true }
    expect((await owner('POST', '/users', body)).json().data.roles).toEqual(['ROLE_DEVICE_MANAGER'])
  })

  test('manager without the right can only disable its holder', async () => {
    const fitter = await aUser(world.ctx, { id: world.company }, { login: 'fitter', authorities: ['ROLE_DEVICE_MANAGER'] })
    const change = (body: object) => codeOf(world.manager.call('PATCH', `/users/${fitter.id}`, body))
    const { change: changeOther } = await newUser()
    expect(await codeOf(changeOther({ isDeviceManager: true }))).toEqual([403, 'FORBIDDEN'])
    expect(await codeOf(world.manager.call('POST', '/users', { ...EVA, login: 'enowak_fraud', isDeviceManager: true }))).toEqual([
      403,
      'FORBIDDEN',
    ])
    expect(await change({ isDeviceManager: false })).toEqual([403, 'FORBIDDEN'])
    expect(await change({ plainPassword: 'potato34' })).toEqual([409, 'USER_OUTRANKS'])
    expect(await change({ email: 'mine@ours.example' })).toEqual([409, 'USER_OUTRANKS'])
    expect(await change({ enabled: false })).toBe(200)
  })

  test.each([{ enabled: false }, { companyRole: 'ROLE_EMPLOYEE' }])(
    '%o for the last device manager passes the right to the manager',
    async (change) => {
      const { owner } = world.ctx.database
      await owner.execute(
        sql`update users set authorities = '{}' where company_id = ${world.company} and 'ROLE_DEVICE_MANAGER' = any(authorities)`,
      )
      const roles = async () => (await world.manager.call('GET', '/accounts/me')).json().data.roles
      const [last, other] = [
        await aUser(world.ctx, { id: world.company }, { companyRole: 'ROLE_MANAGER', authorities: ['ROLE_DEVICE_MANAGER'] }),
        await aUser(world.ctx, { id: world.company }, { companyRole: 'ROLE_MANAGER', authorities: ['ROLE_DEVICE_MANAGER'] }),
      ]
      expect(await codeOf(world.manager.call('PATCH', `/users/${other.id}`, change))).toBe(200)
      expect(await roles()).not.toContain('ROLE_DEVICE_MANAGER')
      expect(await codeOf(world.manager.call('PATCH', `/users/${last.id}`, change))).toBe(200)
      expect(await roles()).toContain('ROLE_DEVICE_MANAGER')
      await owner.execute(sql`update users set authorities = '{}' where company_id = ${world.company} and id = ${world.manager.id}`)
    },
  )

  test('operator command grants every role and writes the audit log', async () => {
    const { userId, login, call } = await newUser()
    const write = (role: Authority, isTaken: boolean) =>
      world.ctx.database.asSystem((db) => writeRole(db, { login: login.toUpperCase(), role, isTaken }, world.ctx.now()))
    expect(await write('ROLE_HQ_MANAGER', false)).toMatchObject({ roles: ['ROLE_HQ_MANAGER'] })
    expect((await (await call())('GET', '/accounts/me')).json().data.roles).toEqual(['ROLE_EMPLOYEE', 'ROLE_HQ_MANAGER'])
    expect(await write('ROLE_HQ_MANAGER', true)).toMatchObject({ roles: [] })
    const entries = await rowsOf<{ after: object }>(
      world.ctx.database.owner,
      sql`select content->'after' as after from audit_entries where content->'of'->>'id' = ${String(userId)} and content->>'userId' = '0' order by seq`,
    )
    expect(entries).toEqual([{ after: { roles: ['ROLE_HQ_MANAGER'] } }, { after: { roles: [] } }])
  })

  test("migration grants the right to each company's first manager if missing", async () => {
    const { owner } = world.ctx.database
    const rivals = () =>
      rowsOf<{ login: string }>(
        owner,
        sql`select login from users where company_id = ${world.rivalCompany} and 'ROLE_DEVICE_MANAGER' = any(authorities)`,
      )
    await aUser(world.ctx, { id: world.rivalCompany }, { login: 'rival_later' })
    expect(await rivals()).toEqual([])
    const folder = new URL('../../db/migrations/', import.meta.url)
    const file = readdirSync(folder).find((name) => name.endsWith('_device_managers.sql')) ?? ''
    const migration = sql.raw(readFileSync(new URL(file, folder), 'utf8'))
    await owner.execute(migration)
    const first = await rowsOf<{ login: string }>(
      owner,
      sql`select login from users where company_id = ${world.rivalCompany} and company_role = 'ROLE_MANAGER' order by id limit 1`,
    )
    expect(await rivals()).toEqual(first)
    await owner.execute(migration)
    expect(await rivals()).toEqual(first)
  })

  test('audit log has old and new values, never a password', async () => {
    const { userId, change } = await newUser()
    await change({ lastName: 'Lis', plainPassword: 'potato34' })
    await change({ enabled: false })
    const entries = await rowsOf<{ action: string; content: string }>(
      world.ctx.database.owner,
      sql`select content->>'action' as action, content::text as content from audit_entries
        where company_id = ${world.company} and content->'of'->>'kind' = 'user' and content->'of'->>'id' = ${String(userId)} order by seq`,
    )
    expect(entries.map(({ action }) => action)).toEqual(['user-added', 'user-changed', 'password-set', 'user-disabled'])
    expect(entries[1]?.content).toContain('"lastName": "Nowak"')
    for (const { content } of entries) expect(content).not.toMatch(/tomato12|potato34|argon2/)
  })
})

test('concurrent mutual disabling of two managers leaves one enabled', async () => {
  const alone = await twoCompanies()
  onTestFinished(alone.close)
  const other = await aUser(alone.ctx, { id: alone.company }, { login: 'other' })
  const call = callerWith(alone.app, await signedIn(alone.app, 'other'))
  const answers = await Promise.all([
    codeOf(alone.manager.call('PATCH', `/users/${other.id}`, { enabled: false })),
    codeOf(call('PATCH', `/users/${alone.manager.id}`, { enabled: false })),
  ])
  expect(answers.filter((answer) => answer === 200)).toHaveLength(1)
  const left = await rowsOf(
    alone.ctx.database.owner,
    sql`select from users where company_id = ${alone.company} and enabled and company_role = 'ROLE_MANAGER'`,
  )
  expect(left).toHaveLength(1)
})
