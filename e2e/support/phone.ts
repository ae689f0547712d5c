import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { type Account, PUBLIC_CLIENT, REFRESH_COOKIE_HEADER, type Tokens } from '#contract/account.ts'
import type { Session } from '#offline/session.ts'
import { launchOwn, openShared } from './browsers.ts'
import { draftsOf, isFilled } from './device-database.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { type PageError, watchFor } from './page-errors.ts'
import { writeBarCodeVideo, writeQrVideo } from './qr-video.ts'
import { PASSWORD } from './server.ts'

export type PhoneOptions = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'serviceWorkers' | 'hasTouch'> & {
  /** A full browser with a profile on disk: for a phone that is closed, killed or notified, or whose camera shows a sticker. */
  ownBrowser?: boolean
}

/** A browser that is not closed by then ends with the worker's browser process. */
const CLOSE_MS = 20_000

export const HAND = { width: 390, height: 844 }
export const DESK = { width: 1440, height: 900 }

/** The time zone of all phones. */
export const TIME_ZONE = 'Europe/Berlin'

const shortagesOf = ({ id }: { id: number }) => `/dashboard/serviceman/machines/${id}/shortages`

/** A user's device: a browser profile behind its own network, which can fail in every way. */
export class Phone {
  readonly network: FaultProxy
  readonly pageErrors: PageError[] = []
  private readonly folder: string
  private readonly options: PhoneOptions
  private context: BrowserContext | null = null
  private sees: string | null = null
  private hasSignal = true

  private constructor(network: FaultProxy, folder: string, options: PhoneOptions) {
    this.network = network
    this.folder = folder
    this.options = options
  }

  static async take(server: string, folder: string, caller: string, options: PhoneOptions = {}): Promise<Phone> {
    const phone = new Phone(await startFaultProxy(server, { caller }), folder, options)
    await phone.open()
    return phone
  }

  /** The tab in front. */
  get page(): Page {
    const page = this.window.pages().at(-1)
    if (!page) throw new Error('no tab is open')
    return page
  }

  get window(): BrowserContext {
    if (!this.context) throw new Error('the browser is closed')
    return this.context
  }

  /** Opens the browser with its previous state, without a page of the app. */
  async open(): Promise<void> {
    const { ownBrowser = false, ...given } = this.options
    const options: BrowserContextOptions = {
      baseURL: this.network.url,
      viewport: HAND,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      timezoneId: TIME_ZONE,
      permissions: ['camera'],
      ...given,
    }
    const context = ownBrowser ? await launchOwn(join(this.folder, 'profile'), options, this.sees) : await openShared(options)
    if (context.pages().length === 0) await context.newPage()
    await watchFor(context, this.pageErrors)
    await context.setOffline(!this.hasSignal)
    this.context = context
  }

  async close(): Promise<void> {
    this.requireOwnBrowser()
    const context = this.context
    this.context = null
    await context?.close()
  }

  /** Simulates an empty battery: kills the browser immediately. */
  async kill(): Promise<void> {
    this.requireOwnBrowser()
    const context = this.window
    const session = await context.browser()?.newBrowserCDPSession()
    const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
    const main = processInfo.find(({ type }) => type === 'browser')
    if (!main) throw new Error('browser process not found')
    const closed = new Promise((resolve) => context.once('close', resolve))
    this.context = null
    // Kills all its processes, because a page that outlives the browser would keep the profile open.
    process.kill(-main.id, 'SIGKILL')
    await closed
  }

