// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useSelection } from './use-selection.ts'

afterEach(cleanup)

type Row = { id: number; name: string }
const ALL: readonly Row[] = [1, 2, 3].map((id) => ({ id, name: `Machine ${id}` }))
const idOf = ({ id }: Row) => id

/** All rows, selected. */
function selected() {
  const hook = renderHook(({ listed, all }) => useSelection(listed, idOf, all), { initialProps: { listed: ALL, all: ALL } })
  act(() => hook.result.current.toggleAll())
  expect(hook.result.current).toMatchObject({ rows: ALL, hidden: 0, state: 'all' })
  return hook
}

it('keeps the rows that a filter hides', () => {
  const { result, rerender } = selected()
  rerender({ listed: ALL.slice(0, 1), all: ALL })
  expect(result.current).toMatchObject({ rows: ALL, hidden: 2, state: 'all' })
  act(() => result.current.toggleAll())
  expect(result.current).toMatchObject({ rows: ALL.slice(1), hidden: 2, state: 'none' })
})

it('drops a row that was deleted, and shows a hidden one as it is now', () => {
  const { result, rerender } = selected()
  const all = [{ id: 2, name: 'Renamed' }, ALL[2] as Row]
  rerender({ listed: all.slice(1), all })
  expect(result.current).toMatchObject({ rows: all, hidden: 1, state: 'all' })
})
