import { describe, expect, it } from 'vitest'
import { addDays, dayOf, isoDay, momentAt, startOfDay, wallClock } from '../calendar.ts'
import { DAY, HOUR, MINUTE, SECOND, toIso } from '../time.ts'
import { cutByDays, fewestSales, monthBefore, PERIODS, type Period, spanOf } from './periods.ts'

const at = Date.parse
const labelOf = (period: Period, now: string, zone: string) => {
  const { from, until } = spanOf(period, at(now), zone)
  return [toIso(from), toIso(until)]
}

describe('a period', () => {
  it("follows the company's own days, not those of UTC", () => {
    // Half past midnight on 1 March in Warsaw is still February in UTC.
    expect(labelOf('TODAY', '2026-02-28T23:30:00.000Z', 'Europe/Warsaw')).toEqual(['2026-02-28T23:00:00.000Z', '2026-03-01T23:00:00.000Z'])
    expect(labelOf('THIS_MONTH', '2026-02-28T23:30:00.000Z', 'Europe/Warsaw')[0]).toBe('2026-02-28T23:00:00.000Z')
    expect(labelOf('PREVIOUS_MONTH', '2026-02-28T23:30:00.000Z', 'Europe/Warsaw')).toEqual([
      '2026-01-31T23:00:00.000Z',
      '2026-02-28T23:00:00.000Z',
    ])
  })

  it('changes at the first moment of the day', () => {
    const before = labelOf('TODAY', '2026-05-03T21:59:59.999Z', 'Europe/Warsaw')
    const after = labelOf('TODAY', '2026-05-03T22:00:00.000Z', 'Europe/Warsaw')
    expect(before).toEqual(['2026-05-02T22:00:00.000Z', '2026-05-03T22:00:00.000Z'])
    expect(after).toEqual(['2026-05-03T22:00:00.000Z', '2026-05-04T22:00:00.000Z'])
    expect(labelOf('YESTERDAY', '2026-05-03T22:00:00.000Z', 'Europe/Warsaw')).toEqual(before)
  })

  it('follows the length of its days when the clock changes', () => {
    const hours = (now: string) => {
      const { from, until } = spanOf('TODAY', at(now), 'Europe/Warsaw')
      return (until - from) / HOUR
    }
    expect(hours('2026-03-29T10:00:00.000Z')).toBe(23)
    expect(hours('2026-10-25T10:00:00.000Z')).toBe(25)
    expect(labelOf('LAST_7_DAYS', '2026-03-31T10:00:00.000Z', 'Europe/Warsaw')).toEqual([
      '2026-03-24T23:00:00.000Z',
      '2026-03-31T22:00:00.000Z',
    ])
  })

  it('starts when the clock skips midnight', () => {
    expect(toIso(startOfDay({ year: 2024, month: 4, day: 26 }, 'Africa/Cairo'))).toBe('2024-04-25T22:00:00.000Z')
    // In Havana the hour after midnight occurs twice.
    expect(toIso(startOfDay({ year: 2024, month: 11, day: 3 }, 'America/Havana'))).toBe('2024-11-03T04:00:00.000Z')
  })

  it('exists for each of the twelve names', () => {
    const now = '2026-05-31T12:00:00.000Z'
    const days = PERIODS.map((period) => {
      const { from, until } = spanOf(period, at(now), 'Asia/Tokyo')
      return [period, isoDay(dayOf(from, 'Asia/Tokyo')), isoDay(addDays(dayOf(until, 'Asia/Tokyo'), -1))]
    })
    expect(days).toEqual([
      ['TODAY', '2026-05-31', '2026-05-31'],
      ['YESTERDAY', '2026-05-30', '2026-05-30'],
      ['THIS_MONTH', '2026-05-01', '2026-05-31'],
      ['PREVIOUS_MONTH', '2026-04-01', '2026-04-30'],
      ['LAST_7_DAYS', '2026-05-25', '2026-05-31'],
      ['LAST_30_DAYS', '2026-05-02', '2026-05-31'],
      ['LAST_3_MONTHS', '2026-02-28', '2026-05-31'],
      ['LAST_6_MONTHS', '2025-11-30', '2026-05-31'],
      ['LAST_12_MONTHS', '2025-05-31', '2026-05-31'],
      ['LAST_24_MONTHS', '2024-05-31', '2026-05-31'],
      ['PREVIOUS_YEAR', '2025-01-01', '2025-12-31'],
      ['YEAR_TO_DATE', '2026-01-01', '2026-05-31'],
    ])
  })

  it('starts and ends with its days in every kind of time zone', () => {
    const zones = ['Europe/Warsaw', 'America/Sao_Paulo', 'Asia/Tehran', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kuwait', 'UTC']
    for (const zone of zones)
      for (let day = dayOf(at('2025-01-01T12:00:00.000Z'), zone); day.year < 2027; day = addDays(day, 1)) {
        const start = startOfDay(day, zone)
        expect(isoDay(dayOf(start, zone))).toBe(isoDay(day))
        expect(isoDay(dayOf(start - 1, zone))).not.toBe(isoDay(day))
      }
  })
})

describe('wall clock time', () => {
  it('round-trips, except that a repeated hour maps to its first occurrence', () => {
    const zone = 'Europe/Warsaw'
    for (let moment = at('2026-10-20T00:00:00.000Z'); moment < at('2026-10-30T00:00:00.000Z'); moment += 37 * MINUTE + SECOND + 1) {
      const isSecond = moment >= at('2026-10-25T01:00:00.000Z') && moment < at('2026-10-25T02:00:00.000Z')
      expect(momentAt(wallClock(moment, zone), zone)).toBe(isSecond ? moment - HOUR : moment)
    }
  })

  it('moves a skipped time forward by the missing hour', () => {
    expect(toIso(momentAt(Date.UTC(2026, 2, 29, 2, 30), 'Europe/Warsaw'))).toBe('2026-03-29T01:30:00.000Z')
  })
})

describe('a span split by days', () => {
  const zone = 'Europe/Warsaw'
  const cut = (from: string, until: string) => {
    const { days, edges } = cutByDays({ from: at(from), until: at(until) }, zone)
    return { days: days && [isoDay(days.from), isoDay(days.until)], edges: edges.map((edge) => [toIso(edge.from), toIso(edge.until)]) }
  }

  it('has no edges if it consists of whole days', () => {
    expect(cut('2026-05-01T22:00:00.000Z', '2026-05-03T22:00:00.000Z')).toEqual({ days: ['2026-05-02', '2026-05-04'], edges: [] })
  })

  it('has edges if it starts and ends within a day', () => {
    expect(cut('2026-05-01T10:00:00.000Z', '2026-05-04T10:00:00.000Z')).toEqual({
      days: ['2026-05-02', '2026-05-04'],
      edges: [
        ['2026-05-01T10:00:00.000Z', '2026-05-01T22:00:00.000Z'],
        ['2026-05-03T22:00:00.000Z', '2026-05-04T10:00:00.000Z'],
      ],
    })
  })

  it('is one edge without a whole day, and nothing if empty', () => {
    expect(cut('2026-05-01T10:00:00.000Z', '2026-05-01T12:00:00.000Z')).toEqual({
      days: null,
      edges: [['2026-05-01T10:00:00.000Z', '2026-05-01T12:00:00.000Z']],
    })
    expect(cut('2026-05-01T20:00:00.000Z', '2026-05-02T05:00:00.000Z').days).toBeNull()
    expect(cut('2026-05-01T10:00:00.000Z', '2026-05-01T10:00:00.000Z')).toEqual({ days: null, edges: [] })
  })

  it('covers every moment once', () => {
    for (let from = at('2026-03-27T00:00:00.000Z'); from < at('2026-03-31T00:00:00.000Z'); from += 5 * HOUR)
      for (let until = from; until < from + 4 * DAY; until += 7 * HOUR) {
        const { days, edges } = cutByDays({ from, until }, zone)
        const whole = days ? startOfDay(days.until, zone) - startOfDay(days.from, zone) : 0
        expect(edges.reduce((sum, edge) => sum + edge.until - edge.from, whole)).toBe(until - from)
      }
  })
})

describe('a part of a day', () => {
  const zone = 'Europe/Warsaw'
  const noon = at('2026-03-29T10:00:00.000Z')
  const [start, end] = [at('2026-03-28T23:00:00.000Z'), at('2026-03-29T22:00:00.000Z')]
  const lengthOf = (spans: readonly { from: number; until: number }[]) => spans.reduce((sum, { from, until }) => sum + until - from, 0)

  it('until now is the whole day, as nothing is sold later', () => {
    expect(fewestSales({ from: start, until: noon }, zone, noon)).toMatchObject({
      lessThan: { from: { day: 29 }, until: { day: 30 } },
      spans: [{ from: noon, until: end }],
    })
  })

  it('is read itself or as the rest of its day, whichever is shorter', () => {
    for (let from = start; from < end; from += 3 * HOUR)
      for (let until = from + HOUR; until <= end; until += HOUR) {
        const { lessThan, spans } = fewestSales({ from, until }, zone, end + DAY)
        expect(lengthOf(spans)).toBeLessThanOrEqual((end - start) / 2)
        expect(lessThan ? end - start - lengthOf(spans) : lengthOf(spans)).toBe(until - from)
      }
  })

  it('that ends on the next day is read itself', () => {
    const edge = { from: start + HOUR, until: end + HOUR }
    expect(fewestSales(edge, zone, end + DAY)).toEqual({ lessThan: null, spans: [edge] })
  })
})

it.each([
  [1, '2026-11-03', '2026-11-03'],
  [28, '2026-11-03', '2026-11-30'],
  [29, '2026-10-27', '2026-11-24'],
  [31, '2026-10-27', '2026-11-26'],
])('compares December until day %d with as many days of the same weekdays', (day, first, last) => {
  expect(monthBefore({ year: 2026, month: 12, day }).map(isoDay)).toEqual([first, last])
})
