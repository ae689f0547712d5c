import * as v from 'valibot'
import { recall, remember } from './local-settings.ts'

const KEY = 'loadedGoods'
const Loaded = v.object({ round: v.number(), database: v.string(), goods: v.array(v.string()) })
type Of = Pick<v.InferOutput<typeof Loaded>, 'round' | 'database'>

/** What was ticked off on the pick list of a round. Only on this device, and only of the last round. */
export function loadedGoods({ round, database }: Of): string[] {
  try {
    const stored = v.safeParse(Loaded, JSON.parse(recall(KEY) ?? 'null'))
    return stored.success && stored.output.round === round && stored.output.database === database ? stored.output.goods : []
  } catch {
    return []
  }
}

export const noteLoaded = (of: Of, goods: readonly string[]): boolean => remember(KEY, JSON.stringify({ ...of, goods }))
