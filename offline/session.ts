import { type DBSchema, type IDBPDatabase, openDB, unwrap } from 'idb'
import type { Account } from '#contract/account.ts'
import type { Moment } from '#domain/time.ts'
import { lettingGo } from './bfcache.ts'

/** Who is signed in on this device. The refresh token is not here: it is in a cookie that no script can read. */
export type Session = { key: 'current'; accessToken: string; expiresAt: Moment; account: Account | null; api: string }

export type Encrypted = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

/**
 * What somebody left who signed out: it waits, locked, until they sign in again. `database` tells it from others; `of` names the
 * database that it comes from. Without content it still lies there.
 * `order`: its place among what this person left, since a clock may be set back in between.
 */
export type Sealed = { database: string; of?: string; unsent: number; since: Moment; order?: number; content?: Encrypted | null }

interface Tables extends DBSchema {
  session: { key: string; value: Session }
  sealed: { key: string; value: Sealed }
}

// Asked before anything is shown, on the sign-in page too: it does without the larger library that the mirror needs.
let opened: Promise<IDBPDatabase<Tables>> | null = null

const open = (): Promise<IDBPDatabase<Tables>> => {
  // The number that devices have which began with an earlier app: a lower one would not open.
  opened ??= openDB<Tables>('roundsman-session', 10, {
    upgrade: (db) => {
      db.createObjectStore('session', { keyPath: 'key' })
      db.createObjectStore('sealed', { keyPath: 'database' })
    },
    terminated: () => {
      opened = null
    },
  }).then((db) => {
    const handle: IDBDatabase = unwrap(db)
    const begin = handle.transaction.bind(handle)
    handle.transaction = (...asked) => lettingGo(begin(...asked))
    return db
  })
  return opened
}

/** Some systems (iOS) close a database under its page without a word: then the work is done once more on a new handle. */
async function withTables<T>(work: (db: IDBPDatabase<Tables>) => Promise<T>): Promise<T> {
  try {
    return await work(await open())
  } catch {
    opened = null
    return work(await open())
  }
}

/** Strict: a write is told as done when it is on the disk. */
const STRICT = { durability: 'strict' } as const

export const currentSession = (): Promise<Session | null> =>
  withTables(async (db) => {
    const { store, done } = db.transaction('session')
    const [session] = await Promise.all([store.get('current'), done])
    return session ?? null
  })

export const saveSession = (session: Omit<Session, 'key'>): Promise<void> =>
  withTables(async (db) => {
    const { store, done } = db.transaction('session', 'readwrite', STRICT)
    await Promise.all([store.put({ ...session, key: 'current' }), done])
  })

export async function forgetSession(): Promise<void> {
  await withTables(async (db) => {
    const { store, done } = db.transaction('session', 'readwrite', STRICT)
    await Promise.all([store.delete('current'), done])
  })
  const channel = new BroadcastChannel(SIGNED_OUT)
  channel.postMessage(null)
  channel.close()
}

const SIGNED_OUT = 'roundsman-signed-out'

/** Told once nobody is signed in on this device any more, whichever tab they left. Returns how to stop listening. */
export function onSignedOut(listener: () => void): () => void {
  const channel = new BroadcastChannel(SIGNED_OUT)
  channel.onmessage = listener
  return () => channel.close()
}

export const sealedOutboxes = (): Promise<Sealed[]> =>
  withTables(async (db) => {
    const { store, done } = db.transaction('sealed')
    const [sealed] = await Promise.all([store.getAll(), done])
    return sealed
  })

export const seal = (sealed: Sealed): Promise<void> =>
  withTables(async (db) => {
    const { store, done } = db.transaction('sealed', 'readwrite', STRICT)
    await Promise.all([store.put(sealed), done])
  })

export const unseal = (database: string): Promise<void> => withTables((db) => db.delete('sealed', database))
