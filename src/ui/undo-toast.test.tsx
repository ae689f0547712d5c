// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanNotifications, Notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { toastWithUndo } from './undo-toast.tsx'

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', resources: { en: { outbox: { undo: 'Undo' } } } })
})
const undone = vi.fn()
beforeEach(() => {
  // Tests of other components in this process leave some.
  cleanNotifications()
  render(
    <MantineProvider env="test">
      <Notifications limit={3} />
    </MantineProvider>,
  )
})
afterEach(() => {
  act(cleanNotifications)
  cleanup()
  undone.mockClear()
})

const report = (...names: string[]) =>
  act(() => {
    for (const name of names) toastWithUndo(name, () => undone(name))
  })
const buttons = () => screen.getAllByRole('button', { name: 'Undo' })
const shown = () => buttons().map((button) => button.previousElementSibling?.textContent)

it('shows three steps in a row, each with its own undo', async () => {
  report('first', 'second', 'third')
  expect(shown()).toEqual(['first', 'second', 'third'])
  fireEvent.click(buttons()[1] as HTMLElement)
  expect(undone.mock.calls).toEqual([['second']])
  await waitFor(() => expect(shown()).toEqual(['first', 'third']))
  fireEvent.click(buttons()[0] as HTMLElement)
  expect(undone.mock.calls).toEqual([['second'], ['first']])
})

it('removes the oldest for a fourth, so that the newest is visible at once', () => {
  report('first', 'second', 'third', 'fourth')
  expect(shown()).toEqual(['second', 'third', 'fourth'])
})

it('returns the focus after an undo with the keyboard', () => {
  const heading = <h1 key="heading">Restock</h1>
  const { rerender } = render([heading, <input key="field" aria-label="Quantity" />])
  const field = screen.getByRole('textbox', { name: 'Quantity' })
  report('first', 'second')
  field.focus()
  const [first, second] = buttons() as [HTMLElement, HTMLElement]
  first.focus()
  fireEvent.click(first, { detail: 0 })
  expect(document.activeElement).toBe(field)
  rerender([heading])
  second.focus()
  fireEvent.click(second, { detail: 0 })
  expect(document.activeElement?.textContent).toBe('Restock')
})

it('leaves the focus after an undo with a finger, so that no keyboard opens', () => {
  render(<input aria-label="Quantity" />)
  const field = screen.getByRole('textbox', { name: 'Quantity' })
  report('first')
  field.focus()
  buttons()[0]?.focus()
  fireEvent.click(buttons()[0] as HTMLElement, { detail: 1 })
  expect(document.activeElement).not.toBe(field)
})
