import type { Account } from '#contract/account.ts'
import { localDbName } from '#offline/records.ts'
import { sealedOutboxes } from '#offline/session.ts'
import type { DeviceStore } from '#offline/store.ts'

/** Restores the user's encrypted data. After a failure it stays encrypted until the next start, and blocks nothing else. */
export async function returnAccount(store: DeviceStore, { companyId, userId, sealKey }: Account): Promise<void> {
  const database = localDbName(companyId, userId)
  try {
    const sealed = await sealedOutboxes()
    if (!sealed.some((one) => (one.of ?? one.database) === database)) return
    const { restoreAccount } = await import('#offline/account-vault.ts')
    await restoreAccount(store, { database, key: sealKey ?? null })
  } catch (error) {
    console.error(error)
  }
}
