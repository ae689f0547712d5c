import type { Account } from '#contract/account.ts'
import { onIdle } from './at-rest.ts'
import type { LocalSession } from './local-session.ts'

let here: LocalSession | null = null

/** The open session. Screens behind the sign-in may rely on it because their guard opens it first. */
export function getSession(): LocalSession {
  if (!here) throw new Error('no session is open')
  return here
}

export const isOpen = (): boolean => here !== null

const isOpenFor = (account: Pick<Account, 'userId' | 'companyId'>) =>
  here?.account.userId === account.userId && here.account.companyId === account.companyId

/** Opens a user's database and starts to sync. A tab has one open at a time. */
export function open(account: Account): Promise<LocalSession> {
  if (here && isOpenFor(account)) {
    here.account = account
    return Promise.resolve(here)
  }
  // Concurrent calls open it once.
  const key = `${account.companyId}:${account.userId}`
  if (opening?.who === key) return opening.here
  const now = { who: key, here: openAnew(account) }
  opening = now
  const done = () => {
    if (opening === now) opening = null
  }
  now.here.then(done, done)
  return now.here
}

let opening: { who: string; here: Promise<LocalSession> } | null = null

async function openAnew(account: Account): Promise<LocalSession> {
  // The database and the engine are large and not needed before sign-in.
  const { openDevice } = await import('./open-device.ts')
  const opened = await openDevice(account)
  // Only now, because pages that are still on the screen need one of the two sessions.
  const left = here
  here = opened
  left?.close()
  // Local data is shown first, because both would wait for the same disk.
  onIdle(() => opened.engine.wake('start'))
  return opened
}

/** Closes the open session, if any. */
export function close(): void {
  here?.close()
  here = null
}
