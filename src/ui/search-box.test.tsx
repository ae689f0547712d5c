// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchBox } from './SearchBox.tsx'
import { SEARCH_DELAY_MS } from './search.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A search field whose address changes only when the test says so. */
function searchField() {
  const searches: string[] = []
  const withAddress = (value: string) => (
    <MantineProvider env="test">
      <SearchBox label="Search" value={value} onSearch={(query) => searches.push(query)} />
    </MantineProvider>
  )
  const { rerender } = render(withAddress(''))
  const field = screen.getByRole('searchbox') as HTMLInputElement
  return {
    searches,
    text: () => field.value,
    type: (text: string) => {
      fireEvent.change(field, { target: { value: text } })
      act(() => void vi.advanceTimersByTime(SEARCH_DELAY_MS))
    },
    addressBecomes: (value: string) => rerender(withAddress(value)),
  }
}

test('a late change of the address keeps what was typed since', () => {
  const { searches, text, type, addressBecomes } = searchField()
  type('lob')
  type('lobby')
  expect(searches).toEqual(['lob', 'lobby'])
  addressBecomes('lob')
  expect(text()).toBe('lobby')
  addressBecomes('lobby')
  expect(text()).toBe('lobby')
})

test('an address that another control changes replaces what was typed', () => {
  const { text, type, addressBecomes } = searchField()
  type('lobby')
  addressBecomes('lobby')
  addressBecomes('')
  expect(text()).toBe('')
  type('lobby')
  addressBecomes('lobby')
  addressBecomes('hall')
  expect(text()).toBe('hall')
})
