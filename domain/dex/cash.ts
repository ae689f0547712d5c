import { type Counter, sumOf } from './counter.ts'
import type { Page } from './page.ts'
import type { Segment } from './segments.ts'

/** Cash that passed through the machine, in minor units. */
export type Cash = {
  in: Counter
  toBox: Counter
  toTubes: Counter
  bills: Counter
  /** Bills held in the recycler to be given as change. */
  toRecycler: Counter
  dispensed: Counter
  dispensedByHand: Counter
  overpaid: Counter
  filledByHand: Counter
  /** Current content of the coin tubes. */
  inTubes: number | null
  tubes: Tube[]
  coins: Coin[]
  bankNotes: BankNote[]
}

type Tube = {
  type: string | null
  value: number | null
  pieces: number | null
  filled: number | null
  dispensed: number | null
  isFull: boolean | null
}

/** Number of coins of one value. */
type Coin = {
  value: number
  accepted: Counter
  toBox: Counter
  toTubes: Counter
  dispensed: Counter
  dispensedByHand: Counter
  filledByHand: Counter
}
type BankNote = { value: number; accepted: Counter; stacked: Counter }

/** No coin changer supports more coin types. */
const MAX_KINDS = 64

export function readCash(page: Page): Cash {
  const [ca3, ca4, ca8, ca10] = [page.one('CA3'), page.one('CA4'), page.one('CA8'), page.one('CA10')]
  const [cashIn, toBox, toTubes] = [1, 2, 3].map((reset) => page.amounts(ca3, reset + 4, reset)) as [Counter, Counter, Counter]
  const bills = billsOf(page, ca3, [cashIn, toBox, toTubes])
  if (
    ca3 &&
    [cashIn, toBox, toTubes].every(({ init }) => init !== null) &&
    cashIn.init !== (toBox.init ?? 0) + (toTubes.init ?? 0) + (bills.init ?? 0)
  )
    page.warn('CASH_DOES_NOT_ADD_UP', ca3.line)
  const recycled = page.amounts(ca3, 12, 11)
  return {
    in: cashIn,
    toBox,
    toTubes,
    bills,
    // Older boards report it as part of the amount paid out.
    toRecycler: recycled.init === null ? page.amounts(ca4, 10, 7) : recycled,
    dispensed: page.amounts(ca4, 3, 1),
    dispensedByHand: page.amounts(ca4, 4, 2),
    overpaid: page.amounts(ca8, 2, 1),
    filledByHand: page.amounts(ca10, 2, 1),
    inTubes: page.amount(page.one('CA15'), 1),
    tubes: few(page, 'CA17').map((tube) => ({
      type: page.text(tube, 1),
      value: page.amount(tube, 2),
      pieces: page.number(tube, 3),
      filled: page.number(tube, 4),
      dispensed: page.number(tube, 5),
      isFull: { 0: false, 1: true }[page.number(tube, 6) ?? -1] ?? null,
    })),
    coins: readCoins(page),
    bankNotes: few(page, 'CA14').flatMap((note) => {
      const value = page.amount(note, 1)
      // The old form has no stacker: accepted since reset, and since init.
      const isOld = note.elements.length <= 4
      const accepted = page.counts(note, isOld ? 3 : 4, 2)
      return value ? [{ value, accepted, stacked: isOld ? accepted : page.counts(note, 5, 3) }] : []
    }),
  }
}

/**
 * Bills are reported twice: elements 9 and 10 are money, 4 and 8 are money or whole units. If only the latter are present, the reading is
 * used with which box, tubes and bills add up to the cash received.
 */
function billsOf(page: Page, ca3: Segment | undefined, parts: [Counter, Counter, Counter]): Counter {
  const [money, either] = [page.amounts(ca3, 10, 9), page.amounts(ca3, 8, 4)]
  const of = (since: keyof Counter): number | null => {
    const value = either[since]
    if (money[since] !== null || value === null) return money[since]
    const [cashIn, box, tubes] = parts.map((part) => part[since] ?? 0) as [number, number, number]
    const amount = value * 10 ** page.scale.decimals
    return cashIn === box + tubes + amount ? amount : value
  }
  return { init: of('init'), reset: of('reset') }
}

/** Three blocks report coins accepted, dispensed and filled per value. A changer may have two coins of one value; they are merged. */
function readCoins(page: Page): Coin[] {
  const coins = new Map<number, Coin>()
  const each = (tag: string, add: (coin: Coin, segment: Segment) => void) => {
    for (const segment of few(page, tag)) {
      const value = page.amount(segment, 1)
      if (!value) continue
      const coin = coins.get(value) ?? noCoin(value)
      coins.set(value, coin)
      add(coin, segment)
    }
  }
  each('CA11', (coin, segment) => {
    coin.accepted = plus(coin.accepted, page.counts(segment, 5, 2))
    coin.toBox = plus(coin.toBox, page.counts(segment, 6, 3))
    coin.toTubes = plus(coin.toTubes, page.counts(segment, 7, 4))
  })
  each('CA12', (coin, segment) => {
    coin.dispensed = plus(coin.dispensed, page.counts(segment, 4, 2))
    coin.dispensedByHand = plus(coin.dispensedByHand, page.counts(segment, 5, 3))
  })
  each('CA13', (coin, segment) => {
    coin.filledByHand = plus(coin.filledByHand, page.counts(segment, 3, 2))
  })
  return [...coins.values()]
}

const few = (page: Page, tag: string) => page.all(tag).slice(0, MAX_KINDS)

const nothing = (): Counter => ({ init: null, reset: null })

const noCoin = (value: number): Coin => ({
  value,
  accepted: nothing(),
  toBox: nothing(),
  toTubes: nothing(),
  dispensed: nothing(),
  dispensedByHand: nothing(),
  filledByHand: nothing(),
})

const plus = (a: Counter, b: Counter): Counter => sumOf([a, b])
