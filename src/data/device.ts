import type { Account } from '#contract/account.ts'
import { onIdle } from './at-rest.ts'
import type { LocalSession } from './local-session.ts'

let here: LocalSession | null = null

/** What is open now. Screens behind the sign-in may count on it: their guard opens it first. */
export function getSession(): LocalSession {
  if (!here) throw new Error('nobody is signed in here')
  return here
}

export const isOpen = (): boolean => here !== null

const isOpenFor = (account: Pick<Account, 'userId' | 'companyId'>) =>
  here?.account.userId === account.userId && here.account.companyId === account.companyId

/** Opens the part of a person and starts to sync. A tab has one open at a time. */
export function open(account: Account): Promise<LocalSession> {
  if (here && isOpenFor(account)) {
    here.account = account
    return Promise.resolve(here)
  }
  // Asked twice at once, it is opened once.
  const asked = `${account.companyId}:${account.userId}`
  if (opening?.who === asked) return opening.here
  const now = { who: asked, here: openAnew(account) }
  opening = now
  const done = () => {
    if (opening === now) opening = null
  }
  now.here.then(done, done)
  return now.here
}

let opening: { who: string; here: Promise<LocalSession> } | null = null

async function openAnew(account: Account): Promise<LocalSession> {
  // The database and the engine are large, and nobody needs them before somebody is signed in.
  const { openDevice } = await import('./open-device.ts')
  const opened = await openDevice(account)
  // Only now: the pages that are still on the screen must find one of the two open.
  const left = here
  here = opened
  left?.close()
  // What is on the device is shown first; both would wait for the same disk.
  onIdle(() => opened.engine.wake('start'))
  return opened
}

/** Closes what is open, if anything is. */
export function close(): void {
  here?.close()
  here = null
}
