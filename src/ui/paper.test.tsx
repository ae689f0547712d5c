// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { printInLight } from './paper.ts'
import { WindowRows } from './WindowRows.tsx'

afterEach(cleanup)

const print = (event: 'beforeprint' | 'afterprint') => act(() => void window.dispatchEvent(new Event(event)))

it('a page is printed in the light scheme, then restored', () => {
  const root = document.createElement('html')
  root.setAttribute('data-mantine-color-scheme', 'dark')
  printInLight(root)
  print('beforeprint')
  expect(root.getAttribute('data-mantine-color-scheme')).toBe('light')
  print('afterprint')
  expect(root.getAttribute('data-mantine-color-scheme')).toBe('dark')
})

it('a long list is printed with all its rows', () => {
  vi.stubGlobal('scrollTo', () => {})
  const items = Array.from({ length: 300 }, (_, id) => id)
  render(
    <WindowRows items={items} keyOf={(id) => id} rowPx={60}>
      {(id) => `Machine ${id}`}
    </WindowRows>,
  )
  const drawn = screen.getAllByRole('listitem').length
  expect(drawn).toBeLessThan(100)
  print('beforeprint')
  expect(screen.getAllByRole('listitem')).toHaveLength(300)
  print('afterprint')
  expect(screen.getAllByRole('listitem').length).toBeLessThan(100)
})
