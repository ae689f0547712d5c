import * as v from 'valibot'
import { maxCharacters } from '#contract/characters.ts'
import { MAX_VIEW_NAME_LENGTH } from '#domain/views/limits.ts'
import { SORTS } from './machine-columns.ts'

/** The filters of the machine list in the URL. Digits-only text is parsed as a number. */
export const MachinesSearch = v.object({
  q: v.optional(v.fallback(v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(200))), undefined)),
  only: v.optional(
    v.fallback(v.optional(v.picklist(['running', 'stopped', 'warning', 'offline', 'noDevice', 'empty', 'action', 'differs'])), undefined),
  ),
})
export type MachinesSearch = v.InferOutput<typeof MachinesSearch>

const AnId = v.optional(v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), undefined))

/** Additional filters of managers: group and serviceman; the column that the list is sorted by; the machine beside it; the saved view. */
export const FleetSearch = v.object({
  ...MachinesSearch.entries,
  group: AnId,
  serviceman: AnId,
  sort: v.optional(v.fallback(v.optional(v.picklist(SORTS)), undefined)),
  machine: AnId,
  view: v.optional(
    v.fallback(
      v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.minLength(1), maxCharacters(MAX_VIEW_NAME_LENGTH))),
      undefined,
    ),
  ),
})
export type FleetSearch = v.InferOutput<typeof FleetSearch>
