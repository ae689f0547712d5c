// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import * as device from '#app/data/device.ts'
import type { LocalSession } from '#app/data/local-session.ts'
import { NumberFields, useNumberFields } from '#app/ui/number-fields.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import { MomentFields } from './MomentFields.tsx'

let locale = 'de-DE'
const opened = vi.spyOn(device, 'getSession').mockImplementation(() => ({ account: { locale } }) as LocalSession)
afterAll(() => opened.mockRestore())

beforeAll(async () => {
  await i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { common } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

/** `keeps`: an incomplete time does not replace the last one. */
function Span({ initial, keeps = false }: { initial: string; keeps?: boolean }) {
  const [wall, setWall] = useState(initial)
  const { hasWrong, noteWrong } = useNumberFields()
  return (
    <MantineProvider env="test">
      <NumberFields value={noteWrong}>
        <MomentFields label="From" value={wall} onChange={(next) => (next || !keeps) && setWall(next)} min="2018-02-01" max="2026-03-20" />
      </NumberFields>
      <output>{hasWrong ? 'wrong' : wall || 'incomplete'}</output>
    </MantineProvider>
  )
}
const day = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'From' })
const part = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name })
const stored = () => screen.getByRole('status').textContent

it('shows a day and a time in the formats of the company', () => {
  locale = 'en-US'
  render(<Span initial="2026-03-02T17:30" />)
  expect([day().value, part('From: time').value, part('From: time: minutes').value]).toEqual(['02-03-2026', '05', '30'])
})

it('begins at midnight of the entered day, and takes the time after it', () => {
  locale = 'de-DE'
  render(<Span initial="" />)
  fireEvent.change(day(), { target: { value: '05-03-2026' } })
  expect(stored()).toBe('2026-03-05T00:00')
  fireEvent.change(part('From: time'), { target: { value: '14' } })
  expect(stored()).toBe('2026-03-05T14:00')
})

it.each([false, true])('keeps the other part while one is empty, with the last time kept: %s', (keeps) => {
  locale = 'de-DE'
  render(<Span initial="2026-03-02T17:30" keeps={keeps} />)
  fireEvent.change(day(), { target: { value: '' } })
  expect([day().value, part('From: time').value]).toEqual(['', '17'])
  expect(stored()).toBe(keeps ? '2026-03-02T17:30' : 'incomplete')
  fireEvent.change(day(), { target: { value: '03-03-2026' } })
  expect(stored()).toBe('2026-03-03T17:30')
})

it('reports a day outside its limits instead of changing it', () => {
  render(<Span initial="2026-03-02T17:30" />)
  fireEvent.change(day(), { target: { value: '01-02-2027' } })
  expect(stored()).toBe('wrong')
  expect(day().value).toBe('01-02-2027')
})
