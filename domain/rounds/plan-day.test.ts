import highs from 'highs'
import { describe, expect, test } from 'vitest'
import { programOf } from '../../bench/rounds/program.ts'
import { clockOf, type DayMachine, type DayPerson, type DayProblem, minutesAt } from './day.ts'
import type { Orienteering } from './orienteering.ts'
import { planDay, replanRest } from './plan-day.ts'
import { createRandom } from './random.ts'
import type { VisitValue } from './visit-value.ts'

const RATES = { perMinute: 50, perKilometre: 30 }
const valued = (margin: number, due = 0): VisitValue => ({
  total: margin + due,
  parts: { margin, service: 0, expiring: 0, cash: 0, issues: 0, due },
  until: 0,
  lost: margin / 100,
})

/** Places on a line, one kilometre and two minutes apart. Place 0 is the start. */
const line = (places: number): DayProblem['travel'] => {
  const between = (each: number) =>
    Array.from({ length: places }, (_, a) => Array.from({ length: places }, (_, b) => each * Math.abs(a - b)))
  return { minutes: between(2), metres: between(1_000) }
}

const machine = (place: number, value: number, change: Partial<DayMachine> = {}): DayMachine => ({
  id: `m${place}`,
  place,
  value: valued(value),
  pieces: 10,
  minutes: { fixed: 10, perPiece: 0.5 },
  ...change,
})
const person = (id: string, change: Partial<DayPerson> = {}): DayPerson => ({
  id,
  start: 0,
  end: 0,
  works: { from: 480, to: 960 },
  ...change,
})
const problem = (machines: DayMachine[], people: DayPerson[] = [person('Ann')]): DayProblem => ({
  machines,
  people,
  travel: line(20),
  rates: RATES,
})
const planned = (its: DayProblem, iterations = 2_000, seed = 1) => planDay(its, { seed, isOver: (done) => done >= iterations })
const routeOf = (its: DayProblem) => planned(its).rounds.map(({ stops }) => stops.map((stop) => stop.machine))
const whyNot = (its: DayProblem) => Object.fromEntries(planned(its).leftOut.map((one) => [one.machine, one.whyNot.code]))

