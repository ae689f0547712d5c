// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import * as data from '#app/data/formats.ts'
import common from '../locales/en/common.json' with { type: 'json' }
import { MachineStockBar } from './MachineStockBar.tsx'

const formats = vi
  .spyOn(data, 'formats')
  .mockReturnValue({ amount: String, percentage: (share: number) => `${share * 100}%` } as unknown as ReturnType<typeof data.formats>)
afterAll(() => formats.mockRestore())
beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common } } })
})
afterEach(cleanup)

it.each([
  ['without slots', { currentQuantity: 0, maxQuantity: 0, filledQuantity: 0, fillShare: null }, '–'],
  ['with pieces but no maximum', { currentQuantity: 7, maxQuantity: 0, filledQuantity: 0, fillShare: null }, '7'],
  ['that is empty', { currentQuantity: 0, maxQuantity: 40, filledQuantity: 0, fillShare: 0 }, '0 / 40'],
])('shows the stock of a machine %s', (_, machine, words) => {
  render(<MachineStockBar machine={{ type: 'SNACK', ...machine }} />)
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(words)
})
