// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import common from '../../locales/en/common.json' with { type: 'json' }
import scan from '../../locales/en/scan.json' with { type: 'json' }
import { type ScannerProps, Viewfinder } from './Viewfinder.tsx'

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common, scan } } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (props: Pick<ScannerProps, 'kind' | 'textsOf'>) =>
  render(
    <MantineProvider env="test">
      <Viewfinder {...props} isPaused={false} onCode={() => {}} onTryAgain={() => {}} />
    </MantineProvider>,
  )

it.each([
  [{}, / Find the machine by name below\.$/],
  [{ kind: 'PRODUCT' }, / Tick the products in the list\.$/],
  [{ kind: 'ANY' }, /that begin with https\.$/],
  [{ kind: 'QR', textsOf: 'ANY' }, /that begin with https\.$/],
] as const)('a missing camera offers only what its screen has: %o', async (props, help) => {
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: undefined })
  show(props)
  expect(await screen.findByText(help)).toBeTruthy()
})

it.each([
  [{}, 'Point the camera at the sticker on the machine'],
  [{ kind: 'PRODUCT' }, 'Point the camera at the bar code'],
  [{ kind: 'QR', textsOf: 'ANY' }, 'Point the camera at the code'],
] as const)('says what to point the camera at: %o', async (props, aim) => {
  const stream = { getTracks: () => [], getVideoTracks: () => [] }
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia: async () => stream } })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { configurable: true, set: () => {} })
  show(props)
  expect(await screen.findByText(aim)).toBeTruthy()
})
