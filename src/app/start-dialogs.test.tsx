// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import type * as v from 'valibot'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { accountSettings } from '#app/data/account.ts'
import { noteNewsSeen } from '#app/data/local-settings.ts'
import { siteInfo } from '#app/data/session.ts'
import type { site as contract } from '#contract/system.ts'
import common from '../locales/en/common.json' with { type: 'json' }
import legal from '../locales/en/legal.json' with { type: 'json' }
import settings from '../locales/en/settings.json' with { type: 'json' }
import { createQueryClient } from './query-client.ts'
import { StartDialogs } from './StartDialogs.tsx'

type Site = v.InferOutput<typeof contract.answer>

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common, legal, settings } } })
})
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  // A user of an earlier version.
  noteNewsSeen('2000-01-01')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const titles = () => screen.queryAllByRole('dialog').map((dialog) => dialog.querySelector('h2')?.textContent)
/** The cross of a dialog has the same name. */
const press = (name: string) => fireEvent.click(screen.getAllByRole('button', { name })[0] as HTMLElement)

/** `site`: undefined while the server has not answered yet. */
function show(site: Site | undefined, isManager = true) {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const client = createQueryClient()
  if (site) client.setQueryData(siteInfo().queryKey, site)
  client.setQueryData(accountSettings().queryKey, { tosAccepted: false } as never)
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <StartDialogs isManager={isManager} onLeave={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return client
}
const site = (maintenance: boolean) => ({ maintenance, sendsMail: true }) as Site

it('opens maintenance, news and terms one after the other', async () => {
  show(site(true))
  expect(titles()).toEqual([settings.maintenance.title])
  press(settings.maintenance.close)
  await waitFor(() => expect(titles()).toEqual([settings.news.title]))
  press(settings.news.close)
  await waitFor(() => expect(titles()).toEqual([settings.terms.title]))
})

it('opens no terms for others than managers', async () => {
  show(site(false), false)
  expect(titles()).toEqual([settings.news.title])
  press(settings.news.close)
  await waitFor(() => expect(titles()).toEqual([]))
})

it('opens nothing before it is known whether there is maintenance', async () => {
  const client = show(undefined)
  expect(titles()).toEqual([])
  act(() => void client.setQueryData(siteInfo().queryKey, site(true)))
  await waitFor(() => expect(titles()).toEqual([settings.maintenance.title]))
})
