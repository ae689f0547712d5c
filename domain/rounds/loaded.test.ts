import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Loaded, loadScanned } from './loaded.ts'

const rows = [
  { key: '1 7', product: 7, pieces: 6 },
  { key: '2 7', product: 7, pieces: 30 },
  { key: '2 8', product: 8, pieces: 5 },
]
const NOTHING: Loaded = { goods: new Set(), counts: new Map() }
const scan = (loaded: Loaded, product: number, pieces: number) => loadScanned(rows, loaded, { product, pieces })
const shown = ({ goods, counts }: Loaded) => [[...goods], Object.fromEntries(counts)]

describe('scanning goods', () => {
  test('the code of a piece completes one row after the other', () => {
    const first = scan(NOTHING, 7, 1)
    expect([first.outcome, shown(first.loaded)]).toEqual(['loaded', [['1 7'], {}]])
    const second = scan(first.loaded, 7, 1)
    expect([second.outcome, second.row?.key, shown(second.loaded)]).toEqual(['loaded', '2 7', [['1 7', '2 7'], {}]])
    expect(scan(second.loaded, 7, 1)).toMatchObject({ outcome: 'already', loaded: second.loaded })
  })

  test('the code of a pack counts its pieces over the rows', () => {
    const first = scan(NOTHING, 7, 24)
    expect([first.outcome, shown(first.loaded), first.spare]).toEqual(['counted', [['1 7'], { '2 7': 18 }], 0])
    const second = scan(first.loaded, 7, 24)
    expect([second.outcome, shown(second.loaded), second.spare]).toEqual(['loaded', [['1 7', '2 7'], {}], 12])
  })

  test('a product that no stop needs changes nothing', () => {
    expect(scan(NOTHING, 9, 24)).toEqual({ outcome: 'not-needed', loaded: NOTHING, row: null, spare: 24 })
  })

  test('no row is counted beyond its pieces, whatever is scanned', () => {
    const codes = fc.array(fc.record({ product: fc.constantFrom(7, 8, 9), pieces: fc.integer({ min: 1, max: 40 }) }))
    fc.assert(
      fc.property(codes, (scans) => {
        const end = scans.reduce((loaded, code) => loadScanned(rows, loaded, code).loaded, NOTHING)
        for (const { key, pieces } of rows) {
          const count = end.counts.get(key)
          expect(count === undefined || (count > 0 && count < pieces && !end.goods.has(key))).toBe(true)
        }
      }),
    )
  })
})
