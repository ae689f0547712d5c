import * as v from 'valibot'
import { PHOTO_PHASES, VISIT_STARTS } from '#domain/rounds/round.ts'
import { endpoint } from './endpoint.ts'
import { CalendarDay, DateTime, Integer, PageNumber, pageSize, QueryId, QueryUserId } from './fields.ts'
import { Money } from './units.ts'

/**
 * What one person recorded at a machine in one visit. `start`: how it began; null if an older app or the API recorded it. `added` and
 * `removed`: pieces in slots, without ingredients, which have other units. `cash`: the sum of its counted bags, null if none is counted, and
 * the number of bags to count; sent to managers only. `photos`: those that have arrived, in the order in which they were taken.
 */
export const Visit = v.object({
  id: v.string(),
  machine: v.object({ id: Integer, name: v.string() }),
  user: v.nullable(v.object({ id: Integer, name: v.string() })),
  from: DateTime,
  until: DateTime,
  start: v.nullable(v.picklist(VISIT_STARTS)),
  operations: v.array(v.object({ id: v.string(), call: v.string(), at: DateTime })),
  added: Integer,
  removed: Integer,
  withdrawals: Integer,
  cash: v.optional(v.object({ counted: v.nullable(Money), uncounted: Integer })),
  photos: v.array(v.object({ id: v.string(), phase: v.picklist(PHOTO_PHASES), at: DateTime })),
})
export type Visit = v.InferOutput<typeof Visit>

export const listVisits = endpoint({
  name: 'listVisits',
  method: 'GET',
  path: '/visits',
  who: 'anyone',
  summary: 'List visits, latest first, by default of the last 30 days; employees must name a machine that they can see',
  query: v.object({
    machine: v.optional(QueryId),
    user: v.optional(QueryUserId),
    from: v.optional(CalendarDay),
    to: v.optional(CalendarDay),
    page: PageNumber,
    size: pageSize(50),
  }),
  answer: v.array(Visit),
  paged: true,
  refusals: ['MACHINE_NOT_FOUND'],
})
