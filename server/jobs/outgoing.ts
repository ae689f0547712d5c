import { SECOND } from '#domain/time.ts'
import type { AppContext } from '../http/request-context.ts'
import type { Outcome } from './jobs.store.ts'

/**
 * Work that waits in the database for somebody outside to take it. Whatever a hand takes is leased to it, so that any number of hands
 * may look at once, in any number of processes: one that waits for a service that hangs holds up none of the others.
 */
export type Outgoing = {
  name: string
  hands: number
  /** Takes what has waited longest, says so, and hands it over; false where nothing is due. */
  handOne(ctx: AppContext, onTaken: () => void): Promise<boolean>
  /** Whether it left something that a person must see to; looked at each minute. */
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

/** One hand, until nothing is due. */
export async function handAll(ctx: AppContext, work: Outgoing, onTaken: () => void = () => {}): Promise<Outcome> {
  while (await work.handOne(ctx, onTaken));
  return (await work.outcome?.(ctx)) ?? 'well'
}

/** So long what is being handed over is waited for when the server leaves; afterwards its lease ends, and it is handed over again. */
const FAREWELL = 4 * SECOND

/** Hands over what is due, whenever it is asked to look: a hand that took something wakes the next, as many as there may be. */
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
      .catch((err: unknown) => ctx.log.error({ err, job: work.name }, 'what goes out cannot be looked for'))
      .finally(() => {
        busy.delete(hand)
        if (!isAsked) return
        // What was left meanwhile may have come too late for this hand's last look.
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
