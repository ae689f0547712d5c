// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { type ReactNode, useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import common from '../locales/en/common.json' with { type: 'json' }
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

const show = (children: ReactNode) => render(<MantineProvider>{children}</MantineProvider>)

describe('a search box', () => {
  const searched = vi.fn()
  const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  beforeEach(() => {
    searched.mockClear()
    show(<SearchBox label="Search machine" value="" onSearch={searched} />)
  })

  it('asks 300 ms after the last letter, once', () => {
    type('gro')
    wait(299)
    type('ground')
    wait(299)
    expect(searched).not.toHaveBeenCalled()
    wait(1)
    expect(searched.mock.calls).toEqual([['ground']])
  })

  it('does not ask with one or two letters, and asks with none', () => {
    type('gr')
    wait(1000)
    expect(searched).not.toHaveBeenCalled()
    type('gro')
    wait(300)
    type('')
    wait(300)
    expect(searched.mock.calls).toEqual([['gro'], ['']])
  })

  it('asks at once when it is left', () => {
    type('hall')
    fireEvent.blur(screen.getByRole('searchbox'))
    expect(searched.mock.calls).toEqual([['hall']])
    wait(300)
    expect(searched).toHaveBeenCalledTimes(1)
  })

  it('is reached with the key /', () => {
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })
})

describe('a quantity input', () => {
  function Water({ onMax }: { onMax?: () => void }) {
    const [value, setValue] = useState(2)
    return <QuantityInput label="Water" value={value} onChange={setValue} cap={5} {...(onMax ? { onMax } : {})} />
  }
  const field = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Water' })

  it('goes by minus and plus, and stops at 0 and at the cap', () => {
    show(<Water />)
    for (let i = 0; i < 9; i++) fireEvent.click(screen.getByRole('button', { name: 'More' }))
    expect(field().value).toBe('5')
    for (let i = 0; i < 9; i++) fireEvent.click(screen.getByRole('button', { name: 'Less' }))
    expect(field().value).toBe('0')
  })

  it('means 0 when it is empty, and says so when it is left', () => {
    show(<Water />)
    fireEvent.change(field(), { target: { value: '' } })
    expect(field().value).toBe('')
    expect(field().getAttribute('aria-valuenow')).toBe('0')
    fireEvent.blur(field())
    expect(field().value).toBe('0')
  })

  it('says what its number counts, to the ear as well', () => {
    show(<QuantityInput label="Cocoa" value={500} unit="g" onChange={() => {}} />)
    expect(screen.getByText('g')).toBeTruthy()
    expect(screen.getByRole('spinbutton', { name: 'Cocoa' }).getAttribute('aria-valuetext')).toBe('500 g')
  })

  it('takes no more than the cap', () => {
    show(<Water />)
    fireEvent.change(field(), { target: { value: '77' } })
    expect(field().value).toBe('5')
  })

  it('offers MAX only where it means something', () => {
    const filled = vi.fn()
    show(<Water onMax={filled} />)
    fireEvent.click(screen.getByRole('button', { name: 'MAX: Water' }))
    expect(filled).toHaveBeenCalledOnce()
    cleanup()
    show(<Water />)
    expect(screen.queryByRole('button', { name: /MAX/ })).toBeNull()
  })
})
