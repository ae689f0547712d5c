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

/** A card with a button that adds rows, and rows that are deleted some time after their dialog has closed. */
function LoadedList({ names }: { names: readonly string[] }) {
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <main>
      <h1>Groups</h1>
      <section>
        <Button>Add</Button>
        <ul>
          {names.map((name) => (
            <li key={name}>
              <Button>Rename {name}</Button>
              <Button onClick={() => setAsked(name)}>Delete {name}</Button>
            </li>
          ))}
        </ul>
      </section>
      <Modal opened={asked !== null} onClose={() => setAsked(null)} title="Delete">
        <input aria-label="Name" />
      </Modal>
    </main>
  )
}

it.each([
  { names: ['First', 'Second'], deleted: 'First', focused: 'Delete Second' },
  { names: ['First', 'Second'], deleted: 'Second', focused: 'Delete First' },
  { names: ['First'], deleted: 'First', focused: 'Add' },
])('moves the focus to $focused after $deleted of $names was deleted', async ({ names, deleted, focused }) => {
  const { rerender } = render(<LoadedList names={names} />, {
    wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider>,
  })
  const button = screen.getByRole('button', { name: `Delete ${deleted}` })
  await openAndClose(button, async () => {
    fireEvent.click(button)
  })
  await waitFor(() => expect(document.activeElement === button).toBe(true))
  rerender(<LoadedList names={names.filter((name) => name !== deleted)} />)
  await waitFor(() => expect(document.activeElement?.textContent).toBe(focused))
})

it('leaves the focus where the user put it after a dialog', async () => {
  const { rerender } = render(<LoadedList names={['First', 'Second']} />, {
    wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider>,
  })
  const button = screen.getByRole('button', { name: 'Delete First' })
  await openAndClose(button, async () => {
    fireEvent.click(button)
  })
  screen.getByRole('button', { name: 'Add' }).focus()
  rerender(<LoadedList names={['Second']} />)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete First' })).toBeNull())
  expect(document.activeElement?.textContent).toBe('Add')
})
