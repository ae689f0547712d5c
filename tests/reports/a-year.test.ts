import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MachinePerformance, MachineRevenue, ProductUsage, SalesMatrix } from '#contract/machine-reports.ts'
import type { Machine } from '#contract/machines.ts'
import type { ProductSale, SalesReport } from '#contract/reports.ts'
import type { TransactionSummary } from '#contract/transactions.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { rowsOf } from '../../server/db/client.ts'
import { prepareCompanies } from '../../server/demo/prepare.ts'
import { isLong } from '../support/long.ts'
import { aClock, createTestApp, createTestContext, signedIn, type TestContext } from '../support/test-context.ts'
import { callerWith } from '../support/two-companies.ts'

/** A demo has sales of its last 90 days. Daylight saving time changes in the first two of these quarters; all four make a year. */
const QUARTERS = ['2026-04-02T10:00:00Z', ...(isLong ? ['2026-01-02T10:00:00Z', '2026-07-01T10:00:00Z', '2026-09-29T10:00:00Z'] : [])]
const PASSWORD = 'as it should be'

type Sale = { at: Moment; machine: number; product: number; type: string; amount: number }
type Product = { id: number; packaging: string; volume: number; tax: number; cost: number }
type RecipeLine = { product: number; from: Moment; ingredient: number; share: number }
type Loss = { at: Moment; machine: number; product: number; quantity: number }
/** The facts in the database, row by row, in minor units and thousandths. */
type Recorded = { timezone: string; sales: Sale[]; products: Map<number, Product>; recipes: RecipeLine[]; losses: Loss[]; places: Place[] }
/** A stock point that is currently in a machine. */
type Place = { machine: number; max: number | null; balance: number }

