import * as v from 'valibot'
import { DashboardLive, DashboardLongTerm } from '#contract/dashboard.ts'
import { MachineToday } from '#contract/machines.ts'
import { InventoryItem } from '#contract/stock.ts'
import { Transaction, TransactionSummary } from '#contract/transactions.ts'
import { MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Ask, allOf, dataOf } from './ask.ts'
import type { Truth } from './truth.ts'
import type { FleetMachine } from './vending.ts'

/** The company's figures before the simulation. */
export type Before = { days: ReadonlyMap<string, number>; cash: number }

export async function figuresOf(manager: Ask): Promise<Before> {
  const { revenueHistory } = dataOf(DashboardLongTerm, await manager({ method: 'GET', path: '/dashboard/ltr' }))
  const { cashInMachines } = dataOf(DashboardLive, await manager({ method: 'GET', path: '/dashboard/live' }))
  return { days: new Map(revenueHistory.map(({ date, revenue }) => [date, revenue])), cash: cashInMachines }
}

/** Alerts that the server raises without an event of a machine. */
const WATCHED: ReadonlySet<string> = new Set(['LOW_STOCK_LEVEL', 'NO_SALES'])

type Known = { machine: FleetMachine; truth: Truth }

/** Every figure that the product shows incorrectly, as text; none if all are correct to the piece and the cent. */
export async function differences(
  manager: Ask,
  fleet: readonly Known[],
  { from, to }: { from: Moment; to: Moment },
  before: Before,
): Promise<string[]> {
  const found: string[] = []
  for (const { machine, truth } of fleet) {
    const differs = (what: string, is: unknown, shown: unknown) => {
      if (JSON.stringify(is) !== JSON.stringify(shown))
        found.push(`${machine.name}, ${what}: it is ${JSON.stringify(is)}, and is shown as ${JSON.stringify(shown)}`)
    }
    const span = `machine=${machine.id}&startDate=${toIso(from - 10 * MINUTE)}&endDate=${toIso(to + 10 * MINUTE)}`
    compareSales(truth, await salesOf(manager, span), differs)

    const inventory = dataOf(
      v.array(InventoryItem),
      await manager({ method: 'GET', path: `/machines/${machine.id}/inventory?groupBy=slot` }),
    )
    for (const [point, id] of machine.points.entries()) {
      const shown = inventory.find(({ productInstallationId }) => productInstallationId === id)
      differs(`stock of ${shown?.slotNumber ?? id}`, machine.stock.shown(point), shown?.currentQuantity)
    }

    const card = dataOf(MachineToday, await manager({ method: 'GET', path: `/machines/${machine.id}` }))
    differs('cash', truth.decimal(truth.cash), card.cashInMachine)
    differs('state', truth.state, card.state)
    differs('temperature', truth.temperature ?? undefined, card.temperature)
    differs('alerts', [...truth.alerts].sort(), (card.alerts ?? []).flatMap(({ code }) => (WATCHED.has(code) ? [] : [code])).sort())
    const coins = truth.coins.reduce((sum, { value, count }) => sum + truth.minor(value) * count, 0)
    differs('coins', truth.decimal(coins), card.cashInCoinAcceptor ?? 0)
  }
  return [...found, ...(await companyDifferences(manager, fleet, before))]
}

type Differs = (what: string, is: unknown, shown: unknown) => void

async function salesOf(manager: Ask, span: string) {
  const summary = dataOf(TransactionSummary, await manager({ method: 'GET', path: `/transactions?type=summary&${span}` }))
  return { summary, rows: await allOf(manager, `/transactions?${span}`, Transaction) }
}

function compareSales(truth: Truth, { summary, rows }: Awaited<ReturnType<typeof salesOf>>, differs: Differs): void {
  const sums = [...truth.sales.values()]
  const count = sums.reduce((sum, one) => sum + one.count, 0)
  differs('sales', count, summary.count)
  differs('sales listed', count, new Set(rows.map(({ id }) => id)).size)
  differs('turnover', truth.decimal(sums.reduce((sum, { minor }) => sum + minor, 0)), summary.turnover)
  differs(
    'turnover listed',
    truth.minor(summary.turnover),
    rows.reduce((sum, { amount }) => sum + truth.minor(amount), 0),
  )
  const types = new Set<string>([...truth.sales.keys(), ...summary.byTypes.map(({ type }) => type)])
  for (const type of types) {
    const { count: sold, minor } = truth.sales.get(type) ?? { count: 0, minor: 0 }
    const shown = summary.byTypes.find((one) => one.type === type)
    differs(`sales by ${type}`, [sold, truth.decimal(minor)], [shown?.count ?? 0, shown?.turnover ?? 0])
  }
}

/** For a company with other sales, compares the increase of the dashboard figures. */
async function companyDifferences(manager: Ask, fleet: readonly Known[], before: Before): Promise<string[]> {
  const [first] = fleet
  if (!first) return []
  const { minor, decimal } = { minor: first.truth.minor.bind(first.truth), decimal: first.truth.decimal.bind(first.truth) }
  const now = await figuresOf(manager)
  const found: string[] = []
  for (const [day, revenue] of now.days) {
    const is = fleet.reduce((sum, { truth }) => sum + (truth.days.get(day) ?? 0), 0)
    const shown = minor(revenue) - minor(before.days.get(day) ?? 0)
    if (is !== shown) found.push(`dashboard, revenue of ${day}: it is ${decimal(is)}, and is shown as ${decimal(shown)}`)
  }
  const cash = fleet.reduce((sum, { truth }) => sum + truth.cash, 0)
  const shown = minor(now.cash) - minor(before.cash)
  if (cash !== shown) found.push(`dashboard, cash in machines: it is ${decimal(cash)}, and is shown as ${decimal(shown)}`)
  return found
}
