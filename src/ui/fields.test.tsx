// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { type ReactNode, useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import common from '../locales/en/common.json' with { type: 'json' }
import { NumberInput } from './NumberInput.tsx'
import { NumberFields, NumberLocale, useNumberFields } from './number-fields.ts'
import { QuantityInput } from './QuantityInput.tsx'
import { SearchBox } from './SearchBox.tsx'

beforeAll(async () => {
  await i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { common } }, interpolation: { escapeValue: false } })
})
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = (children: ReactNode) => render(<MantineProvider env="test">{children}</MantineProvider>)

describe('a search box', () => {
  const searched = vi.fn()
  const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  beforeEach(() => {
    searched.mockClear()
    show(<SearchBox label="Search machine" value="" onSearch={searched} />)
  })

  it('searches once, 300 ms after the last keystroke', () => {
    type('gro')
    wait(299)
    type('ground')
    wait(299)
    expect(searched).not.toHaveBeenCalled()
    wait(1)
    expect(searched.mock.calls).toEqual([['ground']])
  })

  it('searches with three letters or none, but not with one or two', () => {
    type('gr')
    wait(1000)
    expect(searched).not.toHaveBeenCalled()
    type('gro')
    wait(300)
    type('')
    wait(300)
    expect(searched.mock.calls).toEqual([['gro'], ['']])
  })

  it('searches at once on blur', () => {
    type('hall')
    fireEvent.blur(screen.getByRole('searchbox'))
    expect(searched.mock.calls).toEqual([['hall']])
    wait(300)
    expect(searched).toHaveBeenCalledTimes(1)
  })

  it('is focused with the key /', () => {
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })

  it.each([
    ['checkbox', true],
    ['text', false],
  ])('takes the key / from a field of type %s: %s', (type, isTaken) => {
    const field = document.body.appendChild(Object.assign(document.createElement('input'), { type }))
    field.focus()
    fireEvent.keyDown(field, { key: '/' })
    expect(document.activeElement).toBe(isTaken ? screen.getByRole('searchbox') : field)
    field.remove()
  })

  it('leaves the key / to an open dialog', () => {
    const dialog = document.body.appendChild(document.createElement('div'))
    dialog.setAttribute('role', 'dialog')
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(document.body)
    dialog.remove()
  })
})

describe('a quantity input', () => {
  function Water({ onMax }: { onMax?: () => void }) {
    const [value, setValue] = useState(2)
    return <QuantityInput label="Water" value={value} onChange={setValue} cap={5} {...(onMax ? { onMax } : {})} />
  }
  const field = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Water' })

  it('changes with minus and plus, and stops at 0 and the maximum', () => {
    show(<Water />)
    for (let i = 0; i < 9; i++) fireEvent.click(screen.getByRole('button', { name: 'More' }))
    expect(field().value).toBe('5')
    for (let i = 0; i < 9; i++) fireEvent.click(screen.getByRole('button', { name: 'Less' }))
    expect(field().value).toBe('0')
  })

  it('counts as 0 if empty, and shows it on blur', () => {
    show(<Water />)
    fireEvent.change(field(), { target: { value: '' } })
    expect(field().value).toBe('')
    expect(field().getAttribute('aria-valuenow')).toBe('0')
    fireEvent.blur(field())
    expect(field().value).toBe('0')
  })

  it('names its unit, also for screen readers', () => {
    show(<QuantityInput label="Cocoa" value={500} unit="g" onChange={() => {}} />)
    expect(screen.getByText('g')).toBeTruthy()
    expect(screen.getByRole('spinbutton', { name: 'Cocoa' }).getAttribute('aria-valuetext')).toBe('500 g')
  })

  it('accepts no more than the maximum', () => {
    show(<Water />)
    fireEvent.change(field(), { target: { value: '77' } })
    expect(field().value).toBe('5')
  })

  it('refuses what is not a whole number, and blocks the form', () => {
    function Form() {
      const { hasWrong, noteWrong } = useNumberFields()
      return (
        <NumberFields value={noteWrong}>
          <Water />
          <button type="button" disabled={hasWrong}>
            Record
          </button>
        </NumberFields>
      )
    }
    show(<Form />)
    const record = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Record' })
    for (const text of ['3.7', '1e3', '-2', '12 pieces']) {
      fireEvent.change(field(), { target: { value: text } })
      fireEvent.blur(field())
      expect(field().value).toBe(text)
      expect(field().getAttribute('aria-invalid')).toBe('true')
      expect(field().getAttribute('aria-valuenow')).toBe('2')
      expect(record().disabled).toBe(true)
    }
    fireEvent.change(field(), { target: { value: '4' } })
    expect(record().disabled).toBe(false)
    expect(field().getAttribute('aria-valuenow')).toBe('4')
  })

  it('shows when it was set to the maximum', () => {
    show(<Water />)
    fireEvent.change(field(), { target: { value: '77' } })
    expect(screen.getByRole('status').textContent).toBe('Set to 5, the most allowed here')
  })

  it('selects its content on focus', () => {
    show(<Water />)
    act(() => field().focus())
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, 1])
  })

  it('shows MAX only if it has an effect', () => {
    const filled = vi.fn()
    show(<Water onMax={filled} />)
    fireEvent.click(screen.getByRole('button', { name: 'MAX: Water' }))
    expect(filled).toHaveBeenCalledOnce()
    cleanup()
    show(<Water />)
    expect(screen.queryByRole('button', { name: /MAX/ })).toBeNull()
  })
})

