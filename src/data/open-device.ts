import { liveQuery } from 'dexie'
import type { Account } from '#contract/account.ts'
import type { MachineId } from '#domain/ids.ts'
import { isHidden, untilHidden } from '#offline/bfcache.ts'
import { dexieStore, LocalDb } from '#offline/database.ts'
import { type Device, newId, steadyClock, type WakeReason } from '#offline/device.ts'
import { dropIdleMachines } from '#offline/mirror.ts'
import { dropSentPhotos, sendPhotos } from '#offline/photos.ts'
import { localDbName } from '#offline/records.ts'
import { readMeta, writeMeta } from '#offline/store.ts'
import { createEngine, createLoop, type Engine } from '#offline/sync.ts'
import { photosOverHttp, syncOverHttp } from '#offline/sync-over-http.ts'
import { onIdle } from './at-rest.ts'
import type { LocalSession } from './local-session.ts'
import { returnAccount } from './return-account.ts'

/** Opens a user's database with its sync engine, which starts when it is woken. */
export async function openDevice(account: Account): Promise<LocalSession> {
  const db = new LocalDb(localDbName(account.companyId, account.userId))
  const store = dexieStore(db)
  const channel = 'BroadcastChannel' in self ? new BroadcastChannel(`sync:${db.name}`) : null
  const wake = (reason: WakeReason) => {
    engine.wake(reason)
    channel?.postMessage(reason)
    void registerBackgroundSync()
  }
  const device: Device = { store, now: Date.now, steady: steadyClock, newId, makeRoom: (spared) => makeRoom(device, spared), wake }
  // Also for a user who is still signed in, because the app may have stopped between encrypting their data and ending their session.
  await returnAccount(store, account)
  const deviceId = await ensureDeviceId(device)
  const pace = {
    random: Math.random,
    later: (work: () => void, ms: number) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    onError: (error: unknown) => console.error(error),
    everyMs: 60_000,
  }
  const operations = createEngine({
    ...pace,
    device,
    calls: syncOverHttp(store, account, deviceId, __APP_VERSION__),
    alone: aloneFor(`sync:${db.name}`),
  })
  // On its own, so that a slow upload delays no operation.
  const photos = createLoop({
    ...pace,
    run: () => sendPhotos(device, photosOverHttp),
    ended: async () => {},
    makeRoom: () => device.makeRoom(),
    alone: aloneFor(`photos:${db.name}`),
  })
  const engine = together(operations, photos)
  const listening = listen(engine, channel)
  onIdle(() => dropOldResponses(db, account.companyRole).catch((error) => console.error(error)))
  return {
    account,
    db,
    device,
    engine,
    observe: (read, onRead) => liveQuery(read).subscribe(onRead),
    drafts: new Map(),
    close: () => {
      listening.abort()
      engine.stop()
      channel?.close()
      db.close()
    },
  }
}

/** Two loops that are woken, awaited and stopped as one. */
const together = (...engines: readonly Engine[]): Engine => ({
  wake: (reason) => {
    for (const engine of engines) engine.wake(reason)
  },
  idle: async () => {
    for (const engine of engines) await engine.idle()
  },
  stop: () => {
    for (const engine of engines) engine.stop()
  },
})

/** This device's id. It is written once, so that later starts do not wait for the disk. */
async function ensureDeviceId({ store, newId }: Device): Promise<string> {
  const known = await store.read(['meta'], (work) => readMeta(work, 'deviceId', ''))
  if (known) return known
  return store.write(['meta'], async (work) => {
    const id = (await readMeta(work, 'deviceId', '')) || newId()
    await writeMeta(work, 'deviceId', id)
    return id
  })
}

/** The most stored responses that a device keeps. */
const MAX_RESPONSES = 200

/** Deletes all but the newest responses, and those that the server sent to another role of this user. */
async function dropOldResponses({ responses }: LocalDb, role: string): Promise<void> {
  await responses.filter((row) => row.role !== role).delete()
  const old = await responses.orderBy('storedAt').reverse().offset(MAX_RESPONSES).primaryKeys()
  await responses.bulkDelete(old)
}

/** Only one tab sends at a time, if the browser has locks; it is also correct without them. */
const aloneFor =
  (name: string) =>
  async <T>(work: () => Promise<T>): Promise<T | 'busy'> => {
    if (!('locks' in navigator)) return work()
    if (isHidden()) return 'busy'
    return navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
      lock ? untilHidden(work(), 'busy' as const) : ('busy' as const),
    )
  }

/** Listens for all events after which a sync may succeed. */
function listen(engine: Engine, channel: BroadcastChannel | null): AbortController {
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener('online', () => engine.wake('online'), { signal })
  // Processed before anything is recorded, so that nothing is sent without a network, and pending operations can still be edited.
  window.addEventListener('offline', () => engine.wake('event'), { signal })
  window.addEventListener('focus', () => engine.wake('visible'), { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && engine.wake('visible'), { signal })
  channel?.addEventListener('message', () => engine.wake('event'), { signal })
  return listening
}

/** If the browser supports it, the worker sends when the network returns, even with the app closed. It is only an addition. */
async function registerBackgroundSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as
    | (ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } })
    | undefined
  await registration?.sync?.register('outbox').catch(() => {})
}

/**
 * Frees storage that can be fetched again: cached fonts and pictures first, then stored responses, then photos that the server has, then the mirror except
 * machines with pending operations. Never the outbox.
 */
async function makeRoom(device: Device, spared?: MachineId): Promise<void> {
  const { store } = device
  if ('caches' in self) for (const name of await caches.keys()) if (name.startsWith('later-')) await caches.delete(name)
  await store.write(['responses'], (work) => work.clear('responses'))
  await dropSentPhotos(device, { all: true })
  await dropIdleMachines(store, spared)
}
