import * as v from 'valibot'
import type { Loaded } from '#domain/rounds/loaded.ts'
import { recall, remember } from './local-settings.ts'

const KEY = 'loadedGoods'
/** `counts` is absent in what earlier versions stored. */
const Stored = v.object({
  round: v.number(),
  database: v.string(),
  goods: v.array(v.string()),
  counts: v.optional(v.record(v.string(), v.number()), () => ({})),
})
type Of = Pick<v.InferOutput<typeof Stored>, 'round' | 'database'>

/** What was loaded from the pick list of a round. Only on this device, and only of the last round. */
export function loadedGoods({ round, database }: Of): Loaded {
  const stored = v.safeParse(Stored, parsed(recall(KEY)))
  const isOf = stored.success && stored.output.round === round && stored.output.database === database
  return isOf
    ? { goods: new Set(stored.output.goods), counts: new Map(Object.entries(stored.output.counts)) }
    : { goods: new Set(), counts: new Map() }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

export const noteLoaded = (of: Of, { goods, counts }: Loaded): boolean =>
  remember(KEY, JSON.stringify({ ...of, goods: [...goods], counts: Object.fromEntries(counts) }))
