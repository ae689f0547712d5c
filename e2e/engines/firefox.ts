import { existsSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, expect, firefox as gecko, type Page } from '@playwright/test'
import { watchFor } from '../support/page-errors.ts'
import { HAND } from '../support/phone.ts'
import { type Device, type Engine, type Hands, TIMEOUT_MS } from './hands.ts'

const PROGRAM = '/usr/bin/firefox-esr'

/** Firefox as packaged by Debian, driven by WebDriver BiDi, which it supports natively. */
export const firefox: Engine = {
  missing: () =>
    existsSync(PROGRAM) ? null : 'Firefox is not on this machine; on Debian: apt-get install --no-install-recommends firefox-esr',
  take: handsOn,
}

function handsOn({ folder, url, pageErrors }: Device): Hands {
  const profile = join(folder, 'profile')
  let window: BrowserContext | null = null

  const page = (): Page => {
    const [tab] = window?.pages() ?? []
    if (!tab) throw new Error('the browser is closed')
    return tab
  }

  return {
    async open() {
      window = await gecko.launchPersistentContext(profile, {
        // Playwright's channel name for a Firefox without Playwright's patches.
        channel: 'moz-firefox',
        executablePath: PROGRAM,
        headless: true,
        baseURL: url,
        viewport: HAND,
        locale: 'en-GB',
      })
      await watchFor(window, pageErrors)
    },
    async close() {
      const closing = window
      window = null
      await closing?.close()
    },
    async kill() {
      const killed = window
      if (!killed) throw new Error('the browser is closed')
      window = null
      const gone = new Promise((resolve) => killed.once('close', resolve))
      process.kill(whoHolds(profile), 'SIGKILL')
      await gone
    },
    goTo: async (path) => {
      await page().goto(path)
    },
    press: (role, name) => page().getByRole(role, { name, exact: true }).first().click(),
    type: (field, text) => page().getByLabel(field, { exact: true }).fill(text),
    sees: (role, name, patienceMs = TIMEOUT_MS) =>
      expect(page().getByRole(role, { name, exact: true }).first()).toBeVisible({ timeout: patienceMs }),
    reads: (words) => expect(page().getByText(words).first()).toBeVisible(),
    evaluate: (work, words) => page().evaluate(work, words),
  }
}

/** Firefox records the owner of a profile in the profile: a link to "address:+process". */
function whoHolds(profile: string): number {
  const id = Number(readlinkSync(join(profile, 'lock')).split('+')[1])
  if (!id) throw new Error('browser process not found')
  return id
}
