import { DAY, MINUTE, SECOND } from '#domain/time.ts'
import type { AppContext } from '../http/request-context.ts'
import { type Queue, startWorkers } from '../queue/queue.ts'
import { claimJob, deleteOtherJobs, endJob, JOBS_CHANNEL, type Outcome } from './jobs.store.ts'

/** Background work of the server. It runs in one process at a time, regardless of how many share a database. */
export type Job = {
  name: string
  everyMs: number
  /**
   * The work depends on the date and is irreversible, such as the deletion of old records. It is skipped in the first run after a gap,
   * because the clock may have jumped. If the server was only stopped for long, the next run is early enough.
   */
  steady?: true
  run(ctx: AppContext): Promise<Outcome>
}

/** If a job is overdue by more than this, no server with a correct clock was running. */
const GAP = 2 * DAY

/** Runs all due jobs one after another. If the process fails during a job, the job runs when it is due again. */
export async function runDueJobs(ctx: AppContext, jobs: readonly Job[]): Promise<void> {
  for (const { name, everyMs, steady, run } of jobs) {
    const now = ctx.now()
    const claimed = await ctx.database.asSystem((db) => claimJob(db, name, now, everyMs))
    if (!claimed) continue
    const { before } = claimed
    if (steady && (ctx.isClockDoubtful?.() || (before !== null && (before > now || now - before > everyMs + GAP)))) {
      ctx.log.warn(
        { job: name },
        'the clock has jumped or the server was stopped for long: deletion of old records is postponed to the next run',
      )
      await ctx.database.asSystem((db) => endJob(db, name, now, 'well'))
      continue
    }
    const outcome = await run(ctx).catch((err: unknown): Outcome => {
      ctx.log.error({ err, job: name }, 'a job failed')
      ctx.report?.(err, `job ${name}`)
      return 'failed'
    })
    await ctx.database.asSystem((db) => endJob(db, name, ctx.now(), outcome))
  }
}

/** Starts due jobs every minute, and whenever a transaction adds work. Returns a function that stops this after the current work. */
export function startJobs(ctx: AppContext, jobs: readonly Job[], queues: readonly Queue[]): () => Promise<void> {
  let running: Promise<unknown> = ctx.database
    .asSystem((db) =>
      deleteOtherJobs(
        db,
        [...jobs, ...queues].map(({ name }) => name),
      ),
    )
    .catch(() => {})
  let isAtIt = false
  let isWoken = false
  let isOver = false
  let again: NodeJS.Timeout | undefined
  const workers = queues.map((work) => startWorkers(ctx, work))
  const wake = () => {
    if (isOver) return
    for (const worker of workers) worker.wake()
    if (isAtIt) {
      isWoken = true
      return
    }
    isAtIt = true
    isWoken = false
    running = runDueJobs(ctx, jobs)
      // The database is unavailable. The next check is in a minute.
      .catch((err: unknown) => ctx.log.error({ err }, 'reading due jobs failed'))
      .finally(() => {
        isAtIt = false
        // New work may have been added after this check and before the next.
        if (isWoken && !isOver) again = setTimeout(wake, 2 * SECOND)
      })
  }
  const timer = setInterval(() => {
    wake()
    void noteOutcomes(ctx, queues)
  }, MINUTE)
  const listening = listen()
  async function listen(): Promise<() => Promise<void>> {
    try {
      const end = await ctx.database.listen(JOBS_CHANNEL, wake)
      // Delivers what has waited since the last run of the server.
      for (const worker of workers) worker.wake()
      return end
    } catch (err) {
      ctx.log.error({ err }, 'listening for new work failed; jobs are checked every minute')
      return async () => {}
    }
  }
  return async () => {
    isOver = true
    clearInterval(timer)
    clearTimeout(again)
    await (await listening)()
    await Promise.all([running, ...workers.map((worker) => worker.end())])
  }
}

/** Whether a delivery has a problem that needs attention. */
async function noteOutcomes(ctx: AppContext, queues: readonly Queue[]): Promise<void> {
  for (const { name, outcome } of queues) {
    const is = await outcome?.(ctx).catch((): Outcome => 'failed')
    if (is) await ctx.database.asSystem((db) => endJob(db, name, ctx.now(), is)).catch(() => {})
  }
}