describe('a planned day', () => {
  test('states times, ways, money and reasons of each stop', () => {
    // 2 km there and back: 8 minutes and 4 km, and 10 minutes at the machine: 900 + 120 = 400 + 120 + 500.
    const { rounds, saved } = planned(problem([machine(2, 2_000)]))
    expect(rounds).toEqual([
      {
        person: 'Ann',
        stops: [
          {
            machine: 'm2',
            driveMinutes: 4,
            metres: 2_000,
            arrives: 484,
            begins: 484,
            ends: 499,
            pieces: 10,
            tasks: ['RESTOCK'],
            why: { code: 'MARGIN', amount: 2_000, value: 2_000, cost: 1_020, minutes: 23, lost: 20, until: 0, figures: {} },
          },
        ],
        leaves: 480,
        returns: 503,
        minutes: 23,
        metres: 4_000,
        pieces: 10,
        value: 2_000,
        cost: 1_020,
        saved: 980,
        overtime: 0,
      },
    ])
    expect(saved).toBe(980)
  })

  test('a trip that is not worth it is left out; machines may share it', () => {
    expect(planned(problem([machine(10, 2_900)]))).toMatchObject({
      rounds: [{ stops: [], minutes: 0, metres: 0, cost: 0, saved: 0 }],
      leftOut: [{ machine: 'm10', whyNot: { code: 'NOT_WORTH', value: 2_900, cost: 3_100, minutes: 55 } }],
    })
    expect(routeOf(problem([machine(10, 2_900), machine(9, 900)]))[0]).toHaveLength(2)
  })

  test('every machine that is left out has its reason', () => {
    const far = person('Ann', { works: { from: 480, to: 540 }, capacity: 25, mayServe: (id) => id !== 'm6' })
    const machines = [
      machine(1, 5_000),
      machine(2, 0),
      machine(3, 9_000, { opens: [] }),
      machine(4, 9_000, { opens: [{ from: 600, to: 700 }] }),
      machine(5, 9_000, { lastVisit: { daysAgo: 1, least: 2 } }),
      machine(6, 9_000),
      machine(7, 9_000, { pieces: 30 }),
      machine(19, 9_000),
      machine(8, 600),
      machine(9, 0, { opens: [], lastVisit: { daysAgo: 1, least: 2 } }),
    ]
    expect(whyNot(problem(machines, [far]))).toEqual({
      m2: 'NO_NEED',
      m3: 'CLOSED',
      m4: 'CLOSED',
      m5: 'RECENT',
      m6: 'NOT_ALLOWED',
      m7: 'VAN_FULL',
      m19: 'NO_TIME',
      m8: 'NOT_WORTH',
      m9: 'CLOSED',
    })
  })

  test('who would wait at the first stop leaves later', () => {
    const [round] = planned(problem([machine(5, 9_000, { opens: [{ from: 600, to: 700 }] })])).rounds
    expect(round).toMatchObject({ leaves: 590, returns: 625, minutes: 35, stops: [{ arrives: 600, begins: 600, ends: 615 }] })
  })

  test('who would wait at a later stop leaves later, unless already on the way', () => {
    const machines = [
      machine(5, 9_000, { opens: [{ from: 480, to: 700 }] }),
      machine(6, 9_000, {
        opens: [
          { from: 480, to: 500 },
          { from: 600, to: 700 },
        ],
      }),
    ]
    const [round] = planned(problem(machines)).rounds
    expect(round?.stops.map(({ machine, arrives, begins, ends }) => ({ machine, arrives, begins, ends }))).toEqual([
      { machine: 'm5', arrives: 583, begins: 583, ends: 598 },
      { machine: 'm6', arrives: 600, begins: 600, ends: 615 },
    ])
    expect(round).toMatchObject({ leaves: 573, returns: 627, minutes: 54 })
    const rest = { ...problem(machines), person: person('Ann'), now: 480, at: 0 }
    const [same] = replanRest(rest, { seed: 1, isOver: (done) => done >= 500 }).rounds
    expect(same?.stops.map(({ begins }) => begins)).toEqual([490, 600])
  })

  test('a pause interrupts the day', () => {
    const [round] = planned(problem([machine(5, 9_000)], [person('Ann', { pause: { from: 485, minutes: 30 } })])).rounds
    expect(round).toMatchObject({ leaves: 480, returns: 480 + 35 + 30, minutes: 35, stops: [{ begins: 520, ends: 535 }] })
  })

  test('no visit ends after closing because of a pause', () => {
    const people = [person('Ann', { pause: { from: 485, minutes: 30 } })]
    expect(whyNot(problem([machine(5, 9_000, { opens: [{ from: 480, to: 534 }] })], people))).toEqual({ m5: 'NO_TIME' })
    expect(whyNot(problem([machine(5, 9_000, { opens: [{ from: 480, to: 535 }] })], people))).toEqual({})
  })

  test('fixed machines stay with their person, even beyond the working hours', () => {
    const people = [person('Ann'), person('Bob', { works: { from: 480, to: 500 } })]
    const { rounds } = planned(problem([machine(3, 5_000), machine(10, 10, { fixedTo: 'Bob' })], people))
    expect(rounds.map(({ stops, overtime }) => ({ stops: stops.map((stop) => [stop.machine, stop.why.code]), overtime }))).toEqual([
      { stops: [['m3', 'MARGIN']], overtime: 0 },
      { stops: [['m10', 'PINNED']], overtime: 35 },
    ])
  })

  test('the nearer of two people goes, and their starts differ', () => {
    const people = [person('Ann'), person('Bob', { start: 19, end: 19 })]
    expect(routeOf(problem([machine(2, 9_000), machine(17, 9_000)], people))).toEqual([['m2'], ['m17']])
  })

  test('the rest of the day begins where and when the person is', () => {
    const rest = {
      ...problem([machine(12, 9_000), machine(2, 9_000)]),
      person: person('Ann', { pause: { from: 700, minutes: 30 } }),
      at: 11,
    }
    const options = { seed: 1, isOver: (done: number) => done >= 500 }
    expect(replanRest({ ...rest, now: 650 }, options).rounds[0]?.stops.map((stop) => [stop.machine, stop.begins])).toEqual([
      ['m12', 652],
      ['m2', 687],
    ])
    expect(replanRest({ ...rest, now: 715 }, options).rounds[0]?.stops[0]?.begins).toBe(732)
    expect(replanRest({ ...rest, now: 950 }, options).rounds[0]?.stops).toEqual([])
  })

  test('after working hours no stop of the rest of the day is planned before now', () => {
    const { machines, ...others } = problem([machine(12, 9_000), machine(2, 9_000)])
    const rest = {
      ...others,
      machines: machines.map((one) => ({ ...one, fixedTo: 'Ann' })),
      person: person('Ann', { pause: { from: 700, minutes: 30 } }),
      at: 11,
    }
    const begins = replanRest({ ...rest, now: 1_300 }, { seed: 1, isOver: () => true }).rounds[0]?.stops.map((stop) => stop.begins)
    expect(begins).toHaveLength(2)
    expect(Math.min(...(begins ?? []))).toBeGreaterThan(1_300)
  })

  test('the same seed gives the same plan, and plans keep their promises', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const its = invented(seed, 3 + (seed % 14))
      const plan = planned(its, 300, seed)
      expect(plan).toEqual(planned(its, 300, seed))
      const all = [...plan.rounds.flatMap(({ stops }) => stops.map((stop) => stop.machine)), ...plan.leftOut.map((one) => one.machine)]
      expect(all.toSorted()).toEqual(its.machines.map(({ id }) => id).toSorted())
      for (const { stops, saved, overtime, returns, person: id } of plan.rounds) {
        const { works } = its.people.find((one) => one.id === id) as DayPerson
        expect({ seed, overtime, late: Math.max(0, returns - works.to - 1e-6) }).toEqual({ seed, overtime: 0, late: 0 })
        expect(saved).toBeGreaterThanOrEqual(0)
        for (const { machine: its2, begins, ends, why } of stops) {
          const { opens } = its.machines.find((one) => one.id === its2) as DayMachine
          expect(why.value).toBeGreaterThanOrEqual(why.cost - 1e-6)
          if (opens) expect(opens.filter(({ from, to }) => begins >= from - 1e-6 && ends <= to + 1e-6)).toHaveLength(1)
        }
      }
    }
  })

  test('small days are the optimum that HiGHS proves', async () => {
    const solver = await highs()
    for (let seed = 1; seed <= 12; seed++) {
      const its = invented(500 + seed, 6)
      const { Status, ObjectiveValue } = solver.solve(programOf(orienteering(its)))
      expect(Status).toBe('Optimal')
      expect({ seed, saved: planned(its, 3_000).saved.toFixed(2) }).toEqual({ seed, saved: ObjectiveValue.toFixed(2) })
    }
  })
})

