import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '../../../tests/support/fleet.ts'
import { aClock, aCompany, aUser, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'

const clock = aClock()
let world: TwoCompanies
let branch: number
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  branch = (await aCompany(world.ctx, { name: 'Ours in Ulm', headOfficeId: world.company })).id
  await aProduct(world.ctx, branch, { name: 'Ulm cola' })
})
afterAll(() => world.close())

const codeOf = async (answer: ReturnType<Caller>) => {
  const { statusCode, body } = await answer
  return statusCode < 300 ? statusCode : [statusCode, JSON.parse(body).code]
}

let people = 0
const newUser = async (...authorities: ('ROLE_HQ_MANAGER' | 'ROLE_SUPER_ADMIN')[]) => {
  const login = `boss_${++people}`
  const { id } = await aUser(world.ctx, { id: world.company }, { login, authorities, firstName: 'Ursula', email: `${login}@ours.example` })
  const signIn = async () => callerWith(world.app, await signedIn(world.app, login))
  return { id, login, signIn, call: await signIn() }
}
const meOf = async (call: Caller) => (await call('GET', '/accounts/me')).json().data

describe('head office manager', () => {
  test('continues in a branch with a seat and returns home as themselves', async () => {
    const { call, id } = await newUser('ROLE_HQ_MANAGER')
    const home = await meOf(call)
    expect((await call('GET', '/accounts/me/settings')).json().data.branches).toEqual([
      { identifier: String(world.company), name: 'Ours' },
      { identifier: String(branch), name: 'Ours in Ulm' },
    ])
    expect((await call('PUT', `/branches/${branch}`)).json().data).toEqual({ companyId: branch })
    const there = await meOf(call)
    expect(there).toMatchObject({ companyId: branch, companyName: 'Ours in Ulm', firstName: 'Ursula', companyRole: 'ROLE_MANAGER' })
    expect([there.userId === id, there.sealKey === home.sealKey]).toEqual([false, false])
    expect((await call('GET', '/products?size=10')).json().data.map(({ name }: { name: string }) => name)).toEqual(['Ulm cola'])
    expect((await call('GET', '/accounts/me/settings')).json().data.branches).toHaveLength(2)
    // Repeating the request after a lost response changes nothing.
    expect(await codeOf(call('PUT', `/branches/${branch}`))).toBe(200)
    expect(await codeOf(call('PUT', `/branches/${world.company}`))).toBe(200)
    expect(await meOf(call)).toEqual(home)
    expect(await codeOf(call('PUT', `/branches/${branch}`))).toBe(200)
    expect((await meOf(call)).userId).toBe(there.userId)
  })

  test('can switch to own branches only, and others cannot switch to theirs', async () => {
    const { call } = await newUser('ROLE_HQ_MANAGER')
    for (const id of [world.rivalCompany, 999_999, 2 ** 40])
      expect(await codeOf(call('PUT', `/branches/${id}`))).toEqual([404, 'COMPANY_NOT_FOUND'])
    expect(await codeOf(world.manager.call('PUT', `/branches/${branch}`))).toEqual([403, 'FORBIDDEN'])
    expect((await world.manager.call('GET', '/accounts/me/settings')).json().data.branches).toEqual([])
  })

  test('operation recorded for one branch is not applied in another', async () => {
    const { call } = await newUser('ROLE_HQ_MANAGER')
    const { userId, companyId } = await meOf(call)
    await call('PUT', `/branches/${branch}`)
    const body = { deviceId: '6e2f2f44-6c0b-4d8a-9f36-0d3a3a1f0b11', app: 'test', protocol: 1, userId, companyId, ops: [] }
    expect(await codeOf(call('POST', '/sync/push', body))).toEqual([409, 'WRONG_ACCOUNT'])
    await call('PUT', `/branches/${companyId}`)
    expect(await codeOf(call('POST', '/sync/push', body))).toBe(200)
  })

  test('loses every seat with the right, the account or the branch', async () => {
    const { id, call } = await newUser('ROLE_HQ_MANAGER')
    await call('PUT', `/branches/${branch}`)
    const { owner } = world.ctx.database
    const isIn = async () => (await call('GET', '/accounts/me')).statusCode === 200
    expect(await isIn()).toBe(true)
    for (const [take, giveBack] of [
      [sql`update users set authorities = '{}' where id = ${id}`, sql`update users set authorities = '{ROLE_HQ_MANAGER}' where id = ${id}`],
      [
        sql`update users set company_role = 'ROLE_EMPLOYEE' where id = ${id}`,
        sql`update users set company_role = 'ROLE_MANAGER' where id = ${id}`,
      ],
      [
        sql`update companies set head_office_id = null where id = ${branch}`,
        sql`update companies set head_office_id = ${world.company} where id = ${branch}`,
      ],
    ] as const) {
      await owner.execute(take)
      expect(await isIn()).toBe(false)
      await owner.execute(giveBack)
      expect(await isIn()).toBe(true)
    }
  })

  test('disabled by a colleague is signed out of the branch too', async () => {
    const { id, call } = await newUser('ROLE_HQ_MANAGER')
    const colleague = await newUser('ROLE_HQ_MANAGER')
    await call('PUT', `/branches/${branch}`)
    for (const enabled of [false, true]) {
      expect(await codeOf(colleague.call('PATCH', `/users/${id}`, { enabled }))).toBe(200)
      expect((await call('GET', '/accounts/me')).statusCode).toBe(401)
    }
  })

  test('is not listed as a branch employee, and the seat cannot sign in', async () => {
    const { login, call } = await newUser('ROLE_HQ_MANAGER')
    await call('PUT', `/branches/${branch}`)
    const local = await aUser(world.ctx, { id: branch }, { login: 'local' })
    const manager = callerWith(world.app, await signedIn(world.app, 'local'))
    expect((await manager('GET', '/users')).json().data.map(({ userId }: { userId: number }) => userId)).toEqual([local.id])
    const seat = (await meOf(call)).userId
    expect(await codeOf(manager('PATCH', `/users/${seat}`, { plainPassword: 'potato34' }))).toEqual([404, 'USER_NOT_FOUND'])
    for (const password of ['!', '', 'correct horse'])
      await expect(signedIn(world.app, `${login}@${branch}`, password)).rejects.toThrow('cannot sign in')
    expect((await meOf(call)).email).toBeNull()
  })

  test('switch is recorded in the audit logs of both companies', async () => {
    const { call } = await newUser('ROLE_HQ_MANAGER')
    clock.pass(1)
    await call('PUT', `/branches/${branch}`)
    const entries = await rowsOf<{ company: number; action: string }>(
      world.ctx.database.owner,
      sql`select company_id as company, content->>'action' as action from audit_entries where content->>'action' like 'company-%' order by at desc, company_id limit 2`,
    )
    expect(entries).toEqual([
      { company: world.company, action: 'company-left' },
      { company: branch, action: 'company-entered' },
    ])
  })
})

