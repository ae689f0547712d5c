import { MINUTE } from '#domain/time.ts'
import { turnsDue, writeTurns } from '../../alerts/watch.store.ts'
import type { AppContext } from '../../http/request-context.ts'
import { eachCompany } from '../../jobs/each-company.ts'
import type { Outcome } from '../../jobs/jobs.store.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import { type MachineChange, publishMachineEvents } from './machine-events.ts'

/** Raises and clears the alerts that machines do not report themselves. */
export async function watchMachines(ctx: AppContext): Promise<Outcome> {
  const { database, now } = ctx
  const at = now()
  const due = await database.asSystem((db) => turnsDue(db, at))
  return eachCompany(ctx, new Set(due.map((one) => one.company)), (company) => {
    const turns = due.filter((one) => one.company === company)
    const changes = turns.map(({ machine, code, isUp }): MachineChange => {
      const happened = [{ activity: isUp ? 'ALERT_UP' : 'ALERT_DOWN', at, details: { alertType: code } }]
      return { machine, stock: false, happened }
    })
    return database.withTenant(company, async (db) => {
      await writeTurns(db, company, turns, at)
      await publishMachineEvents(db, company, changes, at)
    })
  })
}

export const watchMachinesJob: Job = { name: 'watch-machines', everyMs: 5 * MINUTE, steady: true, run: watchMachines }
