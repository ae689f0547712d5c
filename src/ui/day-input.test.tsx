// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import en from '../locales/en/common.json' with { type: 'json' }
import pl from '../locales/pl/common.json' with { type: 'json' }
import { DayInput } from './DayInput.tsx'

beforeAll(async () => {
  await i18n.use(initReactI18next).init({
    lng: 'en',
    defaultNS: 'common',
    resources: { en: { common: en }, pl: { common: pl } },
    interpolation: { escapeValue: false },
  })
})
afterEach(cleanup)

function Delivery() {
  const [day, setDay] = useState('2026-03-02')
  return (
    <>
      <DayInput label="Delivered" value={day} onChange={setDay} min="2026-02-10" max="2026-03-20" />
      <output>{day}</output>
      <button type="button" onClick={() => setDay('2026-03-03')}>
        Next
      </button>
    </>
  )
}
const show = () =>
  render(
    <MantineProvider env="test">
      <Delivery />
    </MantineProvider>,
  )
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Delivered/ })
const stored = () => screen.getByRole('status').textContent
const open = async (calendar: string) => {
  fireEvent.click(screen.getByRole('button', { name: calendar }))
  await screen.findByRole('table')
}

describe('a day field', () => {
  it('reads a typed day, and explains one outside the limits without changing the text', () => {
    show()
    expect(field().value).toBe('02-03-2026')
    fireEvent.change(field(), { target: { value: '15.3.2026' } })
    expect(stored()).toBe('2026-03-15')
    fireEvent.change(field(), { target: { value: '31-03-2026' } })
    fireEvent.blur(field())
    expect([field().value, stored()]).toEqual(['31-03-2026', '2026-03-15'])
    expect(screen.getByText('A day from 10-02-2026 to 20-03-2026')).toBeTruthy()
  })

  it('shows another day from outside instead of wrong text', () => {
    show()
    fireEvent.change(field(), { target: { value: '31-03-2026' } })
    fireEvent.blur(field())
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(field().value).toBe('03-03-2026')
    fireEvent.change(field(), { target: { value: '4.3.2026' } })
    expect([field().value, stored()]).toEqual(['4.3.2026', '2026-03-04'])
  })

  it('keeps what was typed while an earlier day arrives', () => {
    const days: string[] = []
    const shown = (value: string) => (
      <MantineProvider env="test">
        <DayInput label="Delivered" value={value} onChange={(day) => days.push(day)} min="2026-02-10" max="2026-03-20" />
      </MantineProvider>
    )
    const { rerender } = render(shown('2026-03-15'))
    for (const value of ['5-03-2026', '-03-2026']) fireEvent.change(field(), { target: { value } })
    rerender(shown('2026-03-05'))
    expect(field().value).toBe('-03-2026')
    for (const value of ['0-03-2026', '01-03-2026']) fireEvent.change(field(), { target: { value } })
    rerender(shown('2026-03-01'))
    expect([field().value, days]).toEqual(['01-03-2026', ['2026-03-05', '2026-03-01']])
    rerender(shown('2026-03-05'))
    expect(field().value).toBe('05-03-2026')
  })

  it('opens a calendar, whose selected day replaces the typed text', async () => {
    show()
    await open('Choose in a calendar: Delivered')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('2 March 2026')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '21 March 2026' }).disabled).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: '20 March 2026' }))
    expect([field().value, stored()]).toEqual(['20-03-2026', '2026-03-20'])
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
  })

  it('has months, weekdays and the first day of the week of the language', async () => {
    await i18n.changeLanguage('pl')
    show()
    await open('Wybierz z kalendarza: Delivered')
    expect(screen.getByRole('button', { name: 'marzec 2026' })).toBeTruthy()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Pn', 'Wt', 'Śr', 'Cz', 'Pt', 'So', 'Nd'])
    expect(screen.getByRole('button', { name: '2 marca 2026' })).toBeTruthy()
    await i18n.changeLanguage('en')
  })
})
