// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import common from '../../locales/en/common.json' with { type: 'json' }
import { type Column, Table } from './Table.tsx'
import { TableUser } from './table-user.ts'
import { valueOrder } from './use-table-state.ts'

beforeAll(async () => {
  vi.stubGlobal('scrollTo', () => {})
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common } } })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

type Row = { id: number; name: string; price: number | null; note: string }

const ROWS: readonly Row[] = [
  { id: 1, name: 'Éclair', price: 2, note: 'a' },
  { id: 2, name: 'Slot 10', price: null, note: 'b' },
  { id: 3, name: 'slot 9', price: 10, note: 'c' },
  { id: 4, name: 'Flan', price: 2, note: 'd' },
]

const COLUMNS: readonly Column<Row>[] = [
  { key: 'name', label: 'Name', sortBy: ({ name }) => name, cell: ({ id, name }) => <a href={`#${id}`}>{name}</a> },
  { key: 'price', label: 'Price', isNumber: true, sortBy: ({ price }) => price, cell: ({ price }) => price ?? '–' },
  { key: 'note', label: 'Note', isHidden: true, cell: ({ note }) => note },
  { key: 'choose', label: '', cell: ({ name }) => <input type="checkbox" aria-label={`Choose ${name}`} /> },
]

const show = (more: Partial<Parameters<typeof Table<Row>>[0]> = {}, user = 1) =>
  render(
    <MantineProvider env="test">
      <TableUser value={user}>
        <Table label="Products" columns={COLUMNS} rows={ROWS} keyOf={({ id }) => id} {...more} />
      </TableUser>
    </MantineProvider>,
  )

const header = (name: string) => screen.getByRole('columnheader', { name })
const press = (name: string) => fireEvent.click(within(header(name)).getByRole('button'))
const rows = () => screen.getAllByRole('row').slice(1)
const order = () => rows().map((row) => within(row).getByRole('link').getAttribute('href')?.slice(1) ?? '')

it('marks cells without a value, which a phone leaves out, except the first', () => {
  show()
  const cells = within(rows()[1] as HTMLElement).getAllByRole('cell')
  expect(cells.map((cell) => cell.hasAttribute('data-none'))).toEqual([false, true, false])
})

describe('sorting', () => {
  it('numbers from the largest, then reversed, then unsorted; missing ones last, equal ones stable', () => {
    show()
    expect(header('Price').getAttribute('aria-sort')).toBeNull()
    press('Price')
    expect(order()).toEqual(['3', '1', '4', '2'])
    expect(header('Price').getAttribute('aria-sort')).toBe('descending')
    press('Price')
    expect(order()).toEqual(['1', '4', '3', '2'])
    expect(header('Price').getAttribute('aria-sort')).toBe('ascending')
    press('Price')
    expect(order()).toEqual(['1', '2', '3', '4'])
  })

  it('texts in the order of the interface’s language, with numbers by value', () => {
    show()
    press('Name')
    expect(order()).toEqual(['1', '4', '3', '2'])
    press('Name')
    expect(order()).toEqual(['2', '3', '4', '1'])
    expect(['Zebra', 'Ägypten'].toSorted(valueOrder('de'))).toEqual(['Ägypten', 'Zebra'])
    expect(['Öland', 'Zebra'].toSorted(valueOrder('sv'))).toEqual(['Zebra', 'Öland'])
  })

  it('has a field for phones only where there are rows to sort', () => {
    const field = () => screen.queryByRole('combobox', { name: 'Sort by' })
    const { unmount } = show()
    expect(field()).not.toBeNull()
    unmount()
    show({ rows: ROWS.slice(0, 1) })
    expect(field()).toBeNull()
  })

  it('is not offered for one page of a list, whose order is the server’s', () => {
    show({ isComplete: false })
    expect(within(header('Price')).queryByRole('button')).toBeNull()
  })

  it('of rows that come sorted is left to their owner', () => {
    const onSort = vi.fn()
    const { rerender } = show({ sort: { id: 'name', desc: false }, onSort })
    const sorted = (id: string, desc: boolean) =>
      rerender(
        <MantineProvider env="test">
          <TableUser value={1}>
            <Table label="Products" columns={COLUMNS} rows={ROWS} keyOf={({ id: key }) => key} sort={{ id, desc }} onSort={onSort} />
          </TableUser>
        </MantineProvider>,
      )
    press('Price')
    expect(onSort).toHaveBeenLastCalledWith({ id: 'price', desc: true })
    sorted('price', true)
    press('Price')
    expect(onSort).toHaveBeenLastCalledWith({ id: 'price', desc: false })
    sorted('price', false)
    press('Price')
    expect(onSort).toHaveBeenLastCalledWith({ id: 'price', desc: true })
    press('Name')
    expect(onSort).toHaveBeenLastCalledWith({ id: 'name', desc: false })
    expect(order()).toEqual(['1', '2', '3', '4'])
  })

  it('keeps totals above the other rows and shows one page of the sorted rows', () => {
    const onSorted = vi.fn()
    show({ totals: [{ id: 9, name: 'Total', price: 14, note: '' }], page: { number: 2, size: 2 }, onSorted })
    expect(order()).toEqual(['9', '3', '4'])
    press('Price')
    expect(order()).toEqual(['9', '4', '2'])
    expect(onSorted).toHaveBeenCalledOnce()
  })

  it('on a phone by a menu of the columns and a button for the direction', () => {
    show()
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'price' } })
    expect(order()).toEqual(['3', '1', '4', '2'])
    fireEvent.click(screen.getByRole('button', { name: 'Descending' }))
    expect(order()).toEqual(['1', '4', '3', '2'])
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: '' } })
    expect(order()).toEqual(['1', '2', '3', '4'])
  })
})

