import { MINUTE } from '#domain/time.ts'
import { keepDemoTelling } from '../demo/keep-telling.ts'
import type { House } from '../http/caller.ts'
import { forgettingLiveEvents } from '../live/forget-live-events.ts'
import { forgettingAnswers } from '../once/forget-answers.ts'
import { claimJob, endJob, type Outcome } from './jobs.store.ts'
import { minutelyFiles } from './make-files.ts'
import { noticeSilence } from './notice-silence.ts'
import { hourlySelfCheck } from './self-check.ts'
import { minutelyMails } from './send-mails.ts'

/** Work of the house that nobody asks for. It runs in one process at a time, however many share a database. */
export type Job = { name: string; everyMs: number; run(house: House): Promise<Outcome> }

// Files before mails: what was made just now is sent just now.
const JOBS: readonly Job[] = [
  keepDemoTelling,
  noticeSilence,
  forgettingLiveEvents,
  forgettingAnswers,
  hourlySelfCheck,
  minutelyFiles,
  minutelyMails,
]

/** Does every job that is due, one after the other. A process that dies at one leaves it to whoever finds it due the next time. */
export async function runDueJobs(house: House, jobs: readonly Job[] = JOBS): Promise<void> {
  for (const { name, everyMs, run } of jobs) {
    if (!(await house.database.asHouse((db) => claimJob(db, name, house.now(), everyMs)))) continue
    const outcome = await run(house).catch((err: unknown): Outcome => {
      house.log.error({ err, job: name }, 'a job failed')
      return 'failed'
    })
    await house.database.asHouse((db) => endJob(db, name, house.now(), outcome))
  }
}

/** Looks every minute for jobs that are due; gives a way to end that, once what is under way is done. */
export function startJobs(house: House): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let isAtIt = false
  const look = () => {
    if (isAtIt) return
    isAtIt = true
    running = runDueJobs(house)
      // The database is away: the next look is a minute later.
      .catch((err: unknown) => house.log.error({ err }, 'jobs cannot be looked for'))
      .finally(() => {
        isAtIt = false
      })
  }
  const timer = setInterval(look, MINUTE)
  return () => {
    clearInterval(timer)
    return running
  }
}
