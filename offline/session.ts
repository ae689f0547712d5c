import { Dexie, type Table } from 'dexie'
import type { Account } from '#contract/account.ts'
import type { Moment } from '#domain/time.ts'

/** Who is signed in on this device. The refresh token is not here: it is in a cookie that no script can read. */
export type Session = { key: 'current'; accessToken: string; expiresAt: Moment; account: Account | null; api: string }

/** Somebody who signed out with work unsent: it waits, sealed, until they sign in again. */
export type Sealed = { database: string; name: string; unsent: number; since: Moment }

class SessionDb extends Dexie {
  declare session: Table<Session, string>
  declare sealed: Table<Sealed, string>

  constructor() {
    super('roundsman-session', { chromeTransactionDurability: 'strict' })
    this.version(1).stores({ session: 'key', sealed: 'database' })
  }
}

const db = new SessionDb()

export const currentSession = async (): Promise<Session | null> => (await db.session.get('current')) ?? null
export const saveSession = async (session: Omit<Session, 'key'>): Promise<void> => {
  await db.session.put({ ...session, key: 'current' })
}
export const forgetSession = (): Promise<void> => db.session.delete('current')

export const sealedOutboxes = (): Promise<Sealed[]> => db.sealed.toArray()
export const seal = async (sealed: Sealed): Promise<void> => {
  await db.sealed.put(sealed)
}
export const unseal = (database: string): Promise<void> => db.sealed.delete(database)
