import { expect } from 'vitest'
import type { CashSummary, CashWithdraw } from '#contract/cash.ts'
import type { DashboardLive, DashboardLongTerm } from '#contract/dashboard.ts'
import type { MachineToday } from '#contract/machines.ts'
import type { ProductSummary } from '#contract/products.ts'
import type { InventoryItem } from '#contract/stock.ts'
import type { Caller } from '../../support/two-companies.ts'
import { daysBetween, later, monthsLater } from './calendar.ts'
import { by, type Figures, sum } from './figures.ts'

const coins = ({ facts }: Figures) => {
  const unit = 10 ** facts.world.decimals
  return (decimal: number) => Math.round(decimal * unit)
}

async function dataOf<T>(call: Caller, path: string): Promise<T> {
  const answer = await call('GET', path)
  expect(answer.statusCode, `${path} ${answer.body}`).toBe(200)
  return answer.json<{ data: T }>().data
}

/** Withdrawals of each machine and in total, by the requested period. */
export async function compareCash(figures: Figures, call: Caller, now: number): Promise<void> {
  const minor = coins(figures)
  const all = figures.withdrawals()
  expect(all.length).toBeGreaterThan(2)
  for (const from of [figures.facts.begun, now - 5 * 86_400_000]) {
    const query = `startDate=${new Date(from).toISOString()}&endDate=${new Date(now + 1).toISOString()}&size=1000`
    const own = all.filter(({ at }) => at >= from).toSorted((a, b) => b.at - a.at)
    const list = await dataOf<CashWithdraw[]>(call, `/cash-withdraws?${query}`)
    expect(
      list.map((one) => [
        one.id,
        Date.parse(one.created),
        one.since && Date.parse(one.since),
        minor(one.withdrawnAmount),
        minor(one.expectedAmount),
        one.difference === null ? null : minor(one.difference),
      ]),
    ).toEqual(
      own.map((one) => [one.operation, one.at, one.since, one.taken, one.expected, one.isCounted ? one.taken - one.expected : null]),
    )
    const summary = await dataOf<CashSummary>(call, `/cash-withdraws?${query}&type=summary`)
    const counted = own.filter(({ isCounted }) => isCounted)
    expect([
      summary.count,
      minor(summary.withdrawnAmount),
      minor(summary.expectedAmount),
      summary.counted,
      minor(summary.difference),
    ]).toEqual([
      own.length,
      sum(own, ({ taken }) => taken),
      sum(own, ({ expected }) => expected),
      counted.length,
      sum(counted, ({ taken, expected }) => taken - expected),
    ])
  }
}

/** The stock of each stock point and machine, and today's and recent sales of machines and products. */
export async function compareStock(figures: Figures, call: Caller, now: number): Promise<void> {
  const { facts, dayOf } = figures
  const minor = coins(figures)
  const today = dayOf(now)
  const soldToday = figures.soldOn(today, today)
  for (const machine of await dataOf<MachineToday[]>(call, '/machines?size=100')) {
    const own = facts.places.filter((place) => place.machine === machine.id)
    const lies = own.map((place) => ({ ...place, there: Math.round(figures.stockOf(place) / 1000) }))
    const filled = lies.map(({ there, max }) => Math.min(max, Math.max(0, there)))
    expect([machine.currentQuantity, machine.maxQuantity, machine.filledQuantity, machine.emptyPlaces]).toEqual([
      sum(lies, ({ there }) => there),
      sum(own, ({ max }) => max),
      sum(filled, (pieces) => pieces),
      own.filter((place) => figures.stockOf(place) < 500).length,
    ])
    const share =
      machine.type === 'COFFEE'
        ? sum(lies, ({ there, max }) => Math.min(max, Math.max(0, there)) / max) / own.length
        : sum(filled, (one) => one) / sum(own, ({ max }) => max)
    expect(machine.fillShare).toBeCloseTo(share, 9)
    const sold = soldToday.filter((sale) => sale.machine === machine.id)
    expect([machine.soldToday, minor(machine.turnoverToday ?? -1), minor(machine.cashInMachine ?? -1)]).toEqual([
      sold.length,
      sum(sold, ({ amount }) => amount),
      figures.cashIn(machine.id),
    ])
    const items = await dataOf<InventoryItem[]>(call, `/machines/${machine.id}/inventory?groupBy=slot`)
    for (const { point, there, max } of lies) {
      const item = items.find(({ productInstallationId }) => productInstallationId === point)
      expect([item?.currentQuantity, item?.currentShortage]).toEqual([there, Math.min(max, Math.max(0, max - there))])
    }
  }
  for (const { id, name } of facts.products.values()) {
    const { dateSales } = await dataOf<ProductSummary>(call, `/products/${name}`)
    expect(dateSales).toEqual(
      daysBetween(later(today, -29), later(today, 1)).map((date) => ({
        date,
        sold: figures.soldOn(date, date).filter(({ product }) => product === id).length,
      })),
    )
  }
}

