// @vitest-environment happy-dom
import { Button, MantineProvider, Modal } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { focusFirstField } from './first-field.ts'

let stop = () => {}
beforeEach(() => {
  stop = focusFirstField(document)
})
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
  stop()
})

function Dialog({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Dialog" closeButtonProps={{ 'aria-label': 'Close' }}>
        {children}
      </Modal>
    </>
  )
}

function show(children: ReactNode) {
  const { rerender } = render(<Dialog>{children}</Dialog>, {
    wrapper: ({ children: inner }) => <MantineProvider env="test">{inner}</MantineProvider>,
  })
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  return (next: ReactNode) => rerender(<Dialog>{next}</Dialog>)
}

const focused = (name: string) => waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(name))

it('focuses the first field that can be changed', async () => {
  show(
    <>
      <input type="hidden" aria-label="Hidden" />
      <input disabled aria-label="Disabled" />
      <select aria-label="Type" />
      <input aria-label="Amount" />
    </>,
  )
  await focused('Type')
})

it('focuses the chosen one of several radio buttons', async () => {
  show(
    <>
      <input type="radio" name="view" aria-label="List" />
      <input type="radio" name="view" aria-label="Tiles" defaultChecked />
    </>,
  )
  await focused('Tiles')
})

it('focuses a field that loads later', async () => {
  const load = show('Loading')
  await focused('Close')
  load(<input aria-label="Amount" />)
  await focused('Amount')
})

it('leaves the focus on the close button once a key was pressed', async () => {
  const load = show('Loading')
  await focused('Close')
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Shift' })
  load(<input aria-label="Amount" />)
  await screen.findByLabelText('Amount')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Close')
})

it('leaves the focus on the element that the dialog names', async () => {
  show(
    <>
      <input aria-label="Amount" />
      <button type="button" aria-label="Send" data-autofocus />
    </>,
  )
  await focused('Send')
})

it('leaves the focus on the close button of a touch screen', async () => {
  const original = window.matchMedia.bind(window)
  const coarse = (media: string) => Object.defineProperty(original(media), 'matches', { value: media === '(pointer: coarse)' })
  vi.spyOn(window, 'matchMedia').mockImplementation(coarse)
  show(<input aria-label="Amount" />)
  await focused('Close')
  expect(screen.getByLabelText('Amount')).not.toBe(document.activeElement)
})
