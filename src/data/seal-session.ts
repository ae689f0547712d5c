import { sealAccount } from '#offline/account-vault.ts'
import type { LocalSession } from './local-session.ts'
import { countUnsent } from './outbox.ts'

/** Encrypts what a user leaves on this device. In a file of its own, because nothing of it is needed before sign-in. */
export const sealSession = async ({ account, db, device }: LocalSession): Promise<void> =>
  sealAccount(device.store, { database: db.name, key: account.sealKey ?? null }, await countUnsent(), Date.now())
