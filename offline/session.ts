import { type DBSchema, type IDBPDatabase, openDB, unwrap } from 'idb'
import type { Account } from '#contract/account.ts'
import type { Moment } from '#domain/time.ts'
import { trackTransaction } from './bfcache.ts'

/** The signed-in user of this device. The refresh token is in a cookie that scripts cannot read. */
export type Session = { key: 'current'; accessToken: string; expiresAt: Moment; account: Account | null; api: string }

export type Encrypted = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

/**
 * The data of a signed-out user, encrypted until the next sign-in. `database` is its unique name; `of` is the database that it comes from.
 * A record without content refers to data that is still in that database. `order`: its position among the copies of this user, because a
 * clock may be set back in between.
 */
export type Sealed = { database: string; of?: string; unsent: number; since: Moment; order?: number; content?: Encrypted | null }

interface Tables extends DBSchema {
  session: { key: string; value: Session }
  sealed: { key: string; value: Sealed }
}

// Needed before anything is shown, including the sign-in page, so it does not use the larger library of the mirror.
let opened: Promise<IDBPDatabase<Tables>> | null = null

const open = (): Promise<IDBPDatabase<Tables>> => {
  // The version on devices that started with an older app; a lower one would not open.
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
    handle.transaction = (...args) => trackTransaction(begin(...args))
    return db
  })
  return opened
}

/** Some systems (iOS) close a database under its page without an event; then the work is repeated on a new handle. */
async function withTables<T>(work: (db: IDBPDatabase<Tables>) => Promise<T>): Promise<T> {
  try {
    return await work(await open())
  } catch {
    opened = null
    return work(await open())
  }
}

/** Strict: a write is reported as done when it is on the disk. */
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

export async function clearSession(): Promise<void> {
  await withTables(async (db) => {
    const { store, done } = db.transaction('session', 'readwrite', STRICT)
    await Promise.all([store.delete('current'), done])
  })
  const channel = new BroadcastChannel(SIGNED_OUT)
  channel.postMessage(null)
  channel.close()
}

const SIGNED_OUT = 'roundsman-signed-out'

/** Calls `listener` when the session on this device ends, in any tab. Returns a function that unsubscribes. */
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
