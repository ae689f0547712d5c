// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import * as device from '#app/data/device.ts'
import type { LocalSession } from '#app/data/local-session.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import dashboard from '../../locales/en/dashboard.json' with { type: 'json' }
import { RevenueHistory } from './RevenueHistory.tsx'

const account = { locale: 'en-GB', timezone: 'Europe/Berlin', currency: 'EUR' }
const opened = vi.spyOn(device, 'getSession').mockImplementation(() => ({ account }) as LocalSession)
afterAll(() => opened.mockRestore())

beforeAll(async () => {
  await i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { common, dashboard } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

const show = (revenue: number, today: number) =>
  render(
    <MantineProvider env="test">
      <RevenueHistory history={[1, 2, 3].map((day) => ({ date: `2026-03-0${day}`, revenue }))} today={today} />
    </MantineProvider>,
  )
const NONE = 'Nothing sold in 30 days'

it('states that nothing was sold instead of showing a chart without bars', () => {
  show(0, 0)
  expect(screen.getByText(NONE)).toBeTruthy()
})

it.each([
  [12.5, 0],
  [0, 3],
])('shows the chart with sales on earlier days of %d and today of %d', (revenue, today) => {
  show(revenue, today)
  expect(screen.queryByText(NONE)).toBeNull()
})
