import { HOUR, type Moment, SECOND } from '#domain/time.ts'
import { addSample } from '#offline/clock.ts'
import type { SendPart } from '#offline/photos.ts'
import type { Steady } from '#offline/records.ts'
import { type DeviceStore, readMeta, writeMeta } from '#offline/store.ts'
import type { Answer, SyncCalls } from '#offline/sync-calls.ts'
import { changesSince, type Snapshot } from './model-pull.ts'
import type { ModelServer } from './model-server.ts'
import type { Faults } from './plan.ts'
import type { Random } from './random.ts'
import type { Actor, Scheduler } from './scheduler.ts'

/** The signed-in user of a phone, shared by its tabs like a session. */
export type Session = { userId: number; valid: boolean }
export type Network = {
  scheduler: Scheduler
  random: Random
  faults(): Faults
  server: ModelServer
  snapshots: Snapshot[]
  /** Older cursors are rejected. */
  oldest(): Moment
  /** Delivers requests that arrive long after their sender gave up. */
  wire(): Actor
  failed(error: unknown): void
}
type Line = {
  tab: Actor
  session: Session
  isOffline(): boolean
  clock(): Moment
  steady(): Steady
  store: DeviceStore
  userId: number
}

const TIMEOUT_MS = 30 * SECOND
const UNREACHABLE = { state: 'unreachable', retryAfterMs: null } as const
const MAX_BYTES = 6_000
const FEW_BYTES = 1_500

/** The calls of the sync engine over a network with arbitrary faults, from the app's perspective, and the upload of photos. */
export function callsOver(network: Network, line: Line): SyncCalls & { photo: SendPart } {
  const { scheduler, random, server } = network
  const { tab, session } = line

  async function send<T>(what: string, arrive: (broken: () => void) => Promise<Answer<T>> | Answer<T>): Promise<Answer<T>> {
    const faults = network.faults()
    const sentAt = line.clock()
    const startedAt = scheduler.now()
    const began = line.steady().at
    await scheduler.pause(tab, `sends ${what}`)
    if (line.isOffline() || random.chance(faults.lost) || random.chance(faults.foreignAnswer)) return UNREACHABLE
    if (random.chance(faults.overcome)) return { state: 'unreachable', retryAfterMs: random.pick([null, 1000, 60_000]) }
    if (random.chance(faults.appTooOld)) return { state: 'refused', status: 426, code: 'APP_TOO_OLD' }
    if (random.chance(faults.twice)) void arriveLater(`a copy of ${what} arrives`, arrive)
    if (random.chance(faults.slow)) {
      void arriveLater(`${what} arrives late`, arrive)
      return UNREACHABLE
    }
    const answer = await new Promise<Answer<T>>((hear) => {
      Promise.resolve(arrive(() => hear(UNREACHABLE))).then(hear, network.failed)
    })
    const serverTime = scheduler.now()
    await scheduler.pause(tab, `hears about ${what}`)
    const isTooLate = scheduler.now() - startedAt > TIMEOUT_MS
    if (answer.state === 'unreachable' || isTooLate || random.chance(faults.answerLost)) return UNREACHABLE
    const steady = line.steady()
    const sample = { sentAt, receivedAt: line.clock(), serverTime, steady, tookMs: steady.at - began }
    await line.store.write(['meta'], async (work) => {
      const clock = await readMeta(work, 'clock', { samples: [] })
      await writeMeta(work, 'clock', addSample(clock, sample, { now: line.clock(), steady: line.steady() }))
    })
    return answer
  }

  async function arriveLater<T>(what: string, arrive: (broken: () => void) => Promise<Answer<T>> | Answer<T>) {
    await scheduler.pause(network.wire(), what, { notBefore: scheduler.now() + random.between(0, 3 * HOUR) })
    await Promise.resolve(arrive(() => {})).catch(network.failed)
  }

  const refusalOf = () => {
    if (!session.valid) return { state: 'signed-out' } as const
    return session.userId === line.userId ? null : ({ state: 'refused', status: 409, code: 'WRONG_ACCOUNT' } as const)
  }
  const personOf = () => server.state.people.get(session.userId)

  return {
    photo: (part) => send(`part ${part.offset} of a photo`, (broken) => refusalOf() ?? server.putPart(line.userId, part, broken)),
    ask: () => send('a question for the time', () => ({ state: 'answered', value: null })),
    push: (ops) =>
      send(`a push of ${ops.length}`, (broken) => {
        const most = network.faults().smallBodies > 0 ? FEW_BYTES : MAX_BYTES
        const isTooLarge = JSON.stringify(ops).length > most
        return (
          refusalOf() ??
          (isTooLarge
            ? { state: 'refused' as const, status: 413, code: 'TOO_LARGE' }
            : server.push({ userId: line.userId, ops: structuredClone(ops) }, broken))
        )
      }),
    pull: (request) =>
      send('a pull', () => {
        const person = personOf()
        const refusal = refusalOf()
        if (refusal || !person?.enabled) return refusal ?? { state: 'signed-out' }
        return changesSince(server.state, person, request, { now: scheduler.now(), oldest: network.oldest(), snapshots: network.snapshots })
      }),
  }
}
