import { describe, expect, test } from 'vitest'
import {
  aMachine,
  aMake,
  type Machine,
  newPrices,
  oneOf,
  paidIn,
  randomFrom,
  sellSome,
  upTo,
  writeOut,
} from '../../tests/dex/damaged-reads.ts'
import { isLong } from '../../tests/support/long.ts'
import { seed as testSeed } from '../../tests/support/seed.ts'
import { readAudits } from '../dex/reading.ts'
import { HOUR, type Moment } from '../time.ts'
import type { AuditBase } from './audit-state.ts'
import { auditedSales } from './audited.ts'

const GROUND = { currency: 'EUR', mapping: new Map<string, string>() }

type Read = { file: string; at: Moment }

/** The pieces booked, and the codes for which each read-out is held. No read-out is confirmed. */
function play(reads: readonly Read[]) {
  let base: AuditBase | null = null
  return reads.map(({ file, at }) => {
    const [reading] = readAudits(file, 'EUR').readings
    if (!reading) throw new Error('no audit')
    const { reasons, sales, next } = auditedSales(base, reading, at, [], GROUND)
    if (reasons.length > 0) return { codes: reasons.map(({ code }) => code), pieces: 0 }
    base = next
    return { codes: [], pieces: sales.reduce((sum, { method, count }) => sum + (method === 'FREE' ? 0 : count), 0) }
  })
}

const lines = (...some: string[]) => ['DXS*KLIX*VA*V0/6*1', 'ST*001*0001', ...some, 'SE*0*0001', 'DXE*1*1', ''].join('\r\n')

type Part = {
  numbers?: readonly number[]
  names?: readonly string[]
  prices?: readonly number[]
  counts?: readonly number[]
  more?: readonly string[]
}
const COUNTS = [900, 400, 250, 130]

/** A machine without any number; its values follow from its prices unless `value` is given. */
function unnamed(
  {
    numbers = [11, 12, 21, 22],
    names = ['COLA', 'WATER', 'CRISPS', 'NUTS'],
    prices = [150, 100, 200, 180],
    counts = COUNTS,
    more = [],
  }: Part,
  value = 1,
) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const money = (nth: number) => (counts[nth] ?? 0) * (prices[nth] ?? 0) * value
  return lines(
    'ID1**KLIX*7**',
    'ID4*2*1978',
    ...more,
    `VA1*${counts.reduce((sum, _, nth) => sum + money(nth), 0)}*${total}*0*0`,
    ...numbers.flatMap((number, nth) => [`PA1*${number}*${prices[nth]}*${names[nth] ?? ''}`, `PA2*${counts[nth]}*${money(nth)}*0*0`]),
  )
}
const plus = (by: number) => COUNTS.map((count) => count + by)
const codesOf = (...files: string[]) => play(files.map((file, nth) => ({ file, at: nth * 12 * HOUR }))).at(-1)?.codes

