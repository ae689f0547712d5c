import { DAY, MINUTE, SECOND } from '#domain/time.ts'
import { keepDemoTelling } from '../demo/keep-telling.ts'
import { forgettingUploads, importsUnderWay } from '../features/imports/imports.job.ts'
import type { House } from '../http/caller.ts'
import { forgettingLiveEvents } from '../live/forget-live-events.ts'
import { forgettingAnswers } from '../once/forget-answers.ts'
import { endingTrials } from './end-trials.ts'
import { forgettingNotifications } from './forget-notifications.ts'
import { forgettingRefused } from './forget-refused.ts'
import { forgettingSent } from './forget-sent.ts'
import { forgettingSessions } from './forget-sessions.ts'
import { gatheringStatistics } from './gather-statistics.ts'
import type { Job } from './job.ts'
import { claimJob, endJob, forgetOtherJobs, JOBS_CHANNEL, type Outcome } from './jobs.store.ts'
import { learningDemand } from './learn-demand.ts'
import { filesUnderWay } from './make-files.ts'
import { noticeSilence } from './notice-silence.ts'
import { type Outgoing, startHands } from './outgoing.ts'
import { hourlySelfCheck } from './self-check.ts'
import { alertsGoingOut, forgettingAlerts } from './send-alerts.ts'
import { mailsGoingOut } from './send-mails.ts'
import { forgettingWebhooks, webhooksGoingOut } from './send-webhooks.ts'
import { weeklySummaries } from './send-weekly-summaries.ts'
import { tellingOfNews } from './tell-of-news.ts'
import { watchingMachines } from './watch-machines.ts'
import { writingAskedLetters } from './write-asked-letters.ts'

/** A job that began longer ago than this beyond its turn was not run by a server that was at work with a clock that is right. */
const GAP = 2 * DAY

export const JOBS: readonly Job[] = [
  keepDemoTelling,
  noticeSilence,
  watchingMachines,
  forgettingLiveEvents,
  forgettingAnswers,
  hourlySelfCheck,
  endingTrials,
  weeklySummaries,
  tellingOfNews,
  forgettingAlerts,
  forgettingWebhooks,
  forgettingNotifications,
  gatheringStatistics,
  learningDemand,
  forgettingRefused,
  forgettingSent,
  forgettingSessions,
  forgettingUploads,
]

/** What others must take, each by hands of its own: whoever keeps one of them waiting keeps no other, and no job. */
const OUTGOING: readonly Outgoing[] = [
  writingAskedLetters,
  mailsGoingOut,
  ...alertsGoingOut,
  webhooksGoingOut,
  importsUnderWay,
  filesUnderWay,
]

/** Does every job that is due, one after the other. A process that dies at one leaves it to whoever finds it due the next time. */
export async function runDueJobs(house: House, jobs: readonly Job[] = JOBS): Promise<void> {
  for (const { name, everyMs, steady, run } of jobs) {
    const now = house.now()
    const claimed = await house.database.asHouse((db) => claimJob(db, name, now, everyMs))
    if (!claimed) continue
    const { before } = claimed
    if (steady && (house.isClockDoubtful?.() || (before !== null && (before > now || now - before > everyMs + GAP)))) {
      house.log.warn({ job: name }, 'the clock has jumped or the server was away for long: what is old is looked for the next time')
      await house.database.asHouse((db) => endJob(db, name, now, 'well'))
      continue
    }
    const outcome = await run(house).catch((err: unknown): Outcome => {
      house.log.error({ err, job: name }, 'a job failed')
      house.report?.(err, `job ${name}`)
      return 'failed'
    })
    await house.database.asHouse((db) => endJob(db, name, house.now(), outcome))
  }
}

/** Looks for jobs that are due: every minute, and when somebody left work. Gives a way to end that, once what is under way is done. */
export function startJobs(house: House, jobs = JOBS, goingOut = OUTGOING): () => Promise<void> {
  let running: Promise<unknown> = house.database
    .asHouse((db) =>
      forgetOtherJobs(
        db,
        [...jobs, ...goingOut].map(({ name }) => name),
      ),
    )
    .catch(() => {})
  let isAtIt = false
  let isAsked = false
  let isOver = false
  let again: NodeJS.Timeout | undefined
  const hands = goingOut.map((work) => startHands(house, work))
  const look = () => {
    if (isOver) return
    for (const hand of hands) hand.look()
    if (isAtIt) {
      isAsked = true
      return
    }
    isAtIt = true
    isAsked = false
    running = runDueJobs(house, jobs)
      // The database is away: the next look is a minute later.
      .catch((err: unknown) => house.log.error({ err }, 'jobs cannot be looked for'))
      .finally(() => {
        isAtIt = false
        // What was left meanwhile may have come too late for this look, and too early for the next.
        if (isAsked && !isOver) again = setTimeout(look, 2 * SECOND)
      })
  }
  const timer = setInterval(() => {
    look()
    void noteOutcomes(house, goingOut)
  }, MINUTE)
  const listening = listen()
  async function listen(): Promise<() => Promise<void>> {
    try {
      const end = await house.database.listen(JOBS_CHANNEL, look)
      // What waits since the server was last here has waited long enough.
      for (const hand of hands) hand.look()
      return end
    } catch (err) {
      house.log.error({ err }, 'jobs are not told of work, and look each minute')
      return async () => {}
    }
  }
  return async () => {
    isOver = true
    clearInterval(timer)
    clearTimeout(again)
    await (await listening)()
    await Promise.all([running, ...hands.map((hand) => hand.end())])
  }
}

/** Whether what goes out left something that a person must see to. */
async function noteOutcomes(house: House, goingOut: readonly Outgoing[]): Promise<void> {
  for (const { name, outcome } of goingOut) {
    const is = await outcome?.(house).catch((): Outcome => 'failed')
    if (is) await house.database.asHouse((db) => endJob(db, name, house.now(), is)).catch(() => {})
  }
}
