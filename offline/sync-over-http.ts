import type { Account } from '#contract/account.ts'
import { putPhotoPart } from '#contract/problems.ts'
import { PROTOCOL, pull, push } from '#contract/sync.ts'
import { health } from '#contract/system.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type CallOptions, call } from './api-client.ts'
import { type Answered, addSample } from './clock.ts'
import { steadyClock } from './device.ts'
import type { SendPart } from './photos.ts'
import type { DeviceStore } from './store.ts'
import { readMeta, writeMeta } from './store.ts'
import type { SyncCalls } from './sync-calls.ts'

/** Long enough for a slow cell in a basement, short enough to detect a dead one. */
const TIMEOUT_MS = 30_000

/** Of many responses within moments only a faster one improves the offset; storing each would cost more than sending. */
const isBetter = (now: Answered, noted: Answered | null): boolean =>
  noted === null ||
  now.receivedAt < noted.receivedAt ||
  now.receivedAt - noted.receivedAt > 30_000 ||
  now.receivedAt - now.sentAt < noted.receivedAt - noted.sentAt

/** The sync engine's calls over the network; every response is also a clock sample. */
export function syncOverHttp(
  store: DeviceStore,
  { userId, companyId }: Pick<Account, 'userId' | 'companyId'>,
  deviceId: string,
  app: string,
): SyncCalls {
  let sample: Answered | null = null
  let noted: Answered | null = null
  const options: CallOptions = {
    timeoutMs: TIMEOUT_MS,
    onTime: (time) => {
      sample = { ...time, steady: steadyClock() }
    },
  }
  const noteTime = async () => {
    const time = sample
    sample = null
    if (!time || !isBetter(time, noted)) return
    noted = time
    await store.write(['meta'], async (work) => {
      const clock = await readMeta(work, 'clock', { samples: [] })
      await writeMeta(work, 'clock', addSample(clock, time, { now: Date.now(), steady: steadyClock() }))
    })
  }
  const timed = async <T>(request: Promise<T>): Promise<T> => {
    const answer = await request
    await noteTime()
    return answer
  }
  return {
    push: (ops) => timed(call(push, { body: { deviceId, app, protocol: PROTOCOL, userId, companyId, ops: [...ops] } }, options)),
    pull: ({ cursor, pending }) => timed(call(pull, { body: { cursor, pending: [...pending], deviceId, userId, companyId } }, options)),
    ask: () => timed(call(health, {}, options)),
  }
}

/** Uploads a part of a photo. */
export const photosOverHttp: SendPart = ({ id, machineId, takenAt, visit = null, ...part }) =>
  call(
    putPhotoPart,
    { params: { id: String(machineId), photoId: id }, body: { ...part, visit, takenAt: dateOf(takenAt) } },
    { timeoutMs: TIMEOUT_MS },
  )

/** A clock may have any value; the date sent is within the range of every calendar. */
const dateOf = (at: Moment) => toIso(Math.min(Math.max(at, 0), Date.UTC(9999, 0)))