export async function compareDashboard(figures: Figures, call: Caller, now: number): Promise<void> {
  const { facts, dayOf, beginOf } = figures
  const minor = coins(figures)
  const today = dayOf(now)
  const live = await dataOf<DashboardLive>(call, '/dashboard/live')
  const back = Number(today.slice(8)) > 28 ? -35 : -28
  const [month, year] = [`${today.slice(0, 8)}01`, `${today.slice(0, 4)}-01-01`]
  expect(
    [live.revenueToday, live.revenueMonth, live.revenueMonthPrevious, live.revenueYear, live.revenueYearPrevious, live.cashInMachines].map(
      minor,
    ),
  ).toEqual([
    figures.turnoverOn(today, today),
    figures.turnoverOn(month, today),
    figures.turnoverOn(later(month, back), later(today, back)),
    figures.turnoverOn(year, today),
    figures.turnoverOn(monthsLater(year, -12), monthsLater(today, -12)),
    sum(facts.machines, ({ id }) => figures.cashIn(id)),
  ])
  const clockOf = new Intl.DateTimeFormat('en-GB', { timeZone: facts.world.timezone, timeStyle: 'medium', hourCycle: 'h23' })
  const weekAgo = later(today, -7)
  const untilNow = figures.soldOn(weekAgo, weekAgo).filter(({ at }) => clockOf.format(at) < clockOf.format(now))
  expect(minor(live.revenueTodayPrevious)).toBe(sum(untilNow, ({ amount }) => amount))
  const refilled = facts.puts.filter(({ kind, undone, at }) => kind === 'RESTOCK' && !undone && at >= beginOf(today))
  expect([live.allMachinesCount, live.refilledTodayCount]).toEqual([facts.machines.length, by(refilled, ({ machine }) => machine).size])
  expect(live.transactions.map(({ created, amount }) => [Date.parse(created), minor(amount)])).toEqual(
    facts.sales
      .toSorted((a, b) => b.at - a.at)
      .slice(0, 5)
      .map(({ at, amount }) => [at, amount]),
  )

  const { revenueHistory, topMachines, topProducts } = await dataOf<DashboardLongTerm>(call, '/dashboard/ltr')
  expect(revenueHistory.map(({ date, revenue }) => [date, minor(revenue)])).toEqual(
    daysBetween(later(today, -29), later(today, 1)).map((day) => [day, figures.turnoverOn(day, day)]),
  )
  const week = figures.soldOn(later(today, -6), today)
  expect(Object.fromEntries(topMachines.map(({ id, revenue }) => [id, minor(revenue)]))).toEqual(
    Object.fromEntries([...by(week, ({ machine }) => machine)].map(([id, of]) => [id, sum(of, ({ amount }) => amount)])),
  )
  expect(Object.fromEntries(topProducts.map(({ id, sold }) => [id, sold]))).toEqual(
    Object.fromEntries(
      [
        ...by(
          week.filter(({ product }) => product > 0),
          ({ product }) => product,
        ),
      ].map(([id, { length }]) => [id, length]),
    ),
  )
}
