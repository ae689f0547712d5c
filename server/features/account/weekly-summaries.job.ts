import * as v from 'valibot'
import { addDays, type Day, dayOf, isoDay, wallClock } from '#domain/calendar.ts'
import { formatsOf } from '#domain/formats.ts'
import { toDecimal } from '#domain/money.ts'
import { HOUR, MINUTE, type Moment } from '#domain/time.ts'
import type { AppContext } from '../../http/request-context.ts'
import { eachCompany } from '../../jobs/each-company.ts'
import type { Outcome } from '../../jobs/jobs.store.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import { intlLocaleOf, languageOf, wordsOf } from '../../languages.ts'
import { enqueueMail } from '../../mail/mail.store.ts'
import { publicAddress } from '../../public-address.ts'
import { claimRecipients, companiesWithReaders, type Week, weekOf } from './weekly-summaries.store.ts'

/** Before office hours. */
const FROM_HOUR = 6

/** The Monday of a company's due summary in its own time zone; null at any other time. */
export function dueMonday(now: Moment, timezone: string): Day | null {
  const wall = new Date(wallClock(now, timezone))
  return wall.getUTCDay() === 1 && wall.getUTCHours() >= FROM_HOUR ? dayOf(now, timezone) : null
}

/** Mails last week's figures to all subscribers, once a week across processes. */
export async function sendWeeklySummaries(ctx: AppContext): Promise<Outcome> {
  const now = ctx.now()
  const companies = await ctx.database.asSystem((db) => companiesWithReaders(db, now))
  return eachCompany(ctx, companies, async ({ company, timezone }) => {
    const monday = dueMonday(now, timezone)
    if (!monday) return
    await ctx.database.withTenant(company, async (db) => {
      const readers = await claimRecipients(db, company, monday, now)
      if (readers.length === 0) return
      const week = await weekOf(db, company, addDays(monday, -7))
      if (!hasNews(week)) return
      for (const { email, firstName } of readers) {
        const words = { name: firstName, ...wordsOfWeek(week, addDays(monday, -7)), ...linksOf(publicAddress(ctx.settings)) }
        await enqueueMail(db, company, { to: email, kind: 'weekly-summary', locale: week.company.locale, content: { words }, now })
      }
    })
  })
}

/** A company with no sales in two weeks and no shortages would get a mail of zeros. */
const hasNews = ({ sums, shortages }: Week) => sums.count > 0 || sums.countBefore > 0 || shortages.length > 0

const linksOf = (home: string) => ({ linkToDashboard: `${home}/dashboard`, linkToSettings: `${home}/dashboard/settings/notifications` })

const word = v.pipe(v.string(), v.minLength(1))
const Lines = v.object({ nothing: word, sold: word, turnover: word, places: word })

/** The figures as text in the company's formats. */
function wordsOfWeek({ company, sums, machines, products, shortages }: Week, monday: Day): Record<string, string> {
  const language = languageOf(company.locale)
  const lines = wordsOf(language, 'weekly', Lines)
  const fill = (pattern: string, words: Record<string, string>) =>
    pattern.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => words[name] ?? '')
  const { number, money, dateOf } = formatsOf({ ...company, locale: intlLocaleOf(company.locale), timezone: 'UTC', language })
  const amount = (minor: number) => money(toDecimal(minor, company.currency))
  const day = (of: Day) => dateOf(isoDay(of))
  const list = (all: readonly string[]) => (all.length === 0 ? lines.nothing : all.map((line) => `– ${line}`).join('\n'))
  return {
    company: company.name,
    from: day(monday),
    until: day(addDays(monday, 6)),
    turnover: amount(sums.turnover),
    turnoverBefore: amount(sums.turnoverBefore),
    count: number(sums.count),
    countBefore: number(sums.countBefore),
    machines: list(machines.map(({ name, minor }) => fill(lines.turnover, { name, amount: amount(minor) }))),
    products: list(products.map(({ name, sold }) => fill(lines.sold, { name, count: number(sold) }))),
    shortages: list(shortages.map(({ name, empty, all }) => fill(lines.places, { name, empty: number(empty), all: number(all) }))),
  }
}

export const weeklySummariesJob: Job = { name: 'weekly-summaries', everyMs: HOUR / 4 - MINUTE, run: sendWeeklySummaries }
