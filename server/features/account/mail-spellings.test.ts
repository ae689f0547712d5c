import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { aClock, anAddress, aUser } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { drain } from '../../queue/queue.ts'
import { writeRequestedMailsJob } from './requested-mails.job.ts'

const clock = aClock()
const PASSWORD = 'a long enough one'
let world: TwoCompanies

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

const ask = (method: 'POST' | 'PATCH', url: string, payload: object) => {
  clock.pass(1)
  return world.app.inject({
    method,
    url: `/api${url}`,
    remoteAddress: anAddress(),
    headers: { authorization: PUBLIC_CLIENT },
    payload,
  })
}

/** The token of the link in the latest mail. */
async function latestToken(): Promise<string> {
  clock.pass(1)
  await drain({ ...world.ctx, log: world.app.log }, writeRequestedMailsJob)
  const [mail] = await rowsOf<{ link: string }>(
    world.ctx.database.owner,
    sql`select content -> 'words' ->> 'link' as link from mails order by asked_at desc, id desc limit 1`,
  )
  return mail?.link.split('/').at(-1) ?? ''
}

async function register(email: string): Promise<string> {
  await ask('POST', '/register', { name: 'Ada Nowak', companyName: 'Kawa', email })
  return (await ask('PATCH', `/password-reset/${await latestToken()}`, { password: PASSWORD })).json().data?.login
}

const signIn = async (username: string, password = PASSWORD) =>
  (
    await world.app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      remoteAddress: anAddress(),
      headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: 'password', username, password }).toString(),
    })
  ).statusCode

test('a login with a domain beyond ASCII signs in however it is spelled', async () => {
  expect(await register('Info@xn--mller-kva.de')).toBe('info@müller.de')
  expect([await signIn('info@müller.de'), await signIn('info@xn--mller-kva.de'), await signIn('INFO@MÜLLER.DE')]).toEqual([200, 200, 200])
})

test('an account of an earlier version signs in by both spellings', async () => {
  await register('owner@bücher.example')
  await world.ctx.database.owner.execute(
    sql`update users set login = 'owner@xn--bcher-kva.example', email = 'owner@xn--bcher-kva.example' where login = 'owner@bücher.example'`,
  )
  expect([await signIn('owner@bücher.example'), await signIn('owner@xn--bcher-kva.example')]).toEqual([200, 200])
  await ask('POST', '/password-reset', { email: 'owner@bücher.example' })
  await ask('PATCH', `/password-reset/${await latestToken()}`, { password: 'another long one' })
  expect(await signIn('owner@bücher.example', 'another long one')).toBe(200)
})

test('one address in two spellings registers one company', async () => {
  await register('twice@łódź.example')
  expect(await register('twice@xn--d-uga0v4h.example')).toBeUndefined()
})

test('hostile use: spellings of one domain have one limit of guesses and of mails', async () => {
  const WIDE = { e: 'ｅ', x: 'ｘ', a: 'ａ', m: 'ｍ', p: 'ｐ' }
  const domains = Object.entries(WIDE).map(([letter, wide]) => `sp.example`.replaceAll(letter, wide))
  const spellings = ['sp.example', ...domains].map((domain) => `target@${domain}`)
  await aUser(world.ctx, { id: world.company }, { email: 'target@sp.example', login: 'target@sp.example' })
  const guess = (username: string) =>
    world.app.inject({
      ...{ method: 'POST', url: '/api/oauth/token', remoteAddress: anAddress() },
      headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: 'password', username, password: 'guess' }).toString(),
    })
  const statuses: number[] = []
  for (let n = 0; n < 24; n++) statuses.push((await guess(spellings[n % spellings.length] ?? '')).statusCode)
  expect(statuses).toEqual([...Array(20).fill(400), ...Array(4).fill(429)])

  for (let n = 0; n < 12; n++) await ask('POST', '/password-reset', { email: spellings[n % spellings.length] })
  await latestToken()
  const mails = await rowsOf(world.ctx.database.owner, sql`select from mails where content -> 'words' ->> 'login' = 'target@sp.example'`)
  expect(mails).toHaveLength(6)
})
