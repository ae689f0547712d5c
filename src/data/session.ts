import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { type Account, me, REFRESH_COOKIE_HEADER, revoke, type Tokens, token } from '#contract/account.ts'
import { site } from '#contract/system.ts'
import { API, call, onAccessDenied } from '#offline/api-client.ts'
import { clearSession, currentSession, onSignedOut, saveSession, sealedOutboxes } from '#offline/session.ts'
import { type Answer, isAccessDenied } from '#offline/sync-calls.ts'
import { close, getSession, open } from './device.ts'
import type { LocalSession } from './local-session.ts'
import { returnAccount } from './return-account.ts'
import { answered } from './server-requests.ts'

/** The signed-in user according to this device, without the network. Null if there is none or the sign-in was never completed. */
export async function signedIn(): Promise<Account | null> {
  return (await currentSession())?.account ?? null
}

/** The data of the login page before sign-in. */
export const siteInfo = () => queryOptions({ queryKey: ['site'], queryFn: () => answered(call(site)), staleTime: 60_000, retry: false })

type SignIn = { login: string; password: string; captchaToken: string }

/** The options of a request whose response contains tokens: the refresh token goes into the cookie. */
export const FOR_TOKENS = { headers: { [REFRESH_COOKIE_HEADER]: '1' }, timeoutMs: 60_000 }

export const signIn = ({ login, password, captchaToken }: SignIn): Promise<Answer<Account>> =>
  signInBy(() =>
    call(token, { body: { grant_type: 'password', username: login, password, reCaptchaToken: captchaToken, alias: '' } }, FOR_TOKENS),
  )

/**
 * Signs in, loads the account and opens the user's session. If it fails, the previous user remains signed in: a user whose session has
 * expired can continue offline.
 */
export async function signInBy(request: () => Promise<Answer<Tokens>>): Promise<Answer<Account>> {
  const before = await currentSession()
  const tokens = await request()
  if (tokens.state !== 'answered') return tokens
  const { access_token: accessToken, expires_in } = tokens.value
  await saveSession({ accessToken, expiresAt: Date.now() + expires_in * 1000, account: null, api: API })
  const goBack = () => (before ? saveSession(before) : clearSession())
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
  sessionStorage.removeItem(WORKING_SIGNED_OUT)
  here.engine.wake('signed-in')
  // Requests persistent storage; the browser decides by its own rules.
  void navigator.storage?.persist?.()
  return account
}

const isSame = (one: Account, other: Account) => one.userId === other.userId && one.companyId === other.companyId

/** Switches this device to the user. The previous user may never have signed out, and their database may not be open. */
async function become(account: Account, last: Account | null): Promise<LocalSession> {
  // If this fails, the data stays in its own database and does not prevent the sign-in.
  if (last && !isSame(last, account))
    await open(last)
      .then(leave)
      .catch((error) => console.error(error))
  const session = await currentSession()
  if (session) await saveSession({ ...session, account })
  const here = await open(account)
  // It may have been open before; then opening restored nothing.
  await returnAccount(here.device.store, account)
  return here
}

/** Refreshes the account with the stored token, because rights may have changed. An expired session ends here. */
export async function refreshAccount(): Promise<Answer<Account>> {
  const account = await call(me, {}, { timeoutMs: 15_000 })
  if (account.state !== 'answered') return account
  const session = await currentSession()
  // The user switched companies, and the response was lost.
  if (session?.account && !isSame(session.account, account.value)) await beginAnew(account.value)
  else if (session) await saveSession({ ...session, account: account.value })
  return account
}

export const accountRefresh = mutationOptions({ mutationFn: () => answered(refreshAccount()) })

/**
 * After the server has switched this session to another company: pending operations of the previous company stay encrypted on this device
 * until the user returns, and those of the new company are sent now. Every tab restarts.
 */
export async function followCompanySwitch(): Promise<void> {
  const account = await call(me, {}, { timeoutMs: 15_000 })
  // Otherwise the next start fetches the account and detects the switch.
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

/** Restarts this tab after another one has switched companies. Returns a function that unsubscribes. */
export function followMoves(): () => void {
  const channel = new BroadcastChannel(MOVED)
  channel.onmessage = () => window.location.assign('/')
  return () => channel.close()
}

/**
 * Signs out: the mirror is deleted, and data that exists only here stays encrypted for its owner until the next sign-in. The server is
 * notified if it is reachable; the session ends here in any case.
 */
export async function signOut(): Promise<void> {
  const { device } = getSession()
  // Without space to encrypt it, the data stays in its own database and does not prevent the sign-out.
  await leave(getSession()).catch((error) => console.error(error))
  const session = await currentSession()
  await clearSession()
  // Data fetched meanwhile belongs to the session that has ended.
  await import('#offline/account-vault.ts').then(({ wipeMirror }) => wipeMirror(device.store)).catch((error) => console.error(error))
  close()
  if (session) await call(revoke, { body: { token: session.accessToken } }, { headers: { [REFRESH_COOKIE_HEADER]: '1' }, timeoutMs: 5_000 })
}

/** Ends the session of a user whose database was never opened on this device. */
export async function clearSignIn(): Promise<void> {
  const session = await currentSession()
  if (session) await call(revoke, { body: { token: session.accessToken } }, { headers: { [REFRESH_COOKIE_HEADER]: '1' }, timeoutMs: 5_000 })
  await clearSession()
}

const WORKING_SIGNED_OUT = 'goesOnSignedOut'

/** The user chose to continue offline after their session had expired, for the lifetime of this tab. */
export const workSignedOut = (): void => sessionStorage.setItem(WORKING_SIGNED_OUT, '1')
export const isWorkingSignedOut = (): boolean => sessionStorage.getItem(WORKING_SIGNED_OUT) !== null

async function leave(session: LocalSession): Promise<void> {
  session.engine.stop()
  const { sealSession } = await import('./seal-session.ts')
  await sealSession(session)
}

export { isAccessDenied, onAccessDenied, onSignedOut, sealedOutboxes }
