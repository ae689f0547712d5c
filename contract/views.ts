import * as v from 'valibot'
import { MAX_VIEW_NAME_LENGTH, MAX_VIEWS } from '#domain/views/limits.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, line, Uuid } from './fields.ts'

/** The lists whose filters, order and columns users save as views. */
export const VIEW_LISTS = ['machines'] as const
export type ViewList = (typeof VIEW_LISTS)[number]

const MAX_FILTERS = 20
const MAX_COLUMNS = 50

const Key = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, 'must be a name such as state'))
const ofLength = <T>(most: number) => v.check<Record<string, T>, string>((value) => Object.keys(value).length <= most, `at most ${most}`)

/** The filters and the order, as in the address of the list. The app parses them again, because a filter may have been removed since. */
const Search = v.pipe(v.record(Key, v.union([line(200), v.pipe(v.number(), v.safeInteger()), v.boolean()])), ofLength(MAX_FILTERS))

const fields = {
  list: v.picklist(VIEW_LISTS),
  name: v.pipe(line(MAX_VIEW_NAME_LENGTH), v.nonEmpty('required')),
  search: Search,
  /** By the key of a column: whether it is shown. Other columns are as the list shows them at first. */
  columns: v.pipe(v.record(Key, v.boolean()), ofLength(MAX_COLUMNS)),
  columnOrder: v.pipe(v.array(Key), v.maxLength(MAX_COLUMNS)),
  isCompact: v.boolean(),
}

export const SavedView = v.object({ id: v.string(), ...fields, savedAt: DateTime })
export type SavedView = v.InferOutput<typeof SavedView>

const params = v.object({ viewId: Uuid })

export const savedViews = endpoint({
  name: 'savedViews',
  method: 'GET',
  path: '/accounts/me/views',
  who: 'manager',
  summary: 'List your saved views of a list by name',
  query: v.object({ list: fields.list }),
  answer: v.array(SavedView),
})

export const saveView = endpoint({
  name: 'saveView',
  method: 'PUT',
  path: '/accounts/me/views/:viewId',
  who: 'manager',
  summary: `Save or replace one of your views; at most ${MAX_VIEWS} per list. The id is chosen by the client`,
  params,
  body: v.strictObject(fields),
  answer: SavedView,
  refusals: ['VIEW_EXISTS', 'TOO_MANY_VIEWS'],
})

export const deleteView = endpoint({
  name: 'deleteView',
  method: 'DELETE',
  path: '/accounts/me/views/:viewId',
  who: 'manager',
  summary: 'Delete one of your views; without an effect if it is deleted already',
  params,
  answer: v.object({ id: v.string() }),
})
