import { expect } from 'vitest'
import type {
  MachineDeliveries,
  MachinePerformance,
  MachineRevenue,
  ProductMargin,
  ProductMargins,
  ProductRevenue,
  ProductUsage,
  SalesMatrix,
  Visit,
} from '#contract/machine-reports.ts'
import type { ProductSale, SalesReport } from '#contract/reports.ts'
import type { TransactionSummary } from '#contract/transactions.ts'
import type { Caller } from '../../support/two-companies.ts'
import { daysBetween, later, sameDateLater } from './calendar.ts'
import type { Sale } from './facts.ts'
import { by, type Figures, sum } from './figures.ts'

type Span = { first: string; last: string; now: number }

/** Compares every report of a company over some of its days with the facts. */
export async function compareSpan(figures: Figures, call: Caller, { first, last, now }: Span): Promise<void> {
  const { facts, dayOf, beginOf } = figures
  const [from, until] = [beginOf(first), beginOf(later(last, 1))]
  const unit = 10 ** facts.world.decimals
  const minor = (decimal: number) => {
    expect(Math.abs(decimal * unit - Math.round(decimal * unit))).toBeLessThan(1e-4)
    return Math.round(decimal * unit)
  }
  const ask = async <T>(path: string, more = ''): Promise<T> => {
    const span = `startDate=${new Date(from).toISOString()}&endDate=${new Date(until).toISOString()}`
    const answer = await call('GET', `${path}?${span}${more}`)
    expect(answer.statusCode, `${path} ${answer.body}`).toBe(200)
    return answer.json<{ data: T }>().data
  }
  const amounts = (of: readonly Sale[]) => sum(of, ({ amount }) => amount)
  const sales = figures.soldOn(first, last)
  const inGroup = (group: number) => facts.groups.get(group) ?? []

  const summary = await ask<TransactionSummary>('/transactions', '&type=summary')
  expect(Object.fromEntries(summary.byTypes.map(({ type, count, turnover }) => [type, [count, minor(turnover)]]))).toEqual(
    Object.fromEntries([...by(sales, ({ type }) => type)].map(([type, of]) => [type, [of.length, amounts(of)]])),
  )
  expect([summary.count, minor(summary.turnover)]).toEqual([sales.length, amounts(sales)])

  for (const group of [null, ...facts.groups.keys()]) {
    const own = group === null ? sales : sales.filter(({ machine }) => inGroup(group).includes(machine))
    const sold = await ask<ProductSale[]>('/sales', group === null ? '' : `&group=${group}`)
    expect(Object.fromEntries(sold.map((one) => [one.product?.id ?? 0, [one.sold, minor(one.saleGross), minor(one.saleNet)]]))).toEqual(
      Object.fromEntries([...by(own, ({ product }) => product)].map(([id, of]) => [id, [of.length, amounts(of), figures.net(of).rounded]])),
    )
    const performance = await ask<MachinePerformance[]>('/reports/v2/machines', group === null ? '' : `&group=${group}`)
    expect(performance.map(({ machine }) => machine.id).toSorted()).toEqual(
      (group === null ? facts.machines.map(({ id }) => id) : inGroup(group)).toSorted(),
    )
    for (const one of performance) {
      const of = own.filter(({ machine }) => machine === one.machine.id)
      expect([one.numberOfTransactions, minor(one.turnover), minor(one.averageTurnoverPerTransaction)]).toEqual([
        of.length,
        amounts(of),
        of.length === 0 ? 0 : Math.round(amounts(of) / of.length),
      ])
      expect(Object.fromEntries(one.productSaleShares.map(({ product, sold: pieces }) => [product?.id ?? 0, pieces]))).toEqual(
        Object.fromEntries([...by(of, ({ product }) => product)].map(([id, { length }]) => [id, length])),
      )
    }
  }

  const matrix = await ask<SalesMatrix>('/reports/v2/matrix')
  expect(Object.fromEntries(matrix.cells.map((cell) => [`${cell.machine} ${cell.product}`, [cell.sold, minor(cell.turnover)]]))).toEqual(
    Object.fromEntries(
      [...by(sales, ({ machine, product }) => `${machine} ${product}`)].map(([cell, of]) => [cell, [of.length, amounts(of)]]),
    ),
  )

  const taken = figures.taken(sales)
  const usage = await ask<ProductUsage[]>('/reports/v2/usage')
  expect(Object.fromEntries(usage.map(({ product, used, cost }) => [product.id, [Math.round(used * 1000), minor(cost)]]))).toEqual(
    Object.fromEntries(
      [...by(taken, ({ product }) => product)].map(([id, of]) => [id, [sum(of, ({ quantity }) => quantity), figures.costOf(of).rounded]]),
    ),
  )

  const lost = figures.lost(first, last)
  const revenue = await ask<MachineRevenue[]>('/reports/v2/revenue')
  expect(revenue).toHaveLength(facts.machines.length)
  const today = dayOf(now)
  const days = daysBetween(first, later(last, 1)).filter((day) => day <= today)
  const made = figures.visits(first, last)
  type Shown = Omit<ProductMargin, 'product' | 'sold'>
  const shownOf = (report: Shown) => [
    ...[report.turnover, report.netTurnover, report.netWithoutCost, report.cost, report.waste, report.commission].map(minor),
    report.margin === null ? null : minor(report.margin),
    report.soldWithoutCost,
  ]
  const expected = (own: readonly Sale[], wasted: typeof lost, machines: readonly number[]) => {
    const unknown = own.filter((sale) => !figures.isCostKnown(sale))
    const known = own.filter((sale) => figures.isCostKnown(sale))
    const [net, without] = [figures.net(own).rounded, figures.net(unknown).rounded]
    const cost = figures.spent(figures.taken(known).map((one) => ({ ...one, at: one.sale.at }))).rounded
    const [waste, commission] = [figures.spent(wasted).rounded, figures.commission(own, machines, days).rounded]
    const margin = unknown.length > 0 && known.length === 0 ? null : net - without - cost - waste - commission
    return { shown: [amounts(own), net, without, cost, waste, commission, margin, unknown.length], margin }
  }
  for (const { machine, visits, marginPerVisit, ...report } of revenue) {
    const own = sales.filter((sale) => sale.machine === machine.id)
    const { shown, margin } = expected(
      own,
      lost.filter((one) => one.machine === machine.id),
      [machine.id],
    )
    expect(shownOf(report)).toEqual(shown)
    const count = made.filter((visit) => visit.machine === machine.id).length
    expect(visits).toBe(count)
    expect(marginPerVisit === null ? null : minor(marginPerVisit)).toBe(count === 0 || margin === null ? null : Math.round(margin / count))
  }

  const margins = await ask<ProductMargins>('/reports/v2/product-margins')
  expect(minor(margins.monthlyCommission)).toBe(
    figures.commission(
      [],
      facts.machines.map(({ id }) => id),
      days,
    ).rounded,
  )
  expect(Object.fromEntries(margins.products.map(({ product, sold, ...report }) => [product?.id ?? 0, [sold, shownOf(report)]]))).toEqual(
    Object.fromEntries(
      [...new Set([...sales, ...lost].map(({ product }) => product))].map((id) => {
        const own = sales.filter(({ product }) => product === id)
        return [
          id,
          [
            own.length,
            expected(
              own,
              lost.filter(({ product }) => product === id),
              [],
            ).shown,
          ],
        ]
      }),
    ),
  )

  for (const { id, type } of facts.machines) {
    const end = Math.min(until, now)
    for (const one of await ask<ProductRevenue[]>(`/reports/v2/revenue/${id}`)) {
      const own = sales.filter((sale) => sale.machine === id && sale.product === one.product.id)
      const net = figures.net(own).value
      const known = own.every(figures.isCostKnown, figures)
      const cost = figures.spent(figures.taken(own).map((sale) => ({ ...sale, at: sale.sale.at }))).value
      const margin = Math.round(net - cost)
      expect([one.sold, minor(one.turnover), minor(one.netTurnover)]).toEqual([own.length, amounts(own), Math.round(net)])
      expect(one.margin === null ? null : minor(one.margin)).toBe(known ? margin : null)
      if (type === 'COFFEE') continue
      const places = facts.places.filter((place) => place.machine === id && place.product === one.product.id)
      const start = Math.max(from, facts.begun)
      const hours = (end - start) / 3_600_000
      const emptied = places.map((place) => figures.emptyOf(place, start, end)).reduce(both)
      const empty = sum(emptied, (span) => span.to - span.from) / 3_600_000
      expect(one.slots).toEqual(places.map(({ slot }) => slot))
      // Stock is sampled by the minute.
      const minutes = (2 * emptied.length) / 60
      expect(Math.abs((one.hoursEmpty ?? -1) - empty)).toBeLessThan(0.5 + minutes)
      const missed = (amounts(own) / (hours - empty)) * empty
      expect(Math.abs(minor(one.missed ?? -1) - missed)).toBeLessThan(0.51 + (minutes * amounts(own) * hours) / (hours - empty) ** 2)
      if (known) expect(minor(one.marginPerDay ?? 0)).toBe(Math.round((margin / (hours * places.length)) * 24))
      else expect(one.marginPerDay).toBeNull()
    }
  }

  const visits = figures.visits(first, last)
  for (const { machine, visits: many, notNeeded, foundEmpty, filled } of await ask<MachineDeliveries[]>('/reports/v2/deliveries')) {
    const own = visits.filter((visit) => visit.machine === machine.id)
    expect([many, notNeeded, foundEmpty]).toEqual([
      own.length,
      own.filter((visit) => visit.fromEmpty === 0 && visit.filled < 0.2).length,
      own.filter((visit) => visit.fromEmpty > 0).length,
    ])
    if (own.length === 0) expect(filled).toBeNull()
    else expect(filled).toBeCloseTo(sum(own, (visit) => visit.filled) / own.length, 9)
    const listed = await ask<Visit[]>(`/reports/v2/deliveries/${machine.id}`)
    expect(listed.map(({ at, places, fromEmpty }) => [Date.parse(at), places, fromEmpty])).toEqual(
      own.toSorted((a, b) => b.at - a.at).map(({ at, places, fromEmpty }) => [at, places, fromEmpty]),
    )
  }

  const sameWeekday = { PREVIOUS_MONTH: 28, PREVIOUS_YEAR: 364 }
  for (const [comparison, months] of [
    ['PREVIOUS_MONTH', 1],
    ['PREVIOUS_YEAR', 12],
  ] as const) {
    for (const [measure, of] of [
      ['REVENUE', amounts],
      ['NUMBER_OF_TRANSACTIONS', (all: readonly Sale[]) => all.length],
    ] as const) {
      const { items } = await ask<SalesReport>('/reports/v2/sales', `&groupBy=DAY&comparison=${comparison}&value=${measure}`)
      const shown = measure === 'REVENUE' ? minor : (value: number) => value
      expect(items.map(({ group, value, previousValue }) => [group, shown(value), shown(previousValue)])).toEqual(
        daysBetween(first, later(last, 1)).map((day) => {
          const before = later(day, -sameWeekday[comparison])
          return [day, of(figures.soldOn(day, day)), of(figures.soldOn(before, before))]
        }),
      )
    }
    const { items } = await ask<SalesReport>('/reports/v2/sales', `&groupBy=MONTH&comparison=${comparison}`)
    const grouped = by(daysBetween(first, later(last, 1)), (day) => day.slice(0, 7))
    expect(items.map(({ group, value, previousValue }) => [group, minor(value), minor(previousValue)])).toEqual(
      [...grouped].map(([month, days]) => {
        const end = later(days.at(-1) ?? first, 1)
        const before = [sameDateLater(days[0] ?? first, -months), later(sameDateLater(end, -months), -1)] as const
        return [
          month,
          figures.turnoverOn(days[0] ?? first, days.at(-1) ?? last),
          days.length === 1 ? expect.any(Number) : figures.turnoverOn(...before),
        ]
      }),
    )
  }
  expect(sales.every(({ at }) => dayOf(at) >= first && at < until)).toBe(true)
}

type Gap = { from: number; to: number }

/** When both were empty. */
const both = (some: Gap[], others: Gap[]): Gap[] =>
  some.flatMap((one) =>
    others.map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) })).filter(({ from, to }) => to > from),
  )
