import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { Builder, By, error, type WebDriver, type WebElement } from 'selenium-webdriver'
import { takePort } from '../../tests/support/ports.ts'
import type { PageError } from '../support/page-errors.ts'
import { HAND } from '../support/phone.ts'
import { type Device, type Engine, type Hands, type Role, TIMEOUT_MS } from './hands.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const SCREEN = '/usr/bin/Xvfb'
const WINDOW = fileURLToPath(new URL('webkit-window.js', import.meta.url))

const hasBindings = () =>
  readdirSync('/usr/lib').some((folder) => existsSync(join('/usr/lib', folder, 'girepository-1.0/WebKit2-4.1.typelib')))

const NEEDED = [
  { package: 'webkit2gtk-driver', isThere: () => existsSync(DRIVER) },
  { package: 'gir1.2-webkit2-4.1', isThere: hasBindings },
  { package: 'gjs', isThere: () => existsSync('/usr/bin/gjs') },
  { package: 'xvfb', isThere: () => existsSync(SCREEN) },
]

/** WebKitGTK as packaged by Debian, driven by its own WebDriver, in a window on a virtual screen. */
export const webkit: Engine = {
  missing() {
    const lacking = NEEDED.filter(({ isThere }) => !isThere()).map((one) => one.package)
    return lacking.length === 0
      ? null
      : `WebKitGTK is not on this machine in full; on Debian: apt-get install --no-install-recommends ${lacking.join(' ')}`
  },
  take: handsOn,
}

type Window = { driver: WebDriver; service: ChildProcess; screen: ChildProcess }

function handsOn({ folder, url, pageErrors }: Device): Hands {
  let window: Window | null = null

  const tab = (): WebDriver => {
    if (!window) throw new Error('the browser is closed')
    return window.driver
  }

  /** Resolves when the last process that wrote to the pipe has ended, because by then the browser has written everything to disk. */
  async function ended(end: (service: ChildProcess) => void) {
    if (!window) return
    const { service, screen } = window
    window = null
    const gone = once(service, 'close')
    end(service)
    await gone
    screen.kill()
  }

  return {
    async open() {
      window = await openWindow(join(folder, 'profile'), pageErrors)
    },
    async close() {
      // Closing the last window ends the browser before it can respond.
      await window?.driver.quit().catch(unlessGone)
      await ended((service) => service.kill())
    },
    // All processes that WebDriver started belong to its group.
    kill: () => ended(({ pid = 0 }) => process.kill(-pid, 'SIGKILL')),
    goTo: (path) => tab().get(new URL(path, url).href),
    press: (role, name) => withElement(tab(), role, name, (element) => pressOn(tab(), element)),
    type: (field, text) =>
      withElement(tab(), 'textbox', field, async (element) => {
        await element.sendKeys(text)
        return true
      }),
    sees: (role, name, patienceMs) => withElement(tab(), role, name, async () => true, patienceMs),
    reads: (words) =>
      expect.poll(() => tab().executeScript<string>('return document.body.innerText'), { timeout: TIMEOUT_MS }).toContain(words),
    async evaluate<Answer>(work: (words: string[]) => Promise<Answer>, words: string[]) {
      const outcome = await tab().executeAsyncScript<{ answer: Answer } | { failed: string }>(
        `(${work})(arguments[0]).then((answer) => arguments[1]({ answer }), (error) => arguments[1]({ failed: String(error) }))`,
        words,
      )
      if ('failed' in outcome) throw new Error(outcome.failed)
      return outcome.answer
    },
  }
}

const CANDIDATES: Record<Role, string> = {
  heading: 'h1, h2, h3',
  link: 'a[href]',
  button: 'button',
  tab: '[role=tab]',
  textbox: 'input',
}

/**
 * Performs an action on the element with this role and name, as the engine computes them. Retries until the element exists and the action
 * succeeds.
 */
async function withElement(
  driver: WebDriver,
  role: Role,
  name: string | RegExp,
  work: (element: WebElement) => Promise<boolean>,
  patienceMs = TIMEOUT_MS,
) {
  const isMeant = (text: string) => (typeof name === 'string' ? text === name : name.test(text))
  const attempt = async () => {
    for (const element of await driver.findElements(By.css(CANDIDATES[role]))) {
      if (!(await element.isDisplayed()) || !isMeant(await element.getAccessibleName())) continue
      return work(element)
    }
    return false
  }
  await driver.wait(() => attempt().catch(unlessMoving), patienceMs, `no ${role} "${name}"`)
}

/**
 * Clicks an element that no longer moves: WebDriver computes the position first and clicks later, and misses a dialog that is still
 * animating.
 */
async function pressOn(driver: WebDriver, element: WebElement): Promise<boolean> {
  const stands = await driver.executeAsyncScript<boolean>(
    `const [element, done] = arguments
    const place = () => Object.values(element.getBoundingClientRect().toJSON()).join()
    const before = place()
    const moves = () => document.getAnimations().some(({ playState }) => playState === 'running')
    requestAnimationFrame(() => requestAnimationFrame(() => done(place() === before && !moves())))`,
    element,
  )
  if (stands) await element.click()
  return stands
}

/** Returns false to retry if the page re-rendered or another element still covers this one. */
function unlessMoving(failure: unknown): false {
  const isPassing =
    failure instanceof error.StaleElementReferenceError ||
    failure instanceof error.ElementClickInterceptedError ||
    failure instanceof error.ElementNotInteractableError
  if (!isPassing) throw failure
  return false
}

function unlessGone(failure: unknown) {
  if (!(failure instanceof error.NoSuchWindowError)) throw failure
}

async function openWindow(profile: string, pageErrors: PageError[]): Promise<Window> {
  const screen = spawn(SCREEN, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const pipe = screen.stdio[3]
  if (!pipe || !('read' in pipe)) throw new Error('Xvfb did not print its display number')
  const [display] = await once(createInterface(pipe), 'line')

  const port = await takePort()
  const service = spawn(DRIVER, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${display}` },
    // A process group of its own, so that it can be killed as a whole.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const address = `http://127.0.0.1:${port}`
  await expect(async () => expect((await fetch(`${address}/status`)).ok).toBe(true)).toPass({ timeout: TIMEOUT_MS })
  for (const output of [service.stdout, service.stderr])
    createInterface(output).on('line', (line) => isPageError(line) && pageErrors.push({ at: profile, what: line }))
  const driver = await new Builder()
    .disableEnvironmentOverrides()
    .usingServer(address)
    .withCapabilities({
      browserName: 'WebKitGTK',
      'webkitgtk:browserOptions': { binary: WINDOW, args: [profile, String(HAND.width), String(HAND.height)] },
    })
    .build()
  return { driver, service, screen }
}

/** WebKit's messages for every request that a missing network ended, and for a directive that it does not support. */
const HARMLESS = ['due to access control checks', "Unrecognized Content-Security-Policy directive 'manifest-src'"]
const isPageError = (line: string) => line.includes('CONSOLE') && line.includes('ERROR') && !HARMLESS.some((words) => line.includes(words))