describe('a read-out that does not identify its machine', () => {
  test('is booked if everything else matches', () => {
    expect(codesOf(unnamed({}), unnamed({ counts: plus(3) }))).toEqual([])
    // All prices rise, one product changes, and one selection is new.
    expect(codesOf(unnamed({}), unnamed({ counts: plus(3), prices: [160, 110, 220, 200] }))).toEqual([])
    const other = { numbers: [11, 12, 21, 22, 23], names: ['COLA', 'LEMON', 'CRISPS', 'NUTS', 'MINTS'], prices: [150, 120, 200, 180, 90] }
    expect(codesOf(unnamed({}), unnamed({ ...other, counts: [...plus(3), 2] }))).toEqual([])
  })

  test.each<[string, Part, Part, string[]]>([
    ['other selections', {}, { numbers: [1, 2, 21, 30], counts: plus(3) }, ['AUDIT_OTHER_PRODUCTS']],
    [
      'other names and prices',
      {},
      { names: ['TEA', 'SOUP', 'COCOA', 'NUTS'], prices: [80, 90, 70, 180], counts: plus(3) },
      ['AUDIT_OTHER_PRODUCTS'],
    ],
    [
      'prices up and down, without names',
      { names: [] },
      { names: [], prices: [100, 150, 180, 200], counts: plus(3) },
      ['AUDIT_OTHER_PRODUCTS'],
    ],
    ['another coin changer', { more: ['CA1*JOF1*X*1'] }, { more: ['CA1*JOF2*X*1'], counts: plus(3) }, ['AUDIT_OTHER_PARTS']],
    [
      'fewer reads and less cash',
      { more: ['EA3*9*260101*1000**260101*0900***90*9', 'CA3*0*0*0*0*9000*9000*0*0'] },
      { more: ['EA3*4*260101*1000**260101*0900***44*4', 'CA3*0*0*0*0*500*500*0*0'], counts: plus(3) },
      ['AUDIT_COUNTER_FELL'],
    ],
    [
      'coins that partly decreased and partly increased',
      { more: ['CA11*10*0*0*0*900', 'CA11*20*0*0*0*800', 'CA11*50*0*0*0*300', 'CA11*100*0*0*0*200'] },
      { more: ['CA11*10*0*0*0*950', 'CA11*20*0*0*0*700', 'CA11*50*0*0*0*310', 'CA11*100*0*0*0*90'], counts: plus(3) },
      ['AUDIT_COUNTER_FELL'],
    ],
    [
      'fewer events and power cuts',
      { more: ['EA2*EGS**40', 'EA7*0*90'] },
      { more: ['EA2*EGS**12', 'EA7*0*31'], counts: plus(3) },
      ['AUDIT_COUNTER_FELL'],
    ],
  ])('is held for %s', (_, before, now, codes) => {
    expect(codesOf(unnamed(before), unnamed(now))).toEqual(codes)
  })

  test.each<[string, readonly string[], readonly string[]]>([
    [
      'events reset one by one',
      ['EA2*EGS**40', 'EA2*EA**9', 'EA2*EJ**5', 'EA2*EK**5'],
      ['EA2*EGS**0', 'EA2*EA**0', 'EA2*EJ**6', 'EA2*EK**7'],
    ],
    [
      'restarted coin counters',
      ['CA11*10*0*0*0*900', 'CA11*20*0*0*0*800', 'CA11*50*0*0*0*0'],
      ['CA11*10*0*0*0*4', 'CA11*20*0*0*0*9', 'CA11*50*0*0*0*2'],
    ],
  ])('is booked with %s', (_, before, now) => {
    expect(codesOf(unnamed({ more: before }), unnamed({ more: now, counts: plus(3) }))).toEqual([])
  })

  test('is held if the money does not match the prices', () => {
    expect(codesOf(unnamed({}), unnamed({ counts: plus(9) }, 1.2))).toEqual(['AUDIT_OTHER_PRODUCTS'])
  })

  test('is held for sales far above the usual pace', () => {
    const reads = [0, 1, 2, 3].map((nth) => unnamed({ counts: plus(6 * nth) }))
    expect(codesOf(...reads, unnamed({ counts: plus(30) }))).toEqual([])
    expect(codesOf(...reads, unnamed({ counts: plus(100) }))).toEqual([])
    const days = (file: string, nth: number) => ({ file, at: nth * 48 * HOUR })
    expect(play([...reads, unnamed({ counts: plus(100) })].map(days)).at(-1)?.codes).toEqual(['AUDIT_TOO_FAST'])
  })

  test('counts as before if the coin changer is the same', () => {
    const more = ['CA1*JOF1*X*1']
    const later = { more, prices: [100, 150, 180, 200], names: ['TEA', 'SOUP', 'COCOA', 'JUICE'], counts: plus(3) }
    expect(codesOf(unnamed({ more }), unnamed(later))).toEqual([])
  })
})

/** Two machines of one model without numbers; the second is older, and each of its counters is slightly higher. */
function neighbours(seed: number): [Machine, Machine] {
  const random = randomFrom(seed)
  const make = { ...aMake(random, ''), board: '', end: 10 ** 8 }
  const [own, list] = [aMachine(random, make), aMachine(random, make)]
  const sold = own.sold.map((one, nth) => {
    const { name, price } = list.sold[nth % list.sold.length] ?? one
    const [cash, card] = [one.cash + upTo(random, 9), one.card + upTo(random, 5)]
    return { ...one, name, price, cash, card, cashValue: cash * price, cardValue: card * price }
  })
  return [own, { ...own, sold, reads: own.reads + 3 }]
}

const RUNS = isLong ? 3_000 : 300

test("an older neighbour's file without numbers is not booked", () => {
  let [booked, played] = [0, 0]
  for (let seed = Math.abs(testSeed) * RUNS; played < RUNS; seed++) {
    const [own, other] = neighbours(seed)
    // Fewer selections are not significant.
    if (own.sold.length < 4) continue
    played++
    if (play([own, other].map((machine, nth) => ({ file: writeOut(machine), at: nth * 24 * HOUR }))).at(-1)?.codes.length === 0) booked++
  }
  expect(booked / played).toBeLessThan(0.05)
})

test('unnumbered machines with normal sales and price rises are never doubted', () => {
  const doubted: unknown[] = []
  for (let seed = Math.abs(testSeed) * RUNS; seed < (Math.abs(testSeed) + 1) * RUNS; seed++) {
    const random = randomFrom(seed)
    let own = aMachine(random, { ...aMake(random, ''), board: '' })
    const begins = own
    const reads: Read[] = [{ file: writeOut(own), at: 0 }]
    let at = 0
    for (let left = 8; left > 0; left--) {
      at += 2 * HOUR + upTo(random, 200) * HOUR
      own = sellSome(random, own, oneOf(random, [2, 4, 12]))
      if (random() < 0.1) own = newPrices(random, own)
      reads.push({ file: writeOut(own), at })
    }
    const all = play(reads)
    const pieces = all.reduce((sum, one) => sum + one.pieces, 0)
    if (pieces !== paidIn(own) - paidIn(begins)) doubted.push({ seed, all })
  }
  expect(doubted).toEqual([])
})
