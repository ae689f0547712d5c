import { describe, expect, test } from 'vitest'
import { isPlaced, NOWHERE, offsetsOf, originOf, viewOf, wrapped } from './map-view.ts'

const SIZE = { width: 1000, height: 600 }
const MANCHESTER = { lat: 53.48, lng: -2.24 }
const DUBLIN = { lat: 53.35, lng: -6.26 }
const SYDNEY = { lat: -33.87, lng: 151.21 }
const SUVA = { lat: -18.14, lng: 178.44 }
const LAU = { lat: -17.3, lng: -178.96 }

/** The pixel position relative to the middle of the map. */
function pixels(view: ReturnType<typeof viewOf>, { lat, lng }: { lat: number; lng: number }) {
  const scale = 512 * 2 ** view.zoom
  const y = (degrees: number) => Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360)) / (2 * Math.PI)
  return { x: (wrapped(lng - view.lng) / 360) * scale, y: (y(view.lat) - y(lat)) * scale }
}

describe('fleet map', () => {
  test.each([2, 3, 12])('markers of %i machines at one position do not cover each other', (count) => {
    const machines = Array.from({ length: count }, () => ({ ...DUBLIN }))
    const offsets = [...offsetsOf([...machines, MANCHESTER]).values()]
    expect(offsets).toHaveLength(count)
    const distances = offsets.flatMap(([x, y], one) => offsets.slice(one + 1).map(([x2, y2]) => Math.hypot(x - x2, y - y2)))
    expect(Math.min(...distances)).toBeGreaterThan(29)
  })

  test('a position in any hemisphere counts, half a position does not', () => {
    for (const position of [MANCHESTER, SYDNEY, LAU, { lat: 0, lng: 0 }]) expect(isPlaced(position)).toBe(true)
    expect(isPlaced({ lat: 53.48, lng: null })).toBe(false)
    expect(isPlaced({ lat: null, lng: -2.24 })).toBe(false)
  })

  test.each([
    ['west of Greenwich', [MANCHESTER, DUBLIN]],
    ['on both sides of Greenwich', [MANCHESTER, { lat: 52.5, lng: 13.4 }]],
    [
      'on both sides of the equator',
      [
        { lat: 5, lng: -60 },
        { lat: -23.5, lng: -46.6 },
      ],
    ],
    ['on both sides of the antimeridian', [SUVA, LAU]],
    [
      'on both poles',
      [
        { lat: 90, lng: 0 },
        { lat: -90, lng: 10 },
      ],
    ],
  ])('fits to machines %s', (_, machines) => {
    const view = viewOf(machines, SIZE)
    for (const { x, y } of machines.filter(({ lat }) => Math.abs(lat) < 85).map((machine) => pixels(view, machine))) {
      expect(Math.abs(x)).toBeLessThanOrEqual(SIZE.width / 2)
      expect(Math.abs(y)).toBeLessThanOrEqual(SIZE.height / 2)
    }
    expect(view.zoom).toBeGreaterThanOrEqual(0)
  })

  test('machines across the antimeridian are shown close together', () => {
    const view = viewOf([SUVA, LAU], SIZE)
    expect(view.zoom).toBeGreaterThan(6)
    expect(Math.abs(view.lng)).toBeCloseTo(179.74, 2)
    expect(Math.abs(originOf([SUVA, LAU]))).toBeGreaterThan(178)
  })

  test('centres on the average position, zooms to one machine, or shows the default', () => {
    expect(
      viewOf(
        [
          { lat: 50, lng: 10 },
          { lat: 52, lng: 14 },
          { lat: 51, lng: 12 },
        ],
        SIZE,
      ),
    ).toMatchObject({ lat: 51, lng: 12 })
    expect(viewOf([SYDNEY], SIZE)).toEqual({ lat: SYDNEY.lat, lng: expect.closeTo(SYDNEY.lng, 9), zoom: 14 })
    expect(viewOf([], SIZE)).toEqual(NOWHERE)
  })

  test('overlapping machines and an unsized map give finite values', () => {
    expect(viewOf([SUVA, SUVA], SIZE).zoom).toBe(14)
    expect(viewOf([SUVA, LAU], { width: 0, height: 0 }).zoom).toBeGreaterThanOrEqual(0)
  })
})