describe('the choice of columns', () => {
  const choose = async (label: string) => {
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Columns' })))
    await act(async () => fireEvent.click(await screen.findByRole('checkbox', { name: label, hidden: true })))
  }
  const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

  it('is remembered for the user and the table', async () => {
    show({ name: 'products' })
    expect(headers()).toEqual(['Name', 'Price'])
    await choose('Note')
    expect(headers()).toEqual(['Name', 'Price', 'Note'])
    cleanup()
    show({ name: 'products' })
    expect(headers()).toEqual(['Name', 'Price', 'Note'])
    await choose('Price')
    expect(headers()).toEqual(['Name', 'Note'])
    expect(rows()[0]?.textContent).toContain('a')
    cleanup()
    show({ name: 'products' }, 2)
    expect(headers()).toEqual(['Name', 'Price'])
    cleanup()
    show({ name: 'other' })
    expect(headers()).toEqual(['Name', 'Price'])
  })

  it('does not offer the first column, fixed columns, and those without a header', async () => {
    show({ name: 'products', columns: COLUMNS.map((column) => (column.key === 'note' ? { ...column, isFixed: true } : column)) })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Columns' })))
    const offered = within(await screen.findByRole('dialog', { hidden: true })).getAllByRole('checkbox', { hidden: true })
    expect(offered.map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)).toEqual(['Price'])
  })

  it('is ignored if the stored value is damaged', () => {
    localStorage.setItem('columns/1/products', '{"price":"no"}')
    show({ name: 'products' })
    expect(headers()).toEqual(['Name', 'Price'])
  })

  it('is not offered without a name', () => {
    show()
    expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull()
  })
})

describe('the keyboard', () => {
  const down = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

  it.each([false, true])('moves between rows, opens and selects them (virtual: %s)', (isVirtual) => {
    show({ isVirtual })
    const [first, second] = rows()
    expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1])
    act(() => first?.focus())
    down('ArrowUp')
    expect(document.activeElement).toBe(first)
    down('ArrowDown')
    expect(document.activeElement).toBe(second)
    const opened = vi.fn()
    if (second) within(second).getByRole('link').addEventListener('click', opened)
    down('Enter')
    expect(opened).toHaveBeenCalledOnce()
    down(' ')
    expect(second && within(second).getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    down('ArrowUp')
    expect(document.activeElement).toBe(first)
  })

  it('goes to the first and to the last row', () => {
    show()
    const [first] = rows()
    act(() => first?.focus())
    down('End')
    expect(document.activeElement).toBe(rows().at(-1))
    down('Home')
    expect(document.activeElement).toBe(first)
  })

  it('moves on from the link of a row, and selects its row', () => {
    show()
    const link = () => screen.getByRole('link', { name: 'Éclair' })
    act(() => link().focus())
    down('x')
    expect(within(rows()[0] as HTMLElement).getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    down('ArrowDown')
    expect(document.activeElement).toBe(rows()[1])
  })

  it('presses the first button of a row without a link', () => {
    const pressed = vi.fn()
    show({
      columns: [
        {
          key: 'name',
          label: 'Name',
          cell: ({ name }) => (
            <button type="button" onClick={() => pressed(name)}>
              {name}
            </button>
          ),
        },
      ],
    })
    const [first] = rows()
    act(() => first?.focus())
    down('Enter')
    expect(pressed).toHaveBeenCalledExactlyOnceWith('Éclair')
  })

  it('leaves the keys of a field in a row to the field', () => {
    show()
    const [field] = screen.getAllByRole('checkbox')
    act(() => field?.focus())
    down('ArrowDown')
    expect(document.activeElement).toBe(field)
  })
})

