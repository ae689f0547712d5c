import type { Account } from '#contract/account.ts'
import type { MachineId } from '#domain/ids.ts'
import type { Device, WakeReason } from '#offline/device.ts'
import { dexieStore, LocalDb, localDbName } from '#offline/local-db.ts'
import { dropIdleMachines } from '#offline/mirror.ts'
import type { Draft } from '#offline/records.ts'
import { type DeviceStore, readMeta, writeMeta } from '#offline/store.ts'
import { createEngine, type Engine } from '#offline/sync.ts'
import { syncOverHttp } from '#offline/sync-over-http.ts'

/**
 * This person's part of this device: their database, and the engine that keeps it and the server alike. `drafts`: the newest that
 * this tab knows of each, on the disk or not.
 */
export type Here = { account: Account; db: LocalDb; device: Device; engine: Engine; drafts: Map<string, Draft>; close(): void }

let here: Here | null = null

/** What is open now. Screens behind the sign-in may count on it: their guard opens it first. */
export function openHere(): Here {
  if (!here) throw new Error('nobody is signed in here')
  return here
}

export const isOpen = (): boolean => here !== null

export const isOpenFor = (account: Pick<Account, 'userId' | 'companyId'>) =>
  here?.account.userId === account.userId && here.account.companyId === account.companyId

/** Opens the database of a person and starts to sync. A tab has one open at a time. */
export async function open(account: Account): Promise<Here> {
  if (here && isOpenFor(account)) {
    here.account = account
    return here
  }
  const db = new LocalDb(localDbName(account.companyId, account.userId))
  const store = dexieStore(db)
  const channel = 'BroadcastChannel' in self ? new BroadcastChannel(`sync:${db.name}`) : null
  const wake = (reason: WakeReason) => {
    engine.wake(reason)
    channel?.postMessage(reason)
    void askForBackgroundSync()
  }
  const device: Device = { store, now: Date.now, newId: () => crypto.randomUUID(), makeRoom: (spared) => makeRoom(store, spared), wake }
  const deviceId = await ensureDeviceId(device)
  if (here && isOpenFor(account)) {
    // Two pages asked at once, and the other was quicker.
    channel?.close()
    db.close()
    return here
  }
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
  const opened: Here = {
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
      if (here === opened) here = null
    },
  }
  // Only now: the pages that are still on the screen must find one of the two open.
  const left = here
  here = opened
  left?.close()
  engine.wake('start')
  return here
}

const ensureDeviceId = (device: Device) =>
  device.store.write(['meta'], async (work) => {
    const known = await readMeta(work, 'deviceId', '')
    if (known) return known
    const id = device.newId()
    await writeMeta(work, 'deviceId', id)
    return id
  })

/** One tab at a time does the sending, where the browser has locks; it is correct without them too. */
const aloneFor =
  (name: string) =>
  async <T>(work: () => Promise<T>): Promise<T | 'busy'> => {
    if (!('locks' in navigator)) return work()
    return navigator.locks.request(name, { ifAvailable: true }, async (lock) => (lock ? await work() : ('busy' as const)))
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
