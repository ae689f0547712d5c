import { dexieStore, LocalDb } from '#offline/database.ts'
import { type Device, newId, steadyClock } from '#offline/device.ts'
import { localDbName } from '#offline/records.ts'
import { currentSession } from '#offline/session.ts'
import { readMeta } from '#offline/store.ts'
import { noteConnection, type Round, syncOnce } from '#offline/sync.ts'
import { syncOverHttp } from '#offline/sync-over-http.ts'

/**
 * Sends what waits though the app may be closed. A failure makes the browser call again later, until its last chance; the app
 * sends by itself at its next start either way.
 */
export async function sendOutbox(isLastChance: boolean): Promise<void> {
  const account = (await currentSession())?.account
  if (!account) return
  const db = new LocalDb(localDbName(account.companyId, account.userId))
  try {
    // The same lock as the app's: where a window is at it already, there is nothing to do here.
    const round = await navigator.locks.request(`sync:${db.name}`, { ifAvailable: true }, (lock) => (lock ? oneRound(db, account) : null))
    if (round?.state === 'unreachable' && !isLastChance) throw new Error('the server was not reached')
  } finally {
    db.close()
  }
}

async function oneRound(db: LocalDb, account: { userId: number; companyId: number }): Promise<Round | null> {
  const store = dexieStore(db)
  const { deviceId, waiting } = await store.read(['meta', 'outbox'], async (work) => ({
    deviceId: await readMeta(work, 'deviceId', ''),
    waiting: (await work.all('outbox')).length,
  }))
  if (!deviceId || waiting === 0) return null
  const device: Device = {
    store,
    now: Date.now,
    steady: steadyClock,
    newId,
    // A full device is the app's to tidy; here the round simply fails.
    makeRoom: async () => {},
    wake: () => {},
  }
  const round = await syncOnce(device, syncOverHttp(store, account, deviceId, __APP_VERSION__))
  // An open window finds the work done, and would go on saying what it last heard itself.
  await noteConnection(device, round.state, null)
  return round
}
