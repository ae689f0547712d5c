// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as device from '#app/data/device.ts'
import * as data from '#app/data/formats.ts'
import rounds from '../locales/en/rounds.json' with { type: 'json' }
import { useWhyNotWords } from './use-reason-words.ts'

const formats = vi.spyOn(data, 'formats').mockReturnValue({ day: String, number: String } as unknown as ReturnType<typeof data.formats>)
const session = vi
  .spyOn(device, 'getSession')
  .mockReturnValue({ account: { timezone: 'Pacific/Auckland' } } as ReturnType<typeof device.getSession>)
afterAll(() => {
  formats.mockRestore()
  session.mockRestore()
})
beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'rounds', resources: { en: { rounds } } })
})

test('a machine without need lasts until a day, or has no forecast yet', () => {
  const wordsOf = renderHook(() => useWhyNotWords()).result.current
  expect(wordsOf({ code: 'NO_NEED', values: { until: '2026-03-04T23:00:00.000Z' } })).toBe('Nothing is lost until 2026-03-05.')
  expect(wordsOf({ code: 'NO_NEED', values: { until: '' } })).toBe('No forecast yet: too few sales are known.')
})