describe('super admin', () => {
  test('sees every company, switches to paying ones and returns home', async () => {
    const broke = (await aCompany(world.ctx, { name: 'Broke', planName: 'MUST_SELECT' })).id
    const { call } = await newUser('ROLE_SUPER_ADMIN')
    const all = (await call('GET', '/admin/companies')).json()
    expect([all.pageDetails.size, all.pageDetails.totalElements]).toEqual([50, 4])
    expect(all.data.find(({ id }: { id: number }) => id === broke)).toEqual({
      id: broke,
      name: 'Broke',
      hasLicense: false,
      plan: 'NOT_PAYING',
    })
    expect((await call('GET', '/admin/companies?query=riv')).json().data.map(({ name }: { name: string }) => name)).toEqual(['Rival'])
    expect((await call('GET', '/admin/companies?size=2&page=9')).json().pageDetails).toMatchObject({ totalPages: 2 })
    expect(await codeOf(call('PATCH', `/admin/me/companies/${broke}`))).toEqual([409, 'COMPANY_NOT_PAYING'])
    expect(await codeOf(call('PATCH', '/admin/me/companies/999999'))).toEqual([404, 'COMPANY_NOT_FOUND'])
    expect(await codeOf(call('PATCH', `/admin/me/companies/${world.rivalCompany}`))).toBe(200)
    expect(await meOf(call)).toMatchObject({ companyId: world.rivalCompany, currency: 'PLN', roles: ['ROLE_MANAGER', 'ROLE_SUPER_ADMIN'] })
    expect(await codeOf(call('PATCH', `/admin/me/companies/${world.company}`))).toBe(200)
    expect(await meOf(call)).toMatchObject({ companyId: world.company })
  })

  test('role is required', async () => {
    for (const call of [world.manager.call, world.serviceman.call, (await newUser('ROLE_HQ_MANAGER')).call]) {
      expect(await codeOf(call('GET', '/admin/companies'))).toEqual([403, 'FORBIDDEN'])
      expect(await codeOf(call('PATCH', `/admin/me/companies/${world.rivalCompany}`))).toEqual([403, 'FORBIDDEN'])
    }
  })
})
