import * as v from 'valibot'
import { HISTORY_MONTHS, HISTORY_SOURCES } from '#domain/history.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Integer } from './fields.ts'

/** How many months of activities and machine states the company keeps; null: all. */
const HistorySettings = v.object({ months: v.nullable(v.picklist(HISTORY_MONTHS)) })

/** `archived`: the files with older rows, the latest month first. `month` is in UTC, such as 2026-03. */
export const History = v.object({
  ...HistorySettings.entries,
  archived: v.array(
    v.object({
      source: v.picklist(HISTORY_SOURCES),
      month: v.string(),
      rows: Integer,
      bytes: Integer,
      archivedAt: DateTime,
    }),
  ),
})
export type History = v.InferOutput<typeof History>

export const history = endpoint({
  name: 'history',
  method: 'GET',
  path: '/company/history',
  who: 'manager',
  summary: 'Retrieve how long activities and machine states are kept, and which months are archived',
  answer: History,
})

export const changeHistory = endpoint({
  name: 'changeHistory',
  method: 'PUT',
  path: '/company/history',
  who: 'manager',
  summary: 'Set how long activities and machine states are kept; older ones are moved to archive files within hours',
  body: HistorySettings,
  answer: History,
  keyed: true,
})
