import { dexieStore, LocalDb } from '#offline/database.ts'
import { type Device, newId, steadyClock } from '#offline/device.ts'
import { isWaiting, sendPhotos } from '#offline/photos.ts'
import { localDbName } from '#offline/records.ts'
import { currentSession } from '#offline/session.ts'
import { readMeta } from '#offline/store.ts'
import { noteConnection, type Round, syncOnce } from '#offline/sync.ts'
import { photosOverHttp, syncOverHttp } from '#offline/sync-over-http.ts'

/**
 * Sends pending operations even if the app is closed. After a failure the browser calls again, until its last chance; the app sends at its
 * next start in any case.
 */
export async function sendOutbox(isLastChance: boolean): Promise<void> {
  const account = (await currentSession())?.account
  if (!account) return
  const db = new LocalDb(localDbName(account.companyId, account.userId))
  try {
    // The same lock as the app's: if a window is already syncing, there is nothing to do.
    const round = await navigator.locks.request(`sync:${db.name}`, { ifAvailable: true }, (lock) => (lock ? oneRound(db, account) : null))
    if (round?.state === 'unreachable' && !isLastChance) throw new Error('the server was not reached')
  } finally {
    db.close()
  }
}

async function oneRound(db: LocalDb, account: { userId: number; companyId: number }): Promise<Round | null> {
  const store = dexieStore(db)
  const { deviceId, waiting } = await store.read(['meta', 'outbox', 'photos'], async (work) => ({
    deviceId: await readMeta(work, 'deviceId', ''),
    waiting: (await work.all('outbox')).length + (await work.all('photos')).filter(isWaiting).length,
  }))
  if (!deviceId || waiting === 0) return null
  const device: Device = {
    store,
    now: Date.now,
    steady: steadyClock,
    newId,
    // Only the app frees space on a full device; here the sync fails.
    makeRoom: async () => {},
    wake: () => {},
  }
  const round = await syncOnce(device, syncOverHttp(store, account, deviceId, __APP_VERSION__))
  // An open window would otherwise continue to show its own last status.
  await noteConnection(device, round.state, null)
  return round.state === 'reachable' ? sendPhotos(device, photosOverHttp) : round
}
