import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { aClock, anAddress, aUser } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { type MailContent, type MailKind, renderMail } from '../../mail/render-mail.ts'
import { drain } from '../../queue/queue.ts'
import { writeRequestedMailsJob } from './requested-mails.job.ts'

const clock = aClock()
let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

const TEXTS = [
  {
    locale: 'de-DE',
    login: 'udo',
    reset: 'Neues Passwort festlegen',
    invitation: 'Ours lädt Sie zu Roundsman ein',
    greeting: 'Guten Tag Udo,',
  },
  { locale: 'ja-JP', login: 'ume', reset: '新しいパスワードの設定', invitation: 'OursからRoundsmanへの招待', greeting: 'Ume様' },
]

test.each(TEXTS)('mails are in the language of the reader’s company: $locale', async ({ locale, login, reset, invitation, greeting }) => {
  const { app, company, ctx, manager } = world
  const firstName = login === 'udo' ? 'Udo' : 'Ume'
  expect((await manager.call('PATCH', '/company', { locale })).statusCode).toBe(200)
  const email = `${login}@ours.example`
  await aUser(ctx, { id: company }, { login, firstName, email })
  const headers = { authorization: PUBLIC_CLIENT }
  await app.inject({ method: 'POST', url: '/api/password-reset', remoteAddress: anAddress(), headers, payload: { email } })
  await drain({ ...ctx, log: app.log }, writeRequestedMailsJob)
  const invited = { firstName: 'Ida', lastName: 'Ito', companyRole: 'ROLE_EMPLOYEE', login: `${login}_a1b2c`, email: `new-${email}` }
  expect((await manager.call('POST', '/invitations', invited)).statusCode).toBe(201)
  const mails = await rowsOf<{ kind: MailKind; locale: string; words: MailContent['words'] }>(
    ctx.database.owner,
    sql`select kind, locale, content -> 'words' as words from mails where "to" like ${`%${email}`} order by kind desc`,
  )
  const [first, second] = mails.map((mail) => renderMail(mail.kind, mail.locale, mail.words))
  expect([first?.subject, second?.subject]).toEqual([reset, invitation])
  expect(first?.text.split('\n')[0]).toBe(greeting)
})
