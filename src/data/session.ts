import { queryOptions } from '@tanstack/react-query'
import { type Account, me, REFRESH_COOKIE_HEADER, revoke, token } from '#contract/account.ts'
import { site } from '#contract/system.ts'
import { API, call, onTurnedAway } from '#offline/api-client.ts'
import { currentSession, forgetSession, onSignedOut, saveSession, sealedOutboxes } from '#offline/session.ts'
import { type Answer, isTurnedAway } from '#offline/sync-calls.ts'
import { close, getSession, open } from './device.ts'
import { giveBack } from './give-back.ts'
import type { LocalSession } from './local-session.ts'
import { NotAnswered } from './not-answered.ts'

/** Who is signed in, from this device alone: no network is asked. Null: nobody, or never completed. */
export async function signedIn(): Promise<Account | null> {
  return (await currentSession())?.account ?? null
}

/** What the login page shows before anybody has signed in. */
export const siteInfo = () =>
  queryOptions({ queryKey: ['site'], queryFn: async () => heard(await call(site)), staleTime: 60_000, retry: false })

function heard<T>(answer: Answer<T>): T {
  if (answer.state === 'answered') return answer.value
  throw new NotAnswered(answer)
}

export type SignIn = { login: string; password: string; captchaToken: string }

/**
 * Signs in, loads the account and opens this person's part of the device. Where it fails, who was signed in before still is:
 * a person whose session ended goes on without the server.
 */
export async function signIn({ login, password, captchaToken }: SignIn): Promise<Answer<Account>> {
  const before = await currentSession()
  const tokens = await call(
    token,
    { body: { grant_type: 'password', username: login, password, reCaptchaToken: captchaToken, alias: '' } },
    { headers: { [REFRESH_COOKIE_HEADER]: '1' }, timeoutMs: 60_000 },
  )
  if (tokens.state !== 'answered') return tokens
  const { access_token: accessToken, expires_in } = tokens.value
  await saveSession({ accessToken, expiresAt: Date.now() + expires_in * 1000, account: null, api: API })
  const goBack = () => (before ? saveSession(before) : forgetSession())
  const account = await call(me)
  if (account.state !== 'answered') {
    await goBack()
    return account
  }
  let here: LocalSession
  try {
    here = await become(account.value, before?.account ?? null)
  } catch (error) {
    await goBack()
    throw error
  }
  sessionStorage.removeItem(GOES_ON)
  here.engine.wake('signed-in')
  // A phone that may drop what it keeps is asked not to; it answers by its own rules.
  void navigator.storage?.persist?.()
  return account
}

const isSame = (one: Account, other: Account) => one.userId === other.userId && one.companyId === other.companyId

/** From here on this device is that person's. Who was here before may never have signed out, and their part of it may not be open. */
async function become(account: Account, last: Account | null): Promise<LocalSession> {
  // Where that fails it stays in a database of its own, and keeps nobody from signing in.
  if (last && !isSame(last, account))
    await open(last)
      .then(leave)
      .catch((error) => console.error(error))
  const session = await currentSession()
  if (session) await saveSession({ ...session, account })
  const here = await open(account)
  // It may have been open before: then opening gave nothing back.
  await giveBack(here.device.store, account)
  return here
}

/** Asks who this is with the stored token: the rights may have changed. A dead token ends the session here. */
export async function refreshAccount(): Promise<Answer<Account>> {
  const account = await call(me, {}, { timeoutMs: 15_000 })
  if (account.state !== 'answered') return account
  const session = await currentSession()
  // They went to another company, and the answer was lost on the way.
  if (session?.account && !isSame(session.account, account.value)) await beginAnew(account.value)
  else if (session) await saveSession({ ...session, account: account.value })
  return account
}

/**
 * After the server has taken this session to another company: what was done for the one that is left stays locked on this device, and
 * goes out when somebody is back there; what waits for the other one goes out now. Every tab starts anew there.
 */
export async function goOnThere(): Promise<void> {
  const account = await call(me, {}, { timeoutMs: 15_000 })
  // Otherwise the next start asks, and finds itself there.
  if (account.state === 'answered') await beginAnew(account.value)
  else window.location.assign('/')
}

async function beginAnew(account: Account): Promise<void> {
  const session = await currentSession()
  await become(account, session?.account ?? null)
  const channel = new BroadcastChannel(MOVED)
  channel.postMessage(null)
  channel.close()
  window.location.assign('/')
}

const MOVED = 'roundsman-moved'

/** Starts this tab anew once another one has gone to another company. Returns how to stop listening. */
export function followMoves(): () => void {
  const channel = new BroadcastChannel(MOVED)
  channel.onmessage = () => window.location.assign('/')
  return () => channel.close()
}

/**
 * Signs out: the mirror is wiped, and what is only here stays locked for its owner, who finds it after signing in again.
 * The server is told if it can be reached; the session ends here either way.
 */
export async function signOut(): Promise<void> {
  const { device } = getSession()
  // Where there is no room to lock it, it stays in its own database, and keeps nobody from signing out.
  await leave(getSession()).catch((error) => console.error(error))
  const session = await currentSession()
  await forgetSession()
  // What was being fetched meanwhile came with the session that is gone now.
  await import('#offline/account-vault.ts').then(({ wipeMirror }) => wipeMirror(device.store)).catch((error) => console.error(error))
  close()
  if (session) await call(revoke, { body: { token: session.accessToken } }, { headers: { [REFRESH_COOKIE_HEADER]: '1' }, timeoutMs: 5_000 })
}

/** Ends the session of somebody whose part of this device was never opened. */
export async function forgetSignIn(): Promise<void> {
  const session = await currentSession()
  if (session) await call(revoke, { body: { token: session.accessToken } }, { headers: { [REFRESH_COOKIE_HEADER]: '1' }, timeoutMs: 5_000 })
  await forgetSession()
}

const GOES_ON = 'goesOnSignedOut'

/** After their session had ended, this person chose to go on without the server, as long as this tab is open. */
export const goOnSignedOut = (): void => sessionStorage.setItem(GOES_ON, '1')
export const goesOnSignedOut = (): boolean => sessionStorage.getItem(GOES_ON) !== null

async function leave({ account, db, device, engine }: LocalSession): Promise<void> {
  engine.stop()
  // Nobody needs these before somebody is signed in.
  const [{ countUnsent }, { sealAccount }] = await Promise.all([import('./outbox.ts'), import('#offline/account-vault.ts')])
  await sealAccount(device.store, { database: db.name, key: account.sealKey ?? null }, await countUnsent(), Date.now())
}

export { isTurnedAway, onSignedOut, onTurnedAway, sealedOutboxes }
