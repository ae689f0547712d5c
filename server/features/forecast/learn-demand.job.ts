import { dayOf, isoDay, wallClock } from '#domain/calendar.ts'
import { HOUR, MINUTE, type Moment } from '#domain/time.ts'
import type { AppContext } from '../../http/request-context.ts'
import { eachCompany } from '../../jobs/each-company.ts'
import type { Outcome } from '../../jobs/jobs.store.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import { publish } from '../../sync/feed.ts'
import { companiesToLearn, writeForecasts } from './forecast.store.ts'
import { learn } from './learn.ts'

/** Machines are rarely used then, and rounds have not started. */
const FROM_HOUR = 3

/** Whether the forecast of a company is due in its own time zone. A company without a forecast does not wait for the night. */
export function isDue(now: Moment, { timezone, learntAt }: { timezone: string; learntAt: Moment | null }): boolean {
  if (learntAt === null) return true
  if (new Date(wallClock(now, timezone)).getUTCHours() < FROM_HOUR) return false
  return isoDay(dayOf(learntAt, timezone)) < isoDay(dayOf(now, timezone))
}

/** Number of machines per published batch. */
const AT_ONCE = 100

/** Computes the demand forecast every night and publishes it to all devices. */
export async function learnDemand(ctx: Pick<AppContext, 'database' | 'now' | 'log' | 'report'>): Promise<Outcome> {
  const now = ctx.now()
  const companies = await ctx.database.asSystem(companiesToLearn)
  return eachCompany(ctx, companies, async ({ company, timezone, learntAt }) => {
    if (!isDue(now, { timezone, learntAt })) return
    const learnt = await learn((work) => ctx.database.withTenant(company, work), { company, timeZone: timezone, now })
    for (let from = 0; from < learnt.length; from += AT_ONCE) {
      const some = learnt.slice(from, from + AT_ONCE)
      await ctx.database.withTenant(company, async (db) => {
        await writeForecasts(db, company, some, now)
        await publish(
          db,
          company,
          some.map(({ machine }) => ({ kind: 'inventory', id: machine })),
          now,
        )
      })
    }
  })
}

export const learnDemandJob: Job = { name: 'demand', everyMs: HOUR / 4 - MINUTE, run: learnDemand }
