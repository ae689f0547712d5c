import { queryOptions } from '@tanstack/react-query'
import { type Account, me, REFRESH_COOKIE_HEADER, revoke, token } from '#contract/account.ts'
import { site } from '#contract/system.ts'
import { API, call } from '#offline/call.ts'
import { localDbName } from '#offline/records.ts'
import { currentSession, forgetSession, onSignedOut, saveSession, seal, sealedOutboxes, unseal } from '#offline/session.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { close, type Here, isOpen, isOpenFor, open, openHere } from './device.ts'

/** Who is signed in, from this device alone: no network is asked. Null: nobody, or never completed. */
export async function signedIn(): Promise<Account | null> {
  return (await currentSession())?.account ?? null
}

/** What the login page shows before anybody has signed in. */
export const siteInfo = () =>
  queryOptions({ queryKey: ['site'], queryFn: async () => answerOf(await call(site)), staleTime: 60_000, retry: false })

const answerOf = <T>(answer: Answer<T>): T | null => (answer.state === 'answered' ? answer.value : null)

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
  const account = await call(me)
  if (account.state !== 'answered') {
    await (before ? saveSession(before) : forgetSession())
    return account
  }
  if (isOpen() && !isOpenFor(account.value)) await sealUnsent(openHere())
  const session = await currentSession()
  if (session) await saveSession({ ...session, account: account.value })
  sessionStorage.removeItem(GOES_ON)
  await unseal(localDbName(account.value.companyId, account.value.userId))
  const here = await open(account.value)
  here.engine.wake('signed-in')
  // A phone that may drop what it keeps is asked not to; it answers by its own rules.
  void navigator.storage?.persist?.()
  return account
}

/** Asks who this is with the stored token: the rights may have changed. A dead token ends the session here. */
export async function refreshAccount(): Promise<Answer<Account>> {
  const account = await call(me, {}, { timeoutMs: 15_000 })
  if (account.state === 'answered') {
    const session = await currentSession()
    if (session) await saveSession({ ...session, account: account.value })
  }
  return account
}

/**
 * Signs out: the mirror is wiped, and what was not sent stays sealed for its owner, who finds it after signing in again.
 * The server is told if it can be reached; the session ends here either way.
 */
export async function signOut(): Promise<void> {
  const { db } = openHere()
  await sealUnsent(openHere())
  const session = await currentSession()
  if (session) await call(revoke, { body: { token: session.accessToken } }, { timeoutMs: 5_000 })
  await db.transaction('rw', [db.machines, db.slots, db.inventory, db.products, db.meta], async () => {
    for (const table of [db.machines, db.slots, db.inventory, db.products]) await table.clear()
    await db.meta.bulkDelete(['cursor', 'inWarehouse'])
  })
  await forgetSession()
  close()
}

/** Ends the session of somebody whose part of this device was never opened. */
export async function forgetSignIn(): Promise<void> {
  const session = await currentSession()
  if (session) await call(revoke, { body: { token: session.accessToken } }, { timeoutMs: 5_000 })
  await forgetSession()
}

const GOES_ON = 'goesOnSignedOut'

/** After their session had ended, this person chose to go on without the server, as long as this tab is open. */
export const goOnSignedOut = (): void => sessionStorage.setItem(GOES_ON, '1')
export const goesOnSignedOut = (): boolean => sessionStorage.getItem(GOES_ON) !== null

/** The server's own word that this person may not go on: their session is dead, or their rights are gone. */
export const isTurnedAway = (answer: Answer<unknown>): boolean =>
  answer.state === 'signed-out' || (answer.state === 'refused' && answer.status === 403)

async function sealUnsent({ account, db }: Here): Promise<void> {
  // Nobody needs it before somebody is signed in.
  const { countUnsent } = await import('./outbox.ts')
  const unsent = await countUnsent()
  if (unsent > 0) await seal({ database: db.name, name: `${account.firstName} ${account.lastName}`.trim(), unsent, since: Date.now() })
}

export { onSignedOut, sealedOutboxes }
