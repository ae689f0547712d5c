import type { OperationId } from '#domain/ids.ts'
import { archive, findAll } from '#offline/outbox.ts'
import { OUTBOX } from '#offline/records.ts'
import type { DeviceStore, Work } from '#offline/store.ts'
import type { Invariant } from './facts.ts'
import type { Bugs } from './run.ts'
import type { ClientBug } from './world.ts'

/**
 * Realistic sync bugs, and the invariants that each must break. `from` is a seed at which the search finds the bug at once; without it the
 * search begins at 1. `isDay`: in working days.
 */
export const PLANTED: Record<string, Bugs & { breaks: Invariant[]; from?: number; isDay?: true }> = {
  'no idempotency': {
    serverBug: 'no idempotency',
    breaks: ['exactly once', 'incremental equals fold', 'a withdrawal counts once', 'a report counts once, at its time'],
  },
  'count applied on arrival': { serverBug: 'count applied on arrival', breaks: ['event-time truth', 'slot edits independent of order'] },
  'feed number before commit': {
    from: 128,
    serverBug: 'feed number before commit',
    breaks: ['cursor safety', 'convergence', 'read-your-writes, never twice'],
  },
  '5xx stored': { serverBug: '5xx stored', breaks: ['no loss'] },
  'no row lock': { from: 12, serverBug: 'no row lock', breaks: ['incremental equals fold'] },
  'the note that arrives last wins': { from: 137, serverBug: 'the note that arrives last wins', breaks: ['the newest note stands'] },
  'collections without their bags': { serverBug: 'collections without their bags', breaks: ['a collection keeps its bag'] },
  'audits compared as they arrive': {
    from: 12,
    serverBug: 'audits compared as they arrive',
    breaks: ['an audit counts once, and between its neighbours'],
  },
  'last mark to arrive counts': { from: 25, serverBug: 'last mark to arrive counts', breaks: ['the latest mark counts'] },
  'both send a hand-over': {
    from: 30,
    isDay: true,
    serverBug: 'both send a hand-over',
    breaks: ['exactly once', 'event-time truth', 'convergence'],
  },
  'the van of the arrival': {
    from: 12,
    isDay: true,
    serverBug: 'the van of the arrival',
    breaks: ['event-time truth', 'read-your-writes, never twice', 'goods are conserved'],
  },
  'a removal hides work': { from: 43, isDay: true, serverBug: 'a removal hides work', breaks: ['recorded work completes its stop'] },
  'parts added anywhere': { from: 33, isDay: true, serverBug: 'parts added anywhere', breaks: ['a photo is stored once', 'liveness'] },
  'counts matched as they arrive': {
    from: 73,
    isDay: true,
    serverBug: 'counts matched as they arrive',
    breaks: ['a counted bag belongs to its collection'],
  },
  'late work revives a machine': {
    serverBug: 'late work revives a machine',
    breaks: ['deleted machines stay deleted', 'convergence', 'read-your-writes, never twice'],
  },
  'no steady clock': { from: 61, clientBug: noSteadyClock(), breaks: ['event-time truth', 'order within a device'] },
  'drop on 401': { clientBug: afterPush((answer) => answer.state === 'signed-out', drop), breaks: ['no silent disposal'] },
  'dequeue before send': { clientBug: dequeueBeforeSend(), breaks: ['no silent disposal'] },
  'overlay dropped on acknowledgement': {
    clientBug: afterPush((answer) => answer.state === 'answered', callItProcessed),
    breaks: ['read-your-writes, never twice', 'no silent disposal'],
  },
  'no guard of the cursor': {
    from: 58,
    clientBug: anyPageFits(),
    breaks: ['monotone reads', 'cursor safety', 'read-your-writes, never twice'],
  },
}

type Treatment = (store: DeviceStore, opIds: readonly OperationId[]) => Promise<void>

function afterPush(when: (answer: { state: string }) => boolean, treat: Treatment): ClientBug {
  return (device, calls) => ({
    device,
    calls: {
      ...calls,
      push: async (ops) => {
        const answer = await calls.push(ops)
        if (when(answer))
          await treat(
            device.store,
            ops.map(({ opId }) => opId),
          )
        return answer
      },
    },
  })
}

/** Each reading belongs to another run, so that only the wall clock gives the time. */
function noSteadyClock(): ClientBug {
  let runs = 0
  return (device, calls) => ({ device: { ...device, steady: () => ({ run: `reading ${++runs}`, at: 0 }) }, calls })
}

function dequeueBeforeSend(): ClientBug {
  return (device, calls) => ({
    device,
    calls: {
      ...calls,
      push: async (ops) => {
        await drop(
          device.store,
          ops.map(({ opId }) => opId),
        )
        return calls.push(ops)
      },
    },
  })
}

async function drop(store: DeviceStore, opIds: readonly OperationId[]): Promise<void> {
  await store.write(['outbox'], (work) => work.remove('outbox', opIds))
}

async function callItProcessed(store: DeviceStore, opIds: readonly OperationId[]): Promise<void> {
  await store.write([...OUTBOX, 'journal'], async (work) => {
    for (const entry of await findAll(work, opIds)) await archive(work, entry, 'processed', 0)
  })
}

/** The writer of a page always sees the cursor at which the page was requested. */
function anyPageFits(): ClientBug {
  return (device, calls) => {
    let requested: string | null = null
    const blind = (work: Work): Work => ({
      ...work,
      get: async (table, key) => {
        const row = await work.get(table, key)
        return table === 'meta' && key === 'cursor' && row ? { ...row, value: requested } : row
      },
    })
    const store: DeviceStore = {
      read: device.store.read,
      write: (tables, work) =>
        device.store.write(tables, (real) => work(tables.includes('journal') && tables.includes('machines') ? blind(real) : real)),
    }
    return {
      device: { ...device, store },
      calls: {
        ...calls,
        pull: async (request) => {
          const answer = await calls.pull(request)
          requested = request.cursor
          return answer
        },
      },
    }
  }
}
