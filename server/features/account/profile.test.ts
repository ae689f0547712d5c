import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TERMS_VERSION } from '#domain/terms.ts'
import { aUser, signedIn } from '../../../tests/support/test-context.ts'
import { callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

let people = 0
const newUser = async (traits: Parameters<typeof aUser>[2] = {}) => {
  const login = `somebody_${++people}`
  const user = await aUser(world.ctx, { id: world.company }, { login, ...traits })
  const call = async (password?: string) => callerWith(world.app, await signedIn(world.app, login, password))
  return { ...user, login, call }
}

describe('profile', () => {
  test('update leaves omitted fields unchanged', async () => {
    const { call, id } = await newUser({ companyRole: 'ROLE_EMPLOYEE', phoneNumber: '123456' })
    const me = await call()
    const answer = await me('PATCH', '/accounts/me', { firstName: ' Eva ' })
    expect(answer.json().data).toMatchObject({ userId: id, firstName: 'Eva', lastName: 'Nowak', phoneNumber: '123456' })
    expect((await me('PATCH', '/accounts/me', { phoneNumber: '' })).json().data.phoneNumber).toBeNull()
    expect((await me('PATCH', '/accounts/me', { firstName: '' })).statusCode).toBe(422)
    expect((await world.anonymous('PATCH', '/accounts/me', { firstName: 'Eve' })).statusCode).toBe(401)
  })

  test('accepts the own e-mail address as the profile form sends it, and refuses another', async () => {
    const me = await (await newUser({ email: 'eva@form.example' })).call()
    const profile = { firstName: 'Eva', lastName: 'Nowak', phoneNumber: null }
    const same = await me('PATCH', '/accounts/me', { ...profile, email: ' Eva@form.example' })
    expect([same.statusCode, same.json().data.email]).toEqual([200, 'eva@form.example'])
    const other = await me('PATCH', '/accounts/me', { ...profile, firstName: 'Ewa', email: 'other@form.example' })
    expect([other.statusCode, other.json().errors]).toEqual([422, [{ path: 'email', message: 'cannot be changed' }]])
    expect((await me('GET', '/accounts/me')).json().data).toMatchObject({ firstName: 'Eva', email: 'eva@form.example' })
    const without = await (await newUser({ email: null })).call()
    expect((await without('PATCH', '/accounts/me', { ...profile, email: null })).statusCode).toBe(200)
    expect((await without('PATCH', '/accounts/me', { ...profile, email: 'new@form.example' })).statusCode).toBe(422)
  })

  test('password change requires the old password and signs out other devices', async () => {
    const { call, login } = await newUser({ email: 'eva@ours.example', lastName: 'Kowalska' })
    const [here, there] = [await call(), await call()]
    const wrong = await here('PATCH', '/accounts/me', { oldPassword: 'wrong horse', newPassword: 'another horse' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'OLD_PASSWORD_WRONG'])
    for (const newPassword of [login, 'Kowalska']) {
      const common = await here('PATCH', '/accounts/me', { oldPassword: 'correct horse', newPassword })
      expect(common.json().code).toBe('PASSWORD_TOO_COMMON')
    }
    expect((await there('GET', '/accounts/me')).statusCode).toBe(200)
    // Twice, as after a lost response.
    for (let time = 0; time < 2; time++)
      expect((await here('PATCH', '/accounts/me', { oldPassword: 'correct horse', newPassword: 'another horse' })).statusCode).toBe(200)
    expect([(await here('GET', '/accounts/me')).statusCode, (await there('GET', '/accounts/me')).statusCode]).toEqual([200, 401])
    await expect(call()).rejects.toThrow('cannot sign in')
    expect((await (await call('another horse'))('GET', '/accounts/me')).statusCode).toBe(200)
    const events = await rowsOf(
      world.ctx.database.owner,
      sql`select from mails where kind = 'password-changed' and "to" = 'eva@ours.example'`,
    )
    expect(events).toHaveLength(1)
  })

  test('password change is limited to ten attempts', async () => {
    const me = await (await newUser()).call()
    const statuses = []
    for (let time = 0; time < 11; time++)
      statuses.push((await me('PATCH', '/accounts/me', { oldPassword: `guess ${time}`, newPassword: 'another horse' })).statusCode)
    expect(statuses).toEqual([...Array(10).fill(422), 429])
  })
})

describe('sessions', () => {
  test('are visible to their user only and can be ended remotely', async () => {
    const { call } = await newUser()
    const [here, there, third] = [await call(), await call(), await call()]
    const open = (await here('GET', '/accounts/me/sessions')).json().data
    expect(open).toHaveLength(3)
    expect(open.filter(({ isThis }: { isThis: boolean }) => isThis)).toHaveLength(1)
    const [other] = (await there('GET', '/accounts/me/sessions')).json().data.filter(({ isThis }: { isThis: boolean }) => isThis)
    for (const stranger of [world.manager, world.rival])
      expect((await stranger.call('DELETE', `/accounts/me/sessions/${other.sessionId}`)).statusCode).toBe(404)
    expect((await there('GET', '/accounts/me')).statusCode).toBe(200)
    expect((await here('DELETE', `/accounts/me/sessions/${other.sessionId}`)).statusCode).toBe(200)
    expect((await there('GET', '/accounts/me')).statusCode).toBe(401)
    expect((await here('DELETE', `/accounts/me/sessions/${other.sessionId}`)).statusCode).toBe(404)
    expect((await here('DELETE', '/accounts/me/sessions')).json().data).toEqual({ ended: 1 })
    expect([(await here('GET', '/accounts/me')).statusCode, (await third('GET', '/accounts/me')).statusCode]).toEqual([200, 401])
  })
})

describe('terms of service', () => {
  test('are accepted by a manager for the company, in the current version', async () => {
    const accepted = async (call = world.serviceman.call) => (await call('GET', '/accounts/me/settings')).json().data.tosAccepted
    expect(await accepted()).toBe(false)
    expect((await world.serviceman.call('POST', '/company/tos', { version: TERMS_VERSION })).statusCode).toBe(403)
    const old = await world.manager.call('POST', '/company/tos', { version: '2020-01-01' })
    expect([old.statusCode, old.json().code]).toEqual([409, 'TERMS_CHANGED'])
    expect((await world.manager.call('POST', '/company/tos', { version: TERMS_VERSION })).json().data.tosAccepted).toBe(true)
    for (const body of [undefined, {}]) expect((await world.manager.call('POST', '/company/tos', body)).statusCode).toBe(200)
    expect([await accepted(), await accepted(world.rival.call)]).toEqual([true, false])
  })
})

test('mail subscriptions can be changed only by the user', async () => {
  const me = await (await newUser()).call()
  expect((await me('PATCH', '/accounts/me/settings', { weeklyEmails: true })).json().data).toMatchObject({
    weeklyEmails: true,
    systemUpdates: false,
  })
  expect((await world.manager.call('GET', '/accounts/me/settings')).json().data.weeklyEmails).toBe(false)
})

test('setup steps are hidden for one user on all devices, and nothing else changes', async () => {
  const { call } = await newUser()
  const [here, there] = [await call(), await call()]
  const hidden = async (me: typeof here) => (await me('GET', '/accounts/me/settings')).json().data.setupStepsHidden
  expect(await hidden(here)).toBeUndefined()
  const answer = (await here('PATCH', '/accounts/me/settings', { setupStepsHidden: true })).json().data
  expect(answer).toMatchObject({ weeklyEmails: false, systemUpdates: false, setupStepsHidden: true })
  expect([await hidden(there), await hidden(world.manager.call)]).toEqual([true, undefined])
  await there('PATCH', '/accounts/me/settings', { weeklyEmails: true })
  expect(await hidden(here)).toBe(true)
  await there('PATCH', '/accounts/me/settings', { setupStepsHidden: false })
  expect(await hidden(here)).toBe(false)
})