describe.each(QUARTERS)('the three months before %s, recomputed from single facts', (until) => {
  const clock = aClock(Date.parse(until))
  let ctx: TestContext
  let app: FastifyInstance
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'roundsman-year-'))
    ctx = await createTestContext({ now: clock.now, settings: { dataDir: folder, demo: true, demoSize: 6, demoPassword: PASSWORD } })
    const prepared = await prepareCompanies(ctx)
    if ('wrong' in prepared) throw new Error(prepared.wrong)
    app = await createTestApp(ctx)
  }, 600_000)
  afterAll(async () => {
    await app.close()
    await ctx.database.close()
    await rm(folder, { recursive: true, force: true })
  })

  test.each(['manager', 'rival'])(
    'every report of %s matches, to the piece and the cent',
    async (login) => {
      const call = callerWith(app, await signedIn(app, login, PASSWORD))
      const stored = await recordedSales(ctx, login)
      const dayOf = daysIn(stored.timezone)
      const days = [...new Set(stored.sales.map(({ at }) => dayOf(at)))].toSorted()
      expect(days.length).toBeGreaterThan(80)
      const months = [...new Set(days.map((day) => day.slice(0, 7)))]
      const ask = async <T>(path: string, span: { from: Moment; until: Moment }): Promise<T> => {
        const days = `startDate=${toIso(span.from)}&endDate=${toIso(span.until)}`
        const answer = await call('GET', `${path}${path.includes('?') ? '&' : '?'}${days}`)
        expect(answer.statusCode).toBe(200)
        return answer.json<{ data: T }>().data
      }
      const whole = { from: clock.now() - 100 * DAY, until: clock.now() + DAY }
      const spans = [whole, ...months.map((month) => spanOf(month, stored.timezone))]
      for (const span of spans) {
        const [first, end] = [dayOf(span.from), dayOf(span.until - 1)]
        const isIn = ({ at }: { at: Moment }) => dayOf(at) >= first && dayOf(at) <= end
        const sales = stored.sales.filter(isIn)
        const losses = stored.losses.filter(isIn)

        const summary = await ask<TransactionSummary>('/transactions?type=summary', span)
        const exactly = stored.sales.filter(({ at }) => at >= span.from && at < span.until)
        expect([summary.count, minor(summary.turnover)]).toEqual([exactly.length, sum(exactly, ({ amount }) => amount)])
        expect(sum(summary.byTypes, ({ count }) => count)).toBe(exactly.length)

        const sold = await ask<ProductSale[]>('/sales', span)
        expect(Object.fromEntries(sold.map((one) => [one.product?.id ?? 0, [one.sold, minor(one.saleGross), minor(one.saleNet)]]))).toEqual(
          Object.fromEntries(
            [...by(sales, ({ product }) => product)].map(([product, of]) => {
              const gross = sum(of, ({ amount }) => amount)
              const net = Math.round((gross * 10_000) / (10_000 + (stored.products.get(product)?.tax ?? 0)))
              return [product, [of.length, gross, net]]
            }),
          ),
        )

        const performance = await ask<MachinePerformance[]>('/reports/v2/machines', span)
        expect(
          Object.fromEntries(
            performance
              .filter(({ numberOfTransactions }) => numberOfTransactions > 0)
              .map((one) => [
                one.machine.id,
                [one.numberOfTransactions, minor(one.turnover), one.productSaleShares.map((share) => share.sold).toSorted((a, b) => b - a)],
              ]),
          ),
        ).toEqual(
          Object.fromEntries(
            [...by(sales, ({ machine }) => machine)].map(([machine, of]) => [
              machine,
              [
                of.length,
                sum(of, ({ amount }) => amount),
                [...by(of, ({ product }) => product).values()].map(({ length }) => length).toSorted((a, b) => b - a),
              ],
            ]),
          ),
        )

        const matrix = await ask<SalesMatrix>('/reports/v2/matrix', span)
        expect(
          Object.fromEntries(matrix.cells.map((cell) => [`${cell.machine} ${cell.product}`, [cell.sold, minor(cell.turnover)]])),
        ).toEqual(
          Object.fromEntries(
            [...by(sales, ({ machine, product }) => `${machine} ${product}`)].map(([cell, of]) => [
              cell,
              [of.length, sum(of, ({ amount }) => amount)],
            ]),
          ),
        )

        const taken = takenBy(sales, stored)
        const usage = await ask<ProductUsage[]>('/reports/v2/usage', span)
        expect(Object.fromEntries(usage.map(({ product, used, cost }) => [product.id, [Math.round(used * 1000), minor(cost)]]))).toEqual(
          Object.fromEntries(
            [...by(taken, ({ product }) => product)].map(([product, of]) => [
              product,
              [sum(of, ({ quantity }) => quantity), costOf(of, stored)],
            ]),
          ),
        )

        const revenue = await ask<MachineRevenue[]>('/reports/v2/revenue', span)
        for (const { machine, turnover, netTurnover, cost, waste, commission, margin } of revenue) {
          const own = sales.filter((sale) => sale.machine === machine.id)
          const spent = costOf(takenBy(own, stored), stored)
          const ours = losses.filter((loss) => loss.machine === machine.id)
          const lost = costOf(ours, stored)
          const gross = sum(own, ({ amount }) => amount)
          const net = netOf(own, stored)
          expect([machine.name, minor(turnover), minor(netTurnover), minor(cost), minor(waste), minor(margin ?? 0)]).toEqual([
            machine.name,
            gross,
            net,
            spent,
            lost,
            net - spent - lost - minor(commission),
          ])
        }
        expect(revenue.map(({ machine }) => machine.id)).toEqual(expect.arrayContaining([...by(sales, ({ machine }) => machine).keys()]))

        for (const [grouping, groupOf] of [
          ['DAY', (day: string) => day],
          ['MONTH', (day: string) => day.slice(0, 7)],
          ['QUARTER', (day: string) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`],
        ] as const) {
          const { items } = await ask<SalesReport>(`/reports/v2/sales?groupBy=${grouping}`, span)
          expect(Object.fromEntries(items.filter(({ value }) => value > 0).map(({ group, value }) => [group, minor(value)]))).toEqual(
            Object.fromEntries(
              [...by(sales, ({ at }) => groupOf(dayOf(at)))].map(([group, of]) => [group, sum(of, ({ amount }) => amount)]),
            ),
          )
        }
      }

      const machines = (await call('GET', '/machines?size=100')).json<{ data: Machine[] }>().data
      for (const { id, type, currentQuantity, maxQuantity, filledQuantity, fillShare } of machines) {
        const own = stored.places
          .filter(({ machine }) => machine === id)
          .map(({ balance, max }) => ({ there: Math.round(balance / 1000), max }))
        const sized = own.flatMap(({ there, max }) => (max ? [{ filled: Math.min(max, Math.max(0, there)), max }] : []))
        const capacity = sum(sized, ({ max }) => max)
        const filled = sum(sized, (place) => place.filled)
        expect([currentQuantity, maxQuantity, filledQuantity]).toEqual([sum(own, ({ there }) => there), capacity, filled])
        const mean = sum(sized, (place) => place.filled / place.max) / sized.length
        expect(fillShare).toBeCloseTo(type === 'COFFEE' ? mean : filled / capacity, 10)
      }
    },
    600_000,
  )
})

async function recordedSales({ database: { owner } }: TestContext, login: string): Promise<Recorded> {
  const [company] = await rowsOf<{ id: number; timezone: string }>(
    owner,
    sql`select c.id, c.timezone from companies c join users u on u.company_id = c.id where u.login = ${login}`,
  )
  if (!company) throw new Error(`the demo has no user ${login}`)
  const millis = (at: string) => sql.raw(`floor(extract(epoch from ${at}) * 1000)::float8`)
  const of = sql`company_id = ${company.id}`
  const products = await rowsOf<Product>(
    owner,
    sql`select id::float8 as id, packaging, volume::float8 as volume, tax_basis_points::float8 as tax, last_cost_minor::float8 as cost from products where ${of}`,
  )
  return {
    timezone: company.timezone,
    products: new Map(products.map((product) => [product.id, product])),
    sales: await rowsOf<Sale>(
      owner,
      sql`select ${millis('at')} as at, machine_id::float8 as machine, coalesce(product_id, 0)::float8 as product, type, amount_minor::float8 as amount
        from transactions where ${of}`,
    ),
    recipes: await rowsOf<RecipeLine>(
      owner,
      sql`select product_id::float8 as product, ${millis('valid_from')} as from, ingredient_id::float8 as ingredient, share::float8 as share from recipe_lines where ${of}`,
    ),
    losses: await rowsOf<Loss>(
      owner,
      sql`select ${millis('v.effective_at')} as at, s.machine_id::float8 as machine, s.product_id::float8 as product, -v.quantity::float8 as quantity
        from movements v join stock_points s on s.company_id = v.company_id and s.id = v.stock_point_id
        where v.${of} and s.machine_id is not null and v.cause = 'LOSS' and v.kind = 'delta' and not v.voided`,
    ),
    places: await rowsOf<Place>(
      owner,
      sql`select s.machine_id::float8 as machine, s.max_quantity::float8 as max, s.balance::float8 as balance
        from stock_points s where s.${of} and s.kind in ('SLOT', 'CANISTER') and s.removed_at is null and s.machine_id is not null`,
    ),
  }
}

/** Net sales by the tax rate of each product, in whole minor units: exact, rounded once. */
function netOf(sales: readonly Sale[], { products }: Recorded): number {
  let [over, under] = [0n, 1n]
  for (const [product, of] of by(sales, (sale) => sale.product)) {
    const rate = BigInt(10_000 + (products.get(product)?.tax ?? 0))
    over = over * rate + BigInt(sum(of, ({ amount }) => amount)) * 10_000n * under
    under *= rate
  }
  return Number((2n * over + under) / (2n * under))
}

/** Stock taken by sales: the ingredients of a drink by its recipe at that time, else the product itself, in thousandths. */
const takenBy = (sales: readonly Sale[], { products, recipes }: Recorded): { product: number; quantity: number }[] =>
  sales.flatMap(({ product, at }) => {
    const known = products.get(product)
    if (!known) return []
    if (known.packaging !== 'COFFEE') return [{ product, quantity: 1000 }]
    const own = recipes.filter((line) => line.product === product && line.from <= at)
    const latest = Math.max(...own.map(({ from }) => from))
    return own.filter(({ from }) => from === latest).map(({ ingredient, share }) => ({ product: ingredient, quantity: share }))
  })

/** The cost of these quantities at their last purchase price, in whole minor units: exact, rounded once. */
function costOf(taken: readonly { product: number; quantity: number }[], { products }: Recorded): number {
  let [over, under] = [0n, 1n]
  for (const [product, of] of by(taken, (one) => one.product)) {
    const known = products.get(product)
    if (!known) continue
    const packs = BigInt(1000 * (known.packaging === 'INGREDIENT' ? known.volume : 1))
    over = over * packs + BigInt(sum(of, ({ quantity }) => quantity)) * BigInt(known.cost) * under
    under *= packs
  }
  return Number((2n * over + under) / (2n * under))
}

const minor = (decimal: number): number => Math.round(decimal * 100)
const sum = <T>(of: readonly T[], value: (one: T) => number): number => of.reduce((total, one) => total + value(one), 0)

function by<T, Key>(rows: readonly T[], keyOf: (row: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}

/** The local date at a site: 2026-03-29. */
function daysIn(timeZone: string): (at: Moment) => string {
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  return (at) => calendar.format(at)
}

/** A whole calendar month in a time zone, found by searching for its first midnight hour by hour. */
function spanOf(month: string, timeZone: string): { from: Moment; until: Moment } {
  const dayOf = daysIn(timeZone)
  const firstOf = (monthText: string) => {
    let at = Date.parse(`${monthText}-01T00:00:00Z`) - DAY
    while (dayOf(at) < `${monthText}-01`) at += 15 * 60_000
    return at
  }
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { from: firstOf(month), until: firstOf(next) }
}
