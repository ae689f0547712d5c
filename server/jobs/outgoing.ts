import { SECOND } from '#domain/time.ts'
import type { AppContext } from '../http/request-context.ts'
import type { Outcome } from './jobs.store.ts'

/**
 * Work in the database that is delivered to external services. Every worker leases what it takes, so that any number of workers in any
 * number of processes run at once, and a service that hangs blocks only one of them.
 */
export type Outgoing = {
  name: string
  hands: number
  /** Takes the item that has waited longest, calls `onTaken` and delivers it; false if none is due. */
  handOne(ctx: AppContext, onTaken: () => void): Promise<boolean>
  /** Whether a problem needs attention; checked every minute. */
  outcome?(ctx: AppContext): Promise<Outcome>
}

export function outgoing<T>(kind: {
  name: string
  hands: number
  take(ctx: AppContext): Promise<T | null>
  send(ctx: AppContext, taken: T): Promise<void>
  outcome?(ctx: AppContext): Promise<Outcome>
}): Outgoing {
  const { take, send, ...rest } = kind
  return {
    ...rest,
    handOne: async (ctx, onTaken) => {
      const taken = await take(ctx)
      if (taken === null) return false
      onTaken()
      await send(ctx, taken)
      return true
    },
  }
}

/** Runs one worker until nothing is due. */
export async function handAll(ctx: AppContext, work: Outgoing, onTaken: () => void = () => {}): Promise<Outcome> {
  while (await work.handOne(ctx, onTaken));
  return (await work.outcome?.(ctx)) ?? 'well'
}

/** How long the shutdown waits for deliveries in progress. Later their lease ends, and they are delivered again. */
const FAREWELL = 4 * SECOND

/** Delivers due items whenever `look` is called. A worker that took an item starts the next worker, up to the limit. */
export function startHands(ctx: AppContext, work: Outgoing): { look(): void; end(): Promise<void> } {
  const busy = new Set<Promise<void>>()
  let isAsked = false
  let isOver = false
  function look() {
    if (isOver) return
    if (busy.size >= work.hands) {
      isAsked = true
      return
    }
    const hand = goOn()
      .catch((err: unknown) => ctx.log.error({ err, job: work.name }, 'reading outgoing items failed'))
      .finally(() => {
        busy.delete(hand)
        if (!isAsked) return
        // New items may have been added after this worker's last check.
        isAsked = false
        look()
      })
    busy.add(hand)
  }
  const goOn = async () => {
    while (!isOver && (await work.handOne(ctx, look)));
  }
  return {
    look,
    end: async () => {
      isOver = true
      let late: NodeJS.Timeout | undefined
      await Promise.race([
        Promise.all(busy),
        new Promise((resolve) => {
          late = setTimeout(resolve, FAREWELL)
        }),
      ])
      clearTimeout(late)
    },
  }
}