describe('a number field', () => {
  const changed = vi.fn()
  function Price({
    locale = 'pl-PL',
    start = 2.5,
    ...props
  }: {
    locale?: string
    start?: number | null
    emptiesNegative?: boolean
    max?: number
    clamps?: 'leaving'
    decimals?: number
    step?: number
  }) {
    const [value, setValue] = useState<number | null>(start)
    const change = (next: number | null) => {
      changed(next)
      setValue(next)
    }
    return (
      <NumberLocale value={locale}>
        <NumberInput label="Price" decimals={2} fixed min={0} max={1_000_000} value={value} onChange={change} {...props} />
      </NumberLocale>
    )
  }
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' })
  const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
  beforeEach(() => changed.mockClear())

  it('shows and keeps the decimal sign of the locale', () => {
    show(<Price />)
    expect(field().value).toBe('2,50')
    type('3,4')
    expect(field().value).toBe('3,4')
    fireEvent.blur(field())
    expect(field().value).toBe('3,40')
    expect(changed).toHaveBeenLastCalledWith(3.4)
  })

  it('reads a grouped amount, and refuses an ambiguous one', () => {
    show(<Price />)
    type('1.234,50')
    expect(changed).toHaveBeenLastCalledWith(1234.5)
    type('1.234')
    expect(changed).toHaveBeenLastCalledWith(Number.NaN)
    expect(screen.getByText('Type 1234 or 1,234: “1.234” can mean both')).toBeTruthy()
    fireEvent.blur(field())
    expect(field().value).toBe('1.234')
  })

  it('refuses a negative amount next to the field', () => {
    show(<Price />)
    type('-2')
    expect(changed).toHaveBeenLastCalledWith(Number.NaN)
    expect(screen.getByText('At least 0')).toBeTruthy()
    fireEvent.blur(field())
    expect(field().value).toBe('-2')
  })

  it('empties a negative price with a note, if configured', () => {
    show(<Price emptiesNegative />)
    type('-2')
    fireEvent.blur(field())
    expect(field().value).toBe('')
    expect(changed).toHaveBeenLastCalledWith(null)
    expect(screen.getByRole('status').textContent).toBe('Left empty, because it cannot be less than 0')
  })

  it('sets an amount to its limit on blur with a note, if configured', () => {
    show(<Price max={100} clamps="leaving" locale="en-GB" />)
    type('150')
    fireEvent.blur(field())
    expect(field().value).toBe('100.00')
    expect(changed).toHaveBeenLastCalledWith(100)
    expect(screen.getByRole('status').textContent).toBe('Set to 100.00, the most allowed here')
  })

  it.each([
    { currency: 'EUR', decimals: 2, start: 2.5, stepped: 2.6 },
    { currency: 'JPY', decimals: 0, start: 2, stepped: 3 },
  ])('the arrow keys change an amount in $currency', ({ decimals, start, stepped }) => {
    show(<Price decimals={decimals} step={0.1} start={start} />)
    fireEvent.keyDown(field(), { key: 'ArrowUp' })
    expect(changed).toHaveBeenLastCalledWith(stepped)
  })
})
