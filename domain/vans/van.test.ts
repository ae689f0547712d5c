import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrive, fold, type Level, type Movement, sumOfDeltasAfter, UNCOUNTED } from '../stock/ledger.ts'
import { codeOf, type HandOver, readCode, signedText } from './hand-over.ts'
import { handedLines, mayChange, oppositeOf, restockedFromVan, VAN_CHANGES, type VanItem, type VanLine, vanLines } from './van.ts'

const item = fc.record({ productId: fc.integer({ min: 1, max: 4 }), quantity: fc.integer({ min: 1, max: 50 }) })
const items = fc.uniqueArray(item, { selector: ({ productId }) => productId, minLength: 1, maxLength: 4 })
const change = fc.record({ type: fc.constantFrom(...VAN_CHANGES), items, at: fc.integer({ min: 0, max: 5 }) })

const movementsOf = (lines: readonly VanLine[], at: number, operation: string): Movement[] =>
  lines.map(({ productId, side, kind, quantity }, line) => ({
    point: productId + (side === 'VAN' ? 0 : 100),
    at,
    operation,
    line,
    kind,
    quantity,
  }))

const sumOf = (lines: readonly VanLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

describe('stock of a van', () => {
  it('moves goods between warehouse and van without making or losing any', () => {
    fc.assert(
      fc.property(items, (some) => {
        expect(sumOf(vanLines('LOAD', some))).toBe(0)
        expect(sumOf(vanLines('RETURN', some))).toBe(0)
        expect(sumOf([...handedLines('FROM', some), ...handedLines('TO', some)])).toBe(0)
        expect(sumOf(vanLines('LOSS', some))).toBe(-1000 * some.reduce((sum, { quantity }) => sum + quantity, 0))
      }),
    )
  })

  it('is the same in any order and with repeated arrivals', () => {
    const history = fc
      .array(change, { maxLength: 8 })
      .map((changes) => changes.flatMap(({ type, items: some, at }, index) => movementsOf(vanLines(type, some), at, `operation-${index}`)))
    const shuffled = history.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    )
    fc.assert(
      fc.property(shuffled, ([all, arrivals]) => {
        for (const point of new Set(all.map((one) => one.point))) {
          const own = (list: readonly Movement[]) => list.filter((one) => one.point === point)
          const known: Movement[] = []
          const level = own(arrivals).reduce<Level>((now, one) => {
            const next = arrive(now, one, () => sumOfDeltasAfter(known, one))
            known.push(one)
            return next
          }, UNCOUNTED)
          expect(level.quantity).toBe(fold(UNCOUNTED, [...own(all), ...own(all)]).quantity)
        }
      }),
    )
  })

  it('loses to a machine what a restock added, one line a product', () => {
    const added = [
      { productId: 1, quantity: 3000 },
      { productId: 2, quantity: 1000 },
      { productId: 1, quantity: 2000 },
      { productId: 3, quantity: 0 },
    ]
    expect(restockedFromVan(added).map(({ productId, quantity, cause }) => [productId, quantity, cause])).toEqual([
      [1, -5000, 'PICK'],
      [2, -1000, 'PICK'],
    ])
  })

  it('is as before after a change and its opposite, also with a restock in between', () => {
    const stock = fc.uniqueArray(fc.record({ productId: fc.integer({ min: 1, max: 4 }), quantity: fc.integer({ min: 50, max: 99 }) }), {
      selector: ({ productId }) => productId,
    })
    fc.assert(
      fc.property(stock, fc.constantFrom(...VAN_CHANGES), items, fc.integer({ min: 0, max: 1 }), (there, type, some, restocked) => {
        const restock = some.slice(0, 1).map(({ productId }) => ({ productId, quantity: restocked * 1000 }))
        const parts = [
          movementsOf(vanLines('COUNT', there), 0, 'a'),
          movementsOf(vanLines(type, some), 1, 'b'),
          movementsOf(restockedFromVan(restock), 2, 'c'),
        ]
        const levelsAfter = (all: Movement[][]) =>
          new Map(
            [1, 2, 3, 4].map((id) => {
              const own = all.flat().filter(({ point }) => point === id)
              return [id, fold(UNCOUNTED, own).quantity / 1000]
            }),
          )
        const states = { before: levelsAfter(parts.slice(0, 1)), now: levelsAfter(parts) }
        fc.pre([...states.now.values()].every((quantity) => quantity >= 0))
        const opposite = oppositeOf(type, some, states)
        const ended = levelsAfter([...parts, movementsOf(vanLines(opposite.type, opposite.items), 3, 'd')])
        const only = levelsAfter([parts[0] ?? [], parts[2] ?? []])
        fc.pre([...only.values()].every((quantity) => quantity >= 0))
        expect(ended).toEqual(only)
      }),
    )
  })

  it('accepts zero only for a count', () => {
    expect(VAN_CHANGES.filter((type) => mayChange(type, 0))).toEqual(['COUNT'])
    expect(VAN_CHANGES.filter((type) => mayChange(type, -1))).toEqual([])
  })
})

describe('the code of a hand-over', () => {
  const handOver: HandOver = {
    id: '0199a1f0-0000-7000-8000-000000000001',
    from: 1,
    to: 2,
    at: 1_795_000_000_000,
    items: [
      { productId: 9, quantity: 4 },
      { productId: 3, quantity: 12 },
    ],
  }
  const signature = 'A'.repeat(43)

  it('contains the hand-over and its signature', () => {
    const read = readCode(codeOf(handOver, signature))
    expect(read?.signature).toBe(signature)
    expect(read && signedText(read.handOver)).toBe(signedText(handOver))
  })

  it('signs the same text for any order of items', () => {
    const reversed = (some: readonly VanItem[]) => some.toReversed()
    expect(signedText({ ...handOver, items: reversed(handOver.items) })).toBe(signedText(handOver))
  })

  it('is refused if anything in it is missing or no number', () => {
    const text = codeOf(handOver, signature)
    for (const broken of ['https://example.com/m/abc', text.slice(0, -2), text.replace('12', '"x"'), text.replace(',1,', ',null,')])
      expect(readCode(broken)).toBeNull()
  })
})
