// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as data from '#app/data/formats.ts'
import type { Visit } from '#contract/visits.ts'
import visits from '../../locales/en/visits.json' with { type: 'json' }
import { useVisitLabels } from './use-visit-labels.ts'

const formats = vi.spyOn(data, 'formats').mockReturnValue({ number: String } as unknown as ReturnType<typeof data.formats>)
afterAll(() => formats.mockRestore())
beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'visits', resources: { en: { visits } } })
})

it.each([
  ['pieces', 12, 'restockProducts', '12'],
  ['ingredients only', 0, 'restockProducts', 'Ingredients'],
  ['nothing', 0, 'changeQuantity', '–'],
])('a visit that added %s', (_, added, call, text) => {
  const { result } = renderHook(useVisitLabels)
  expect(result.current.added({ added, operations: [{ call }] } as unknown as Visit)).toBe(text)
})
