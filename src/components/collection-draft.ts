import * as v from 'valibot'
import { formats } from '#app/data/formats.ts'
import { type Collection, MAX_CASH } from '#contract/collections.ts'
import { type NumberRules, readNumber } from '#domain/numbers.ts'
import { type Moment, toIso } from '#domain/time.ts'

/** The amounts of a collection, in major units. */
export const AMOUNTS = ['counted', 'cashBox', 'bills', 'floatIn', 'floatOut'] as const
export type Amount = (typeof AMOUNTS)[number]

/** The typed texts of a collection, as they are stored until it is recorded. */
export const CollectionDraft = v.partial(v.object({ bag: v.string(), ...v.entriesFromList(AMOUNTS, v.string()) }))
export type CollectionDraft = v.InferOutput<typeof CollectionDraft>

/** Counters count since the installation of the machine, so they are larger than any bag. */
export const rulesOf = (name: Amount): Omit<NumberRules, 'locale'> => ({
  decimals: formats().decimals,
  min: 0,
  max: name === 'cashBox' || name === 'bills' ? 1000 * MAX_CASH : MAX_CASH,
})

/** What is recorded; null, as in older apps, if nothing was typed. Bills without the cash box cannot be compared and are kept out. */
export function collectionIn(draft: CollectionDraft, now: Moment): Collection | null {
  const amount = (name: Amount) => {
    const read = readNumber(draft[name] ?? '', { locale: formats().locale, ...rulesOf(name) })
    return read.state === 'number' ? read.value : undefined
  }
  const bag = draft.bag?.trim()
  const [counted, cashBox, bills, floatIn, floatOut] = AMOUNTS.map(amount)
  const reading = cashBox === undefined ? undefined : { cashBox, bills, at: toIso(now), source: 'TYPED' as const }
  const known = { bag: bag || undefined, counted, reading, floatIn, floatOut }
  const entries = Object.entries(known).filter(([, value]) => value !== undefined)
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

/** Bills were typed without the cash box. */
export const isReadingHalf = ({ bills, cashBox }: CollectionDraft): boolean => Boolean(bills?.trim()) && !cashBox?.trim()
