import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { aClock, anAddress, aUser, signedIn } from '../../../tests/support/test-context.ts'
import { callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { drain } from '../../queue/queue.ts'
import { writeRequestedMailsJob } from './requested-mails.job.ts'

const clock = aClock()
let world: TwoCompanies
let users = 0
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

const openly = (method: 'POST' | 'PATCH', url: string, payload: object) => {
  clock.pass(1)
  return world.app.inject({ method, url: `/api${url}`, remoteAddress: anAddress(), headers: { authorization: PUBLIC_CLIENT }, payload })
}

/** A user with a mailed link to set a new password. */
async function withResetLink() {
  const email = `forgetful-${++users}@ours.example`
  const { id } = await aUser(world.ctx, { id: world.company }, { email, login: email })
  await openly('POST', '/password-reset', { email })
  await drain({ ...world.ctx, log: world.app.log }, writeRequestedMailsJob)
  const [mail] = await rowsOf<{ link: string }>(
    world.ctx.database.owner,
    sql`select content -> 'words' ->> 'link' as link from mails where "to" = ${email} order by asked_at desc limit 1`,
  )
  const token = mail?.link.split('/reset/')[1] ?? ''
  return { id, email, use: async () => (await openly('PATCH', `/password-reset/${token}`, { password: 'a long enough one' })).statusCode }
}
type Forgetful = Awaited<ReturnType<typeof withResetLink>>

const edit = (body: object) => (user: Forgetful) => world.manager.call('PATCH', `/users/${user.id}`, body)

test.each<[string, (user: Forgetful) => Promise<{ statusCode: number }>, number]>([
  ['works after a change of the name', edit({ firstName: 'Eva' }), 200],
  ['ends with another mail address', edit({ email: 'new@ours.example' }), 410],
  ['ends with a password from a manager', edit({ plainPassword: 'tomato-soup-12' }), 410],
  [
    'ends with a password from its user',
    async ({ email }) =>
      callerWith(world.app, await signedIn(world.app, email))('PATCH', '/accounts/me', {
        ...{ oldPassword: 'correct horse', newPassword: 'another horse' },
      }),
    410,
  ],
  [
    'ends with a password from an invitation',
    async ({ id }) => {
      const { token } = (await world.manager.call('POST', `/users/${id}/invitation`)).json().data
      return openly('POST', '/invitations/accept', { token, password: 'copper-kettle-9' })
    },
    410,
  ],
])('link to set a new password %s', async (_what, change, status) => {
  const user = await withResetLink()
  expect((await change(user)).statusCode).toBeLessThan(300)
  expect(await user.use()).toBe(status)
})
