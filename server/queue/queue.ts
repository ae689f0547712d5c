import { SECOND } from '#domain/time.ts'
import type { AppContext } from '../http/request-context.ts'
import type { Outcome } from '../jobs/jobs.store.ts'

/**
 * Rows that wait for work: mails, alerts, webhooks, imports, exports. Every worker leases what it takes, so that any number of workers in
 * any number of processes run at once, and a service that hangs blocks only one of them.
 */
export type Queue = {
  name: string
  workers: number
  /** Takes the item that has waited longest, calls `onTaken` and delivers it; false if none is due. */
  processNext(ctx: AppContext, onTaken: () => void): Promise<boolean>
  /** Whether a problem needs attention; checked every minute. */
  outcome?(ctx: AppContext): Promise<Outcome>
}

export function queue<T>(kind: {
  name: string
  workers: number
  take(ctx: AppContext): Promise<T | null>
  send(ctx: AppContext, taken: T): Promise<void>
  outcome?(ctx: AppContext): Promise<Outcome>
}): Queue {
  const { take, send, ...rest } = kind
  return {
    ...rest,
    processNext: async (ctx, onTaken) => {
      const taken = await take(ctx)
      if (taken === null) return false
      onTaken()
      await send(ctx, taken)
      return true
    },
  }
}

/** Runs one worker until nothing is due. */
export async function drain(ctx: AppContext, work: Queue, onTaken: () => void = () => {}): Promise<Outcome> {
  while (await work.processNext(ctx, onTaken));
  return (await work.outcome?.(ctx)) ?? 'well'
}

/** How long the shutdown waits for deliveries in progress. Later their lease ends, and they are delivered again. */
const SHUTDOWN_MS = 4 * SECOND

/** Delivers due items whenever `wake` is called. A worker that took an item starts the next worker, up to the limit. */
export function startWorkers(ctx: AppContext, work: Queue): { wake(): void; end(): Promise<void> } {
  const busy = new Set<Promise<void>>()
  let isWoken = false
  let isOver = false
  function wake() {
    if (isOver) return
    if (busy.size >= work.workers) {
      isWoken = true
      return
    }
    const worker = run()
      .catch((err: unknown) => ctx.log.error({ err, job: work.name }, 'reading outgoing items failed'))
      .finally(() => {
        busy.delete(worker)
        if (!isWoken) return
        // New items may have been added after this worker's last check.
        isWoken = false
        wake()
      })
    busy.add(worker)
  }
  const run = async () => {
    while (!isOver && (await work.processNext(ctx, wake)));
  }
  return {
    wake,
    end: async () => {
      isOver = true
      let late: NodeJS.Timeout | undefined
      await Promise.race([
        Promise.all(busy),
        new Promise((resolve) => {
          late = setTimeout(resolve, SHUTDOWN_MS)
        }),
      ])
      clearTimeout(late)
    },
  }
}
