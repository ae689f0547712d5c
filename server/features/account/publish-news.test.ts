import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { type MailContent, renderMail } from '../../mail/render-mail.ts'
import { publishNews } from './publish-news.job.ts'

let world: TwoCompanies
const owned = (statement: ReturnType<typeof sql>) => world.ctx.database.owner.execute(statement)
const ctx = () => ({ ...world.ctx, log: world.app.log })

beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

beforeEach(async () => {
  for (const table of ['mails', 'announcements']) await owned(sql`delete from ${sql.identifier(table)}`)
  await owned(sql`update users set system_updates = false`)
})

async function curious(email: string, traits: Parameters<typeof aUser>[2] = {}, company = world.company) {
  await aUser(world.ctx, { id: company }, { email, ...traits })
  await owned(sql`update users set system_updates = true where email = ${email}`)
}
const mails = () =>
  rowsOf<{ company: number; to: string; locale: string; words: MailContent['words'] }>(
    world.ctx.database.owner,
    sql`select company_id as company, "to", locale, content -> 'words' as words from mails where kind = 'system-update' order by "to"`,
  )

test("announcement is mailed to every subscriber in the company's language, whatever their role", async () => {
  await owned(sql`update companies set locale = 'pl-PL' where id = ${world.rivalCompany}`)
  await curious('ada@news.example', { companyRole: 'ROLE_EMPLOYEE' })
  await curious('bea@news.example', {}, world.rivalCompany)
  await curious('gone@news.example', { enabled: false })
  await aUser(world.ctx, { id: world.company }, { email: 'off@news.example' })
  await publishNews(ctx())
  expect(await mails()).toMatchObject([
    { company: world.company, to: 'ada@news.example' },
    { company: world.rivalCompany, to: 'bea@news.example', locale: 'pl-PL' },
  ])
  const [, polish] = await mails()
  const { subject, text } = renderMail('system-update', 'pl-PL', polish?.words ?? {})
  expect(subject).toBe('Nowości w Roundsmanie')
  expect(text).toContain('– W każdy poniedziałek rano podsumowanie')
  expect(text).toContain('/dashboard/settings/notifications')
  expect(text).not.toContain('{{')
})

test('announcement is sent once, also by two servers, and not to later subscribers', async () => {
  await curious('once@news.example')
  await Promise.all([publishNews(ctx(), '2026-01-01'), publishNews(ctx(), '2026-01-01')])
  await curious('later@news.example')
  await publishNews(ctx(), '2026-01-01')
  expect(await mails()).toMatchObject([{ to: 'once@news.example' }])
  await publishNews(ctx(), '2026-02-01')
  expect(await mails()).toHaveLength(3)
})
