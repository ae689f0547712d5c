// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import * as device from '#app/data/device.ts'
import type { LocalSession } from '#app/data/local-session.ts'
import type { DashboardLive } from '#contract/dashboard.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import dashboard from '../../locales/en/dashboard.json' with { type: 'json' }
import { MoneyTiles } from './MoneyTiles.tsx'

const account = { locale: 'en-GB', timezone: 'Europe/Berlin', currency: 'EUR' }
const opened = vi.spyOn(device, 'getSession').mockImplementation(() => ({ account }) as LocalSession)
afterAll(() => opened.mockRestore())

beforeAll(async () => {
  await i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { common, dashboard } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

/** The texts of the four tiles. */
function tiles(previous: number, at: string): (string | null)[] {
  const live = {
    revenueToday: 10,
    revenueTodayPrevious: previous,
    revenueMonth: 10,
    revenueMonthPrevious: previous,
    revenueYear: 10,
    revenueYearPrevious: previous,
    cashInMachines: 5,
    allMachinesCount: 1,
  } as DashboardLive
  render(
    <MantineProvider env="test">
      <MoneyTiles live={live} at={Date.parse(at)} />
    </MantineProvider>,
  )
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent)
}

it('names the days that the month is compared with', () => {
  expect(tiles(5, '2026-11-28T23:30:00Z')).toEqual([
    'Sold today€10.00+100.0%last week until this hour €5.00',
    'This month€10.00+100.0%same weekdays, 27 Sept – 25 Oct: €5.00',
    'This year€10.00+100.0%last year until this day €5.00',
    'Cash in machines€5.00in 1 machine',
  ])
})

it('compares with nothing if nothing was sold before', () => {
  expect(tiles(0, '2026-11-28T12:00:00Z').slice(0, 3)).toEqual([
    'Sold today€10.00no comparison yet',
    'This month€10.00no comparison yet',
    'This year€10.00no comparison yet',
  ])
})