describe('the selection', () => {
  const selection = {
    nameOf: ({ name }: Row) => name,
    actions: (found: readonly Row[]) => <span>{found.map(({ id }) => id).join(' ')}</span>,
  }
  const tick = (name: string, more = {}) => fireEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }), more)
  const bar = () => screen.queryByRole('toolbar')?.textContent ?? null
  const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' })

  it('has an action bar with the selected rows, which a button clears', () => {
    show({ selection })
    expect(bar()).toBeNull()
    tick('Flan')
    expect(bar()).toContain('1 selected')
    expect(all().indeterminate).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
    expect(bar()).toBeNull()
  })

  it('takes a range with Shift, and all rows with the header', () => {
    show({ selection })
    tick('Éclair')
    tick('slot 9', { shiftKey: true })
    expect(bar()).toContain('1 2 3')
    fireEvent.click(all())
    expect(bar()).toContain('4 selected')
    fireEvent.click(all())
    expect(bar()).toBeNull()
  })

  it('keeps rows that a filter hides, and says so', () => {
    const { rerender } = show({ selection })
    tick('Éclair')
    tick('Flan')
    rerender(
      <MantineProvider env="test">
        <TableUser value={1}>
          <Table
            label="Products"
            columns={COLUMNS}
            rows={ROWS.slice(0, 2)}
            keyOf={({ id }) => id}
            selection={{ ...selection, all: ROWS }}
          />
        </TableUser>
      </MantineProvider>,
    )
    expect(bar()).toContain('2 selected (1 not in this list)')
    expect(bar()).toContain('1 4')
  })

  it('is made with the key x on a row', () => {
    show({ selection })
    act(() => rows()[1]?.focus())
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'x' })
    expect(bar()).toContain('1 selected')
  })

  it.each([false, true])('grows and shrinks with Shift and the arrow keys (virtual rows: %s)', (isVirtual) => {
    show({ selection, isVirtual })
    act(() => rows()[0]?.focus())
    const pressWithShift = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey: true })
    pressWithShift('ArrowDown')
    pressWithShift('ArrowDown')
    expect(bar()).toContain('1 2 3')
    pressWithShift('ArrowUp')
    expect(bar()).toContain('2 selected1 2')
    pressWithShift('End')
    expect(bar()).toContain('4 selected')
  })
})

it('Escape clears the selection, and only then leaves the table', () => {
  const selection = { nameOf: ({ name }: Row) => name, actions: () => null }
  show({ selection })
  act(() => rows()[0]?.focus())
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  press('x')
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(1)
  // The result is whether the default was prevented.
  expect(press('Escape')).toBe(false)
  expect(screen.queryAllByRole('checkbox', { checked: true })).toHaveLength(0)
  expect(press('Escape')).toBe(true)
})

it('the order of columns and the height of rows are remembered', async () => {
  show({ name: 'products' })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Columns' })))
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Move Price forward', hidden: true })))
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'Compact', hidden: true })))
  cleanup()
  show({ name: 'products' })
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Price', 'Name'])
  expect(screen.getByRole('table').dataset.density).toBe('compact')
})

it('many rows are virtual, and printed with all rows', () => {
  const many = Array.from({ length: 10_000 }, (_, id): Row => ({ id, name: `Row ${id}`, price: id, note: '' }))
  show({ rows: many })
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('10001')
  expect(rows().length).toBeLessThan(100)
  press('Price')
  expect(order()[0]).toBe('9999')
  cleanup()
  show({ rows: many.slice(0, 300) })
  expect(rows().length).toBeLessThan(100)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(rows()).toHaveLength(300)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(rows().length).toBeLessThan(100)
})
