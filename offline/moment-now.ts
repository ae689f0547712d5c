import type { Moment } from '#domain/time.ts'
import { lastSample, lastSampleOfRun } from './clock.ts'
import type { Device } from './device.ts'
import { outboxIn } from './outbox.ts'
import { OUTBOX, type OutboxEntry } from './records.ts'
import { stampAll } from './stamping.ts'
import { readMeta } from './store.ts'

/**
 * The present by the server's clock, as an operation that is recorded now would get it: after everything recorded before, and right although
 * the clock was set. For times that are signed, and so cannot be corrected later.
 */
export const momentNow = (device: Device): Promise<Moment> =>
  device.store.read([...OUTBOX, 'meta'], async (work) => {
    const [clock, order, old, placed, placedOrder] = await Promise.all([
      readMeta(work, 'clock', { samples: [] }),
      readMeta(work, 'lastOrder', 0),
      readMeta(work, 'lastStamp', 0),
      readMeta(work, 'lastPlaced', 0),
      readMeta(work, 'lastPlacedOrder', 0),
    ])
    const [now, steady] = [device.now(), device.steady()]
    const present: OutboxEntry = {
      ...{
        opId: '',
        call: '',
        machineId: 0,
        body: null,
        named: null,
        visit: null,
        state: 'queued',
        attempts: 0,
        refusal: null,
        warnings: [],
      },
      ...{ rawAt: now, order: order + 1, steady, heard: lastSample(clock), heardHere: lastSampleOfRun(clock, steady) },
      ...{ occurredAt: null, clockOffset: null, uncertainSince: null },
    }
    const { entries } = await outboxIn(work)
    const known = { samples: clock.samples, last: { old, placed, order: placedOrder }, now }
    return Math.max(0, Math.round(stampAll([...entries, present], known).entries.at(-1)?.occurredAt ?? now))
  })
