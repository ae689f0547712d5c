import type { BrowserContext } from '@playwright/test'
import { type Account, PUBLIC_CLIENT, REFRESH_COOKIE_HEADER, type Tokens } from '#contract/account.ts'
import type { Session } from '#offline/session.ts'
import { PASSWORD } from './server.ts'

/**
 * Gives a new phone the session of a user before its first page opens: the cookie and the record that the app stores after the form. The
 * record is written while the app's own request to open the database waits, so no page is ever signed out.
 */
export async function handOver(phone: BrowserContext, url: string, login: string): Promise<void> {
  const [page, ...others] = phone.pages()
  if (page?.url() !== 'about:blank' || others.length > 0) throw new Error('this phone has shown a page: sign in by the form')
  const agent = await page.evaluate(() => navigator.userAgent)
  const headers = { authorization: PUBLIC_CLIENT, [REFRESH_COOKIE_HEADER]: '1', 'user-agent': agent }
  const form = { grant_type: 'password', username: login, password: PASSWORD, reCaptchaToken: '', alias: '' }
  const token = await phone.request.post(`${url}/api/oauth/token`, { headers, form })
  if (!token.ok()) throw new Error(`${login} cannot sign in: ${token.status()} ${await token.text()}`)
  const { access_token: accessToken, expires_in } = (await token.json()) as Tokens
  const me = await phone.request.get(`${url}/api/accounts/me`, { headers: { authorization: `Bearer ${accessToken}` } })
  const { data: account } = (await me.json()) as { data: Account }
  const session: Session = { key: 'current', accessToken, expiresAt: Date.now() + expires_in * 1000, account, api: '/api' }
  await phone.addInitScript(keep, { origin: url, session })
}

/** Runs in each page before its scripts. A database that exists is not upgraded, so this has an effect once. */
function keep({ origin, session }: { origin: string; session: Session }): void {
  if (location.origin !== origin) return
  const opening = indexedDB.open('roundsman-session', 10)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('session', { keyPath: 'key' }).put(session)
    opening.result.createObjectStore('sealed', { keyPath: 'database' })
  }
  opening.onsuccess = () => opening.result.close()
}
