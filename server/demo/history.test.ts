import { describe, expect, it } from 'vitest'
import { DAY } from '#domain/time.ts'
import { stockAtEnd } from '../../tests/support/stock-at-end.ts'
import { demoFleet } from './fleet.ts'
import { movementsOf } from './movements.ts'
import { DEMO_COMPANIES, type DemoCompany, passesOf } from './people.ts'

const [halbzeit, przerwa] = DEMO_COMPANIES as [DemoCompany, DemoCompany]
// A Sunday evening in summer, a span across the start of daylight saving time, and a Monday at dawn.
const moments = ['2026-07-05T19:00:00Z', '2026-04-20T13:37:11Z', '2026-11-02T04:30:00Z'].map((text) => Date.parse(text))
// Both companies with the same number of machines, so that every ending occurs in each.
const stories = moments.flatMap((now) =>
  [halbzeit, przerwa].flatMap((company) =>
    [...demoFleet(company, { seed: `from ${now}`, now, machines: 25 })].map((machine) => ({ machine, company, now })),
  ),
)

describe('history of a machine', () => {
  it('never sells more than the stock, and never exceeds the capacity', () => {
    for (const [index, { machine }] of stories.entries()) {
      const levels = machine.points.map(() => 0)
      for (const { point, kind, quantity } of movementsOf(machine)) {
        levels[point] = kind === 'count' ? quantity : (levels[point] ?? 0) + quantity
        if ((levels[point] ?? -1) < 0 || (levels[point] ?? 0) > (machine.points[point]?.maxQuantity ?? 0) * 1000) {
          expect.fail(`${machine.name}, point ${point}: ${levels[point]}`)
        }
      }
      if (index % 15 === 0) expect(stockAtEnd(machine)).toEqual(levels)
    }
  })

  it('covers 90 days with distinct times and begins with a full count', () => {
    for (const { machine, now } of stories) {
      const { vends, visits, changes, outages } = machine.history
      for (const list of [vends, visits, changes]) {
        const times = list.map(({ at }) => at)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
      }
      const times = [...vends, ...visits, ...changes].map(({ at }) => at)
      expect(new Set(times).size).toBe(times.length)
      const first = times.reduce((a, b) => Math.min(a, b))
      expect(changes[0]).toMatchObject({ at: first, reason: 'ADJUST' })
      expect(changes[0]?.lines).toHaveLength(machine.points.length)
      const all = [...times, ...outages.flatMap(({ from, to }) => [from, to ?? from])]
      expect(all.every((at) => at >= now - 90 * DAY && at < now)).toBe(true)
    }
  })

  it('has visits by its serviceman in working hours, every 2 to 7 days', () => {
    const clock = (timezone: string) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: timezone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' })
    for (const { machine, company } of stories) {
      const { visits } = machine.history
      for (const { at, serviceman, lines } of visits) {
        expect(serviceman).toBe(machine.serviceman)
        expect(lines.length).toBeGreaterThan(0)
        expect(clock(company.timezone).format(at)).toMatch(/^(Mon|Tue|Wed|Thu|Fri).* (07|08|09|10|11|12|13|14|15)$/)
      }
      if (machine.state !== 'NONE') expect(visits.length).toBeGreaterThanOrEqual(8)
      if (machine.state !== 'NONE') expect(visits.length).toBeLessThanOrEqual(50)
    }
  })

  it('has no sales while out of order or without telemetry', () => {
    for (const { machine } of stories) {
      const { vends, outages } = machine.history
      for (const { from, to } of outages) expect(vends.filter(({ at }) => at >= from && (to === null || at < to))).toEqual([])
      if (machine.state === 'NONE') expect(vends).toEqual([])
      expect(outages.filter(({ to }) => to === null).map(({ state }) => state)).toEqual(
        machine.state === 'STOPPED' || machine.state === 'NOT_CONNECTED' ? [machine.state] : [],
      )
    }
  })

  it('uses existing payment methods, cards and passes, and BLIK only in Poland', () => {
    const cards = new Set(
      moments
        .flatMap((now) => [halbzeit, przerwa].flatMap((company) => passesOf(company, `from ${now}`)))
        .map((pass) => pass.cardIdentifier),
    )
    for (const { machine, company } of stories) {
      const prices = new Map(machine.planogram.slots.map(({ slotNumber, vendPrice }) => [slotNumber, vendPrice]))
      for (const { slotNumber, price, method, cardIdentifier } of machine.history.vends) {
        if (price !== (method === 'FREE' ? 0 : prices.get(slotNumber)))
          expect.fail(`${machine.name}, slot ${slotNumber}: ${price} by ${method}`)
        if ((method === 'RFID') !== cards.has(cardIdentifier ?? '')) expect.fail(`${method} with card ${cardIdentifier}`)
        if (method === 'BLIK' && company !== przerwa) expect.fail(`BLIK at ${company.name}`)
      }
    }
    const methods = (company: DemoCompany) =>
      new Set(
        stories.filter((story) => story.company === company).flatMap(({ machine }) => machine.history.vends.map(({ method }) => method)),
      )
    expect(methods(halbzeit)).toEqual(new Set(['CASH', 'CREDIT_CARD', 'RFID', 'FREE']))
    expect(methods(przerwa)).toContain('BLIK')
  })

  it('sells popular products far more often, and little in offices on Sundays', () => {
    const office = stories.filter(({ machine }) => machine.site === 'office')
    const vends = office.flatMap(({ machine }) => machine.history.vends)
    const weekday = (at: number) => new Date(at).getUTCDay()
    expect(vends.filter(({ at }) => weekday(at) === 0).length).toBeLessThan(vends.filter(({ at }) => weekday(at) === 2).length / 10)

    const coffee = stories.filter(({ machine }) => machine.type === 'COFFEE').flatMap(({ machine }) => machine.history.vends)
    const sold = (slotNumber: string) => coffee.filter((vend) => vend.slotNumber === slotNumber).length
    expect(sold('1')).toBeGreaterThan(4 * sold('12'))
  })
})