/** Random places in the plane, two people with a pause, hours, loads and permissions. */
function invented(seed: number, count: number): DayProblem {
  const random = createRandom(seed)
  const at = Array.from({ length: count + 2 }, () => [random() * 20, random() * 20] as const)
  const kilometres = at.map(([x, y]) => at.map(([u, v]) => Math.hypot(x - u, y - v)))
  return {
    travel: { minutes: kilometres.map((row) => row.map((km) => 2 * km)), metres: kilometres.map((row) => row.map((km) => 1_000 * km)) },
    rates: RATES,
    people: [0, 1].map((index) => ({
      id: `p${index}`,
      start: count + index,
      end: count + index,
      works: { from: 480, to: 570 + random() * 120 },
      pause: { from: 520 + 20 * index, minutes: 25 },
      capacity: 60,
      mayServe: (id) => index === 0 || id !== 'm1',
    })),
    machines: Array.from({ length: count }, (_, place) => {
      const from = 460 + random() * 100
      return {
        id: `m${place}`,
        place,
        value: valued(500 + random() * 4_000),
        pieces: Math.floor(random() * 30),
        minutes: { fixed: 8, perPiece: 0.2 },
        ...(random() < 0.5 && { opens: place % 2 === 0 ? [{ from, to: from + 60 + random() * 100 }] : twoIntervals(from, random()) }),
      }
    }),
  }
}

const twoIntervals = (from: number, share: number) => [
  { from, to: from + 20 + 20 * share },
  { from: from + 60, to: from + 85 + 20 * share },
]

/** The same in the terms of the search, written down again. */
function orienteering({ people, machines, travel, rates }: DayProblem): Orienteering {
  const placeOf = (index: number) => machines[index]?.place ?? people[Math.floor((index - machines.length) / 2)]?.start ?? 0
  const minutes = (from: number, to: number) => travel.minutes[placeOf(from)]?.[placeOf(to)] ?? 0
  return {
    stops: machines.map((one) => ({
      value: one.value.total - one.minutes.fixed * rates.perMinute,
      duration: minutesAt(one),
      opens: 0,
      closes: 2_000,
      load: one.pieces,
    })),
    vehicles: people.map((one) => {
      const worked = clockOf(one).worked
      const hours = machines.map((its) => {
        const all = (its.opens ?? [one.works])
          .map(({ from, to }) => ({
            from: worked(Math.max(from, one.works.from)),
            to: worked(Math.min(to, one.works.to)) - minutesAt(its),
          }))
          .filter(({ from, to }) => from <= to)
        const [open, second] = all
        const breaks = open && second ? { breaks: [{ from: open.to, to: second.from }] } : {}
        return { opens: open?.from ?? 1, closes: all.at(-1)?.to ?? 0, ...breaks }
      })
      return {
        leaves: one.works.from,
        returns: worked(one.works.to),
        capacity: one.capacity ?? 1_000,
        mayVisit: (stop) => one.mayServe?.(`m${stop}`) !== false && (hours[stop]?.closes ?? 0) >= (hours[stop]?.opens ?? 0),
        hours: (stop) => hours[stop] ?? { opens: 0, closes: 0 },
      }
    }),
    travel: minutes,
    cost: (from, to) =>
      minutes(from, to) * rates.perMinute + ((travel.metres[placeOf(from)]?.[placeOf(to)] ?? 0) / 1_000) * rates.perKilometre,
  }
}
