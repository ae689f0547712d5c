import { growth } from '../dex/counter.ts'
import type { Reading } from '../dex/reading.ts'

/** Counters other than sales that only increase, each by a unique name. */
export type OtherCounters = Record<string, number>

/**
 * What the counters measure. Service may reset one kind, and a new coin changer restarts its coins, so only several kinds together show
 * that a read-out is another machine's.
 */
type Kind = 'coins' | 'notes' | 'given' | 'events' | 'power' | 'clock' | 'reads' | 'cash' | 'lists'

export function otherCounters({ reads, cash, selections, events }: Reading): OtherCounters {
  const reported: [Kind, string, number | null][] = [
    ['reads', 'total', reads.total],
    ['clock', 'last read', reads.previousAt === null ? null : Date.parse(`${reads.previousAt}Z`)],
    ['cash', 'in', cash.in.init],
    ['cash', 'dispensed', cash.dispensed.init],
    ['power', 'cuts', events.powerCuts.init],
    ...cash.coins.flatMap(({ value, accepted, dispensed }): [Kind, string, number | null][] => [
      ['coins', `${value} accepted`, accepted.init],
      ['coins', `${value} dispensed`, dispensed.init],
    ]),
    ...cash.bankNotes.map(({ value, accepted }): [Kind, string, number | null] => ['notes', String(value), accepted.init]),
    ...events.counted.map(({ code, detail, times }): [Kind, string, number | null] => ['events', `${code} ${detail ?? ''}`, times.init]),
    ...selections.flatMap(({ number, free, test, paidBy, priceLists }): [Kind, string, number | null][] => [
      ['given', `${number} free`, free.count.init],
      ['given', `${number} test`, test.count.init],
      ...(paidBy === 'price-lists'
        ? []
        : priceLists.map((one): [Kind, string, number | null] => ['lists', `${number} ${one.list}`, one.vends.init])),
    ]),
  ]
  return Object.fromEntries(reported.flatMap(([kind, name, count]) => (count === null ? [] : [[`${kind} ${name}`, count]])))
}

type Fallen = { before: number; now: number }

/** This many of a kind decreased and this many increased, so they were not reset together. */
const SEVERAL = 2

/**
 * Kinds with a counter that decreased, each with one example. A kind counts twice if some decreased and others increased, because a reset
 * affects all of them; except events, which service resets one by one.
 */
export function fallenKinds(before: OtherCounters, now: OtherCounters): Fallen[] {
  const kinds = new Map<string, { fallen: Fallen[]; wentOn: number }>()
  for (const [name, was] of Object.entries(before)) {
    const is = now[name]
    if (is === undefined) continue
    const kind = name.slice(0, name.indexOf(' '))
    const of = kinds.get(kind) ?? { fallen: [], wentOn: 0 }
    kinds.set(kind, of)
    if (growth(was, is).how === 'fallen') of.fallen.push({ before: was, now: is })
    else if (was > 0 && is > was) of.wentOn++
  }
  return [...kinds].flatMap(([kind, { fallen, wentOn }]) =>
    fallen.slice(0, kind !== 'events' && fallen.length >= SEVERAL && wentOn >= SEVERAL ? 2 : 1),
  )
}
