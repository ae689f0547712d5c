import { Dexie } from 'dexie'
import type { Account } from '#contract/account.ts'
import type { MachineId } from '#domain/ids.ts'
import { isHidden, untilHidden } from '#offline/bfcache.ts'
import { dexieStore, LocalDb } from '#offline/database.ts'
import { type Device, newId, steadyClock, type WakeReason } from '#offline/device.ts'
import { dropIdleMachines } from '#offline/mirror.ts'
import { localDbName } from '#offline/records.ts'
import { type DeviceStore, readMeta, writeMeta } from '#offline/store.ts'
import { createEngine, type Engine } from '#offline/sync.ts'
import { syncOverHttp } from '#offline/sync-over-http.ts'
import { giveBack } from './give-back.ts'
import { type LocalSession, tellLocalChange } from './local-session.ts'

Dexie.on('storagemutated', (parts) => {
  // A part is named idb://database/table/index.
  tellLocalChange(new Set(Object.keys(parts).map((part) => part.split('/')[3] ?? '')))
})

/** Opens the database of a person, with the engine that syncs it; it begins once it is woken. */
export async function openDevice(account: Account): Promise<LocalSession> {
  const db = new LocalDb(localDbName(account.companyId, account.userId))
  const store = dexieStore(db)
  const channel = 'BroadcastChannel' in self ? new BroadcastChannel(`sync:${db.name}`) : null
  const wake = (reason: WakeReason) => {
    engine.wake(reason)
    channel?.postMessage(reason)
    void askForBackgroundSync()
  }
  const device: Device = { store, now: Date.now, steady: steadyClock, newId, makeRoom: (spared) => makeRoom(store, spared), wake }
  // Also of somebody who is still signed in: the app may have ended between locking their work and ending their session.
  await giveBack(store, account)
  const deviceId = await ensureDeviceId(device)
  const engine = createEngine({
    device,
    calls: syncOverHttp(store, account, deviceId, __APP_VERSION__),
    random: Math.random,
    later: (work, ms) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    alone: aloneFor(`sync:${db.name}`),
    onTrouble: (error) => console.error(error),
    everyMs: 60_000,
  })
  const listening = listen(engine, channel)
  return {
    account,
    db,
    device,
    engine,
    drafts: new Map(),
    close: () => {
      listening.abort()
      engine.stop()
      channel?.close()
      db.close()
    },
  }
}

/** This device's name for itself. Written once: a start that finds it does not wait for the disk. */
async function ensureDeviceId({ store, newId }: Device): Promise<string> {
  const known = await store.read(['meta'], (work) => readMeta(work, 'deviceId', ''))
  if (known) return known
  return store.write(['meta'], async (work) => {
    const id = (await readMeta(work, 'deviceId', '')) || newId()
    await writeMeta(work, 'deviceId', id)
    return id
  })
}

/** One tab at a time does the sending, where the browser has locks; it is correct without them too. */
const aloneFor =
  (name: string) =>
  async <T>(work: () => Promise<T>): Promise<T | 'busy'> => {
    if (!('locks' in navigator)) return work()
    if (isHidden()) return 'busy'
    return navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
      lock ? untilHidden(work(), 'busy' as const) : ('busy' as const),
    )
  }

/** Everything that says: now may be a good moment. */
function listen(engine: Engine, channel: BroadcastChannel | null): AbortController {
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener('online', () => engine.wake('online'), { signal })
  // Noted before anything is recorded: then nothing is sent into the void, and what waits can still be edited.
  window.addEventListener('offline', () => engine.wake('event'), { signal })
  window.addEventListener('focus', () => engine.wake('visible'), { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && engine.wake('visible'), { signal })
  channel?.addEventListener('message', () => engine.wake('event'), { signal })
  return listening
}

/** Where the browser has it, the worker sends when the signal is back, even with the app closed. Never relied on. */
async function askForBackgroundSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as
    | (ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } })
    | undefined
  await registration?.sync?.register('outbox').catch(() => {})
}

/** Frees what can be fetched again: cached fonts and pictures first, then the mirror but for machines with work waiting. Never the outbox. */
async function makeRoom(store: DeviceStore, spared?: MachineId): Promise<void> {
  if ('caches' in self) for (const name of await caches.keys()) if (name.startsWith('later-')) await caches.delete(name)
  await dropIdleMachines(store, spared)
}
