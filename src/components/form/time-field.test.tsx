// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import * as device from '#app/data/device.ts'
import type { LocalSession } from '#app/data/local-session.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import { TimeField } from './TimeField.tsx'

let locale = 'de-DE'
const opened = vi.spyOn(device, 'getSession').mockImplementation(() => ({ account: { locale } }) as LocalSession)
afterAll(() => opened.mockRestore())

beforeAll(async () => {
  await i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { common } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

function Opening() {
  const [time, setTime] = useState('17:30')
  return (
    <MantineProvider env="test">
      <TimeField label="Opens" value={time} onChange={setTime} />
      <output>{time}</output>
    </MantineProvider>
  )
}
const part = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name })
const stored = () => screen.getByRole('status').textContent

it('shows 24 hours in a company of a region that counts them', () => {
  locale = 'de-DE'
  render(<Opening />)
  expect([part('Opens').value, part('Opens: minutes').value]).toEqual(['17', '30'])
  expect(screen.queryByRole('combobox')).toBeNull()
  fireEvent.change(part('Opens'), { target: { value: '9' } })
  expect(stored()).toBe('09:30')
})

it('shows 12 hours with AM and PM in a company of the United States', () => {
  locale = 'en-US'
  render(<Opening />)
  expect([part('Opens').value, part('Opens: minutes').value]).toEqual(['05', '30'])
  fireEvent.change(screen.getByRole('combobox', { name: 'Opens: AM or PM' }), { target: { value: 'AM' } })
  expect(stored()).toBe('05:30')
})
