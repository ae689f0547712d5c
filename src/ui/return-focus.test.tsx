// @vitest-environment happy-dom
import { Button, MantineProvider, Menu, Modal } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { returnFocus } from './return-focus.ts'

let stop = () => {}
beforeEach(() => {
  stop = returnFocus(document)
})
afterEach(() => {
  cleanup()
  stop()
})

function FromMenu() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button>More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen(true)}>Rename</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Name">
        <input aria-label="Name" />
      </Modal>
    </>
  )
}

function OnDemand() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && (
        <Modal opened onClose={() => setOpen(false)} title="Name">
          <input aria-label="Name" />
        </Modal>
      )}
    </>
  )
}

async function openAndClose(opener: HTMLElement, open: () => Promise<void>) {
  opener.focus()
  await open()
  const field = await screen.findByRole('textbox')
  await waitFor(() => expect(field.closest('[role="dialog"]')?.contains(document.activeElement)).toBe(true))
  fireEvent.keyDown(field, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

it('returns the focus to the button of a menu whose item opened a dialog', async () => {
  render(<FromMenu />, { wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider> })
  const button = screen.getByRole('button', { name: 'More' })
  await openAndClose(button, async () => {
    fireEvent.click(button)
    const item = await screen.findByRole('menuitem', { name: 'Rename' })
    item.focus()
    fireEvent.click(item)
  })
  await waitFor(() => expect(document.activeElement === button).toBe(true))
})

it('returns the focus after a dialog that was mounted on demand', async () => {
  render(<OnDemand />, { wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider> })
  const button = screen.getByRole('button', { name: 'Open' })
  await openAndClose(button, async () => {
    fireEvent.click(button)
  })
  await waitFor(() => expect(document.activeElement === button).toBe(true))
})

it('moves the focus to the next row after a row was deleted with its dialog', async () => {
  function Row({ name, onDelete }: { name: string; onDelete(): void }) {
    const [isOpen, setOpen] = useState(false)
    return (
      <li>
        <Button onClick={() => setOpen(true)}>{name}</Button>
        <Modal opened={isOpen} onClose={onDelete} title="Delete">
          <input aria-label="Name" />
        </Modal>
      </li>
    )
  }
  function Rows() {
    const [names, setNames] = useState(['First', 'Second'])
    return (
      <ul>
        {names.map((name) => (
          <Row key={name} name={name} onDelete={() => setNames((now) => now.filter((other) => other !== name))} />
        ))}
      </ul>
    )
  }
  render(<Rows />, { wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider> })
  const button = screen.getByRole('button', { name: 'First' })
  await openAndClose(button, async () => {
    fireEvent.click(button)
  })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Second'))
})
