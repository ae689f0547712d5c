import * as v from 'valibot'
import { SORTS } from './sort-machines.ts'

/** What the list of machines is narrowed to, as it stands in the address. A text of figures alone comes out of it as a number. */
export const MachinesSearch = v.object({
  q: v.optional(v.fallback(v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(200))), undefined)),
  only: v.optional(v.fallback(v.optional(v.picklist(['running', 'stopped', 'warning', 'offline', 'empty'])), undefined)),
})
export type MachinesSearch = v.InferOutput<typeof MachinesSearch>

const AnId = v.optional(v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), undefined))

/** What managers narrow it to besides: a group, and who services it; and the column by which the list is sorted. */
export const FleetSearch = v.object({
  ...MachinesSearch.entries,
  group: AnId,
  serviceman: AnId,
  sort: v.optional(v.fallback(v.optional(v.picklist(SORTS)), undefined)),
})
export type FleetSearch = v.InferOutput<typeof FleetSearch>
