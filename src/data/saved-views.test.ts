import { describe, expect, test } from 'vitest'
import type { SavedView } from '#contract/views.ts'
import { type DeviceView, mergeViews } from './saved-views.ts'

const onServer = (id: string, name: string, more: Partial<SavedView> = {}): SavedView => ({
  id,
  list: 'machines',
  name,
  search: { only: 'empty' },
  columns: {},
  columnOrder: [],
  isCompact: false,
  savedAt: '2026-03-02T08:00:00.000Z',
  ...more,
})
const sentView = ({ id, name, search, savedAt }: SavedView): DeviceView => ({ id, name, search, savedAt })
const merge = (device: DeviceView[], server: SavedView[], deleted: string[] = []) => {
  let ids = 0
  return mergeViews(device, deleted, server, () => `new ${++ids}`)
}
const shown = ({ views }: ReturnType<typeof merge>) =>
  views.map(({ id, name, savedAt }) => `${name} = ${id}${savedAt === undefined ? ', unsent' : ''}`)

describe('views of earlier versions, without an id', () => {
  test('are sent with a new id', () => {
    expect(shown(merge([{ name: 'Cash', search: { sort: '-cash' } }], []))).toEqual(['Cash = new 1, unsent'])
  })

  test('are not duplicated if another device has sent the same one', () => {
    const merged = merge([{ name: 'Empty', search: { only: 'empty', q: undefined } }], [onServer('a', 'Empty')])
    expect(shown(merged)).toEqual(['Empty = a'])
    // The columns on this device stay.
    expect(merged.newer).toEqual([])
  })

  test('are renamed if another device has sent a different one of the same name', () => {
    const merged = merge(
      [
        { name: 'Empty', search: { group: 1 } },
        { name: 'Empty 2', search: {} },
      ],
      [onServer('a', 'Empty')],
    )
    expect(shown(merged)).toEqual(['Empty = a', 'Empty 2 = new 2, unsent', 'Empty 3 = new 1, unsent'])
    expect(merged.renamed).toEqual([{ from: 'Empty', to: 'Empty 3' }])
    expect(merged.newer.map(({ id }) => id)).toEqual([])
  })

  test.each(['x', '😀'])('names of the full length stay within it: %s', (letter) => {
    const name = letter.repeat(60)
    const { views } = merge([{ name, search: {} }], [onServer('a', name)])
    expect(views.map((view) => [...view.name].length)).toEqual([60, 60])
  })
})

test('views of other devices arrive with their columns, deleted ones go', () => {
  const [a, b] = [onServer('a', 'A'), onServer('b', 'B')]
  const merged = merge([sentView(b), sentView(onServer('c', 'C'))], [a, b])
  expect(shown(merged)).toEqual(['A = a', 'B = b'])
  expect(merged.newer).toEqual([a])
})

test('a view that another device changed replaces the copy', () => {
  const changed = onServer('a', 'Renamed', { savedAt: '2026-03-02T09:00:00.000Z' })
  const merged = merge([sentView(onServer('a', 'A'))], [changed])
  expect(shown(merged)).toEqual(['Renamed = a'])
  expect(merged.newer).toEqual([changed])
})

test('what was saved or deleted without a network stays so', () => {
  const [a, b] = [onServer('a', 'A'), onServer('b', 'B')]
  const merged = merge([{ id: 'a', name: 'A', search: { only: 'offline' } }], [a, b], ['b'])
  expect(shown(merged)).toEqual(['A = a, unsent'])
  expect(merged.views[0]?.search).toEqual({ only: 'offline' })
  expect(merged.newer).toEqual([])
})

test('merging again changes nothing', () => {
  const server = [onServer('a', 'A'), onServer('b', 'B')]
  const { views } = merge([{ name: 'A', search: {} }], server)
  expect(merge(views, server).views).toEqual(views)
})
