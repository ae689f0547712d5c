import { MINUTE, type Moment, SECOND } from '#domain/time.ts'
import { eachCompany } from '../../jobs/each-company.ts'
import { lastAtWork } from '../../jobs/jobs.store.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import { publishOutcomes } from './command-outcomes.ts'
import { devicesWithExpiredCommands, expireCommands } from './commands.store.ts'
import { devicesThatMayBeOffline, showSilence } from './offline-detection.ts'

/** Checks every minute which machines are offline. The interval is slightly shorter because runs are not exactly a minute apart. */
export const detectOffline: Job = {
  name: 'silence',
  everyMs: MINUTE - 10 * SECOND,
  run: async (ctx) => {
    const now = ctx.now()
    const expired = await ctx.database.asSystem((db) => devicesWithExpiredCommands(db, now))
    const ofCommands = await eachCompany(ctx, new Set(expired.map(({ company }) => company)), (company) =>
      ctx.database.withTenant(company, async (db) => publishOutcomes(db, company, await expireCommands(db, company, now), now)),
    )
    const machines = await ctx.database.asSystem((db) => devicesThatMayBeOffline(db, now))
    const before = await ctx.database.asSystem((db) => lastAtWork(db, now - 10 * SECOND))
    const ofMachines = await eachCompany(ctx, new Set(machines.map((one) => one.company)), (company) => {
      const own = machines.filter((one) => one.company === company).map(({ machine }) => machine)
      return ctx.database.withTenant(company, (db) => showSilence(db, company, own, now, { since: listeningSince(before, now) }))
    })
    return ofCommands === 'well' ? ofMachines : ofCommands
  },
}

/** Time without a running server is not an offline period of machines. Null: servers were always running. */
const listeningSince = (before: Moment | null, now: Moment): Moment | null => (before === null || now - before > 5 * MINUTE ? now : null)