  /** Closes everything and deletes the profile. */
  async putAway(): Promise<void> {
    // A browser under load may take minutes to close, and its state is not needed any more.
    if (this.context && this.options.ownBrowser) await this.kill()
    else await Promise.race([this.context?.close(), pause(CLOSE_MS, undefined, { ref: false })])
    this.context = null
    await this.network.down()
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  private requireOwnBrowser() {
    if (!this.options.ownBrowser) throw new Error('only a phone with its own browser can be closed and opened: { ownBrowser: true }')
  }

  /** Takes the phone offline in both directions. */
  async loseSignal(): Promise<void> {
    this.hasSignal = false
    await this.network.down()
    await this.context?.setOffline(true)
  }

  async findSignal(): Promise<void> {
    this.hasSignal = true
    await this.network.up()
    await this.context?.setOffline(false)
  }

  /** From the next start on, the camera shows a sticker with this text. */
  holdCameraTo(text: string): void {
    this.sees = join(this.folder, 'sticker.y4m')
    writeQrVideo(text, this.sees)
  }

  /** From the next start on, the camera shows the bar code of a product. */
  holdCameraToGoods(code: string): void {
    this.sees = join(this.folder, 'goods.y4m')
    writeBarCodeVideo(code, this.sees)
  }

  async newTab(path: string): Promise<Page> {
    const page = await this.window.newPage()
    await page.goto(path)
    await expect(this.chip(page)).toBeVisible()
    return page
  }

  /** Signs in and shows the page of this path. Without the form, which few tests are about and which takes a page load more. */
  async signIn(login: string, path = '/'): Promise<void> {
    await handOver(this.window, this.network.url, login)
    await this.page.goto(path)
    await expect(this.chip()).toHaveText('All sent')
  }

  /** Signs in as a serviceman at a machine. */
  async signInAt(machine: { id: number }, login: string): Promise<void> {
    await this.signIn(login, shortagesOf(machine))
    await expect(this.page.getByRole('tab', { name: 'Shortages' })).toBeVisible()
  }

  async signInByForm(login: string): Promise<void> {
    await this.page.goto('/login')
    await this.typeSignIn(login)
    await expect(this.chip()).toHaveText('All sent')
  }

  async typeSignIn(login: string, password = PASSWORD): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Login' }).fill(login)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  /** The sync chip in the header. */
  chip(page = this.page) {
    return page.getByRole('link', { name: /: view pending changes$/ })
  }

  /** Waits until the phone has everything that a signed-in user needs offline: the app and all its data. */
  async keepsEverything(): Promise<void> {
    await expect.poll(() => isFilled(this.page)).toBe(true)
    await this.keepsTheApp()
  }

  /** Waits until the worker has cached the whole app. */
  async keepsTheApp(): Promise<void> {
    await this.page.evaluate(async () => {
      await navigator.serviceWorker.ready
      if (navigator.serviceWorker.controller) return
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
    })
  }

  /** Waits until typed input that contains this text is stored, because a reload loses what is still being written. */
  async keepsInput(text: string | RegExp): Promise<void> {
    await expect.poll(async () => JSON.stringify(await draftsOf(this.page))).toMatch(text)
  }

  async openMachine(machine: { id: number }, page = this.page): Promise<void> {
    await page.goto(shortagesOf(machine))
    await expect(page.getByRole('tab', { name: 'Shortages' })).toBeVisible()
  }

  /** Fills every slot to its maximum and records it. */
  async fillAll(page = this.page): Promise<void> {
    await page.getByRole('button', { name: 'Fill all' }).click()
    await this.record(page)
  }

  /** Shows the slots as a list instead of the planogram, which this device remembers. */
  async showList(page = this.page): Promise<void> {
    await page.getByRole('radiogroup', { name: 'View' }).getByText('List', { exact: true }).click()
  }

  /** Adds one piece, into the first slot unless another one is named, without recording it. */
  async typeOneMore(page = this.page, place: string | RegExp = /^Put in/): Promise<void> {
    await page.bringToFront()
    await page.getByRole('spinbutton', { name: place }).first().press('ArrowUp')
  }

  /** Puts one piece into the machine and records it. */
  async putOneIn(page = this.page, place?: string | RegExp): Promise<void> {
    await this.typeOneMore(page, place)
    await this.record(page)
  }

  /** The figures of every slot, such as "7 / 12". */
  figures(page = this.page): Promise<string[]> {
    return page
      .getByRole('tabpanel')
      .getByText(/^-?\d+ \/ \d+$/)
      .allTextContents()
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: /, menu$/ }).click()
    await this.page.getByRole('menuitem', { name: 'Sign out' }).click()
  }

  /** Signs out with unsent work, which stays on this phone. */
  async leaveUnsent(): Promise<void> {
    await this.signOut()
    await this.page.getByRole('button', { name: 'Keep on this device and sign out' }).click()
    await expect(this.page).toHaveURL(/\/login/)
  }

  async record(page = this.page): Promise<void> {
    await page.getByRole('button', { name: /^Confirm restock/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Record this restock?' })
    await dialog.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(dialog).toBeHidden()
  }
}

/**
 * Gives a new phone the session of a user before its first page opens: the cookie and the record that the app stores after the form. The
 * record is written while the app's own request to open the database waits, so no page is ever signed out.
 */
async function handOver(phone: BrowserContext, url: string, login: string): Promise<void> {
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
