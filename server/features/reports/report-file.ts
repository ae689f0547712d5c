import * as v from 'valibot'
import { addDays, isoDay } from '#domain/calendar.ts'
import type { CompanyId, ProductId } from '#domain/ids.ts'
import { decimalsOf, toDecimal } from '#domain/money.ts'
import { HOUR, SECOND } from '#domain/time.ts'
import { MILLI } from '#domain/units.ts'
import type { Db } from '../../db/client.ts'
import { companyWays } from '../../db/company-settings.ts'
import { productLabelsOf } from '../../db/product-labels.ts'
import { type Sheet, type SheetColumn, writeSheet, XLSX } from '../../files/sheet.ts'
import type { PrintedFile, ReportName } from '../../files/signed-files.ts'
import type { AppContext } from '../../http/request-context.ts'
import { momentsOf } from '../../http/requested-days.ts'
import { languageOf, wordsOf } from '../../languages.ts'
import { findDeliveries } from './deliveries.store.ts'
import { findMargins, findProductMargins, marginOf, perVisit, type Sums, shareOf } from './margin.store.ts'
import { findMatrix } from './matrix.store.ts'
import { findPerformance, type Performance } from './performance.store.ts'
import type { ReportFilter } from './report-filter.ts'
import { findUptime } from './uptime.store.ts'
import { findUsage } from './usage.store.ts'

const word = v.pipe(v.string(), v.minLength(1))
const words = <const Keys extends readonly string[]>(...keys: Keys) =>
  v.object(Object.fromEntries(keys.map((key) => [key, word])) as Record<Keys[number], typeof word>)
const Words = v.object({
  ...words('unknown', 'machine', 'total').entries,
  performance: v.object({
    title: word,
    column: words('turnover', 'sales', 'average', 'best', 'worst', 'share', 'stops', 'hours', 'credits'),
  }),
  matrix: v.object({ title: word, product: word }),
  usage: v.object({
    title: word,
    column: words('product', 'drink', 'sold', 'used', 'usedIn', 'unit', 'packs', 'cost'),
    units: words('GRAM', 'MILLILITRE', 'PIECE'),
  }),
  deliveries: v.object({ title: word, column: words('visits', 'notNeeded', 'foundEmpty', 'filled') }),
  revenue: v.object({
    title: word,
    byProduct: word,
    column: words(
      ...(['turnover', 'net', 'netWithoutCost', 'cost', 'waste', 'commission', 'margin', 'share', 'withoutCost'] as const),
      ...(['visits', 'perVisit', 'product', 'sold'] as const),
    ),
  }),
  uptime: v.object({ title: word, column: words('up', 'outages', 'hours', 'stopped', 'silent') }),
})
type Words = v.InferOutput<typeof Words>

type FileRequest = {
  labels: ReadonlyMap<ProductId, string>
  db: Db
  company: CompanyId
  meant: ReportFilter
  currency: string
  timezone: string
  ctx: AppContext
  words: Words
}
type Share = Performance['productSaleShares'][number]
type Table = Pick<Sheet, 'columns' | 'rows'>

const text = (head: string, width = 32): SheetColumn => ({ head, kind: 'text', width })
const whole = (head: string): SheetColumn => ({ head, kind: 'whole', width: 14 })
const amount = (head: string): SheetColumn => ({ head, kind: 'amount', width: 16 })
/** Not money, so it has two decimals in every currency. */
const decimal = (head: string): SheetColumn => ({ head, kind: 'decimal', width: 16 })
const hours = (seconds: number | null) => (seconds === null ? null : Math.floor((seconds * SECOND) / HOUR))

const orNull = (minor: number | null, currency: string) => (minor === null ? null : toDecimal(minor, currency))

/** The columns that the margins of machines and products share. */
const marginColumns = ({ column }: Words['revenue'], currency: string): SheetColumn[] => [
  ...(['turnover', 'net', 'netWithoutCost', 'cost', 'waste', 'commission', 'margin'] as const).map((key) =>
    amount(`${column[key]} (${currency})`),
  ),
  whole(`${column.share} (%)`),
  whole(column.withoutCost),
]
function marginCells(sums: Sums, currency: string) {
  const { turnoverMinor, netMinor, netWithoutCostMinor, costMinor, wasteMinor, commissionMinor, soldWithoutCost } = sums
  const share = shareOf(sums)
  return [
    ...[turnoverMinor, netMinor, netWithoutCostMinor, costMinor, wasteMinor, commissionMinor, marginOf(sums)].map((minor) =>
      orNull(minor, currency),
    ),
    share === null ? null : Math.round(share * 100),
    soldWithoutCost,
  ]
}

const TABLES: Record<ReportName, (asking: FileRequest) => Promise<Table>> = {
  async performance({ labels, db, company, meant, currency, timezone, ctx, words: { machine, unknown, performance, revenue } }) {
    const rows = await findPerformance(db, company, meant, momentsOf(meant.days, timezone), ctx.now())
    const { turnover, sales, average, best, worst, share, stops, hours: out, credits } = performance.column
    const shareOf = (of: Share | undefined) =>
      of ? [of.product ? (labels.get(of.product.id) ?? of.product.name) : unknown, Math.round(of.share * 100)] : [null, null]
    return {
      columns: [
        text(machine),
        amount(`${turnover} (${currency})`),
        amount(`${revenue.column.net} (${currency})`),
        whole(sales),
        amount(`${average} (${currency})`),
        text(best),
        whole(`${share} (%)`),
        text(worst),
        whole(`${share} (%)`),
        whole(stops),
        whole(out),
        whole(credits),
      ],
      rows: rows.map(({ machine: of, turnoverMinor, netMinor, sold, productSaleShares: shares, outages, credits: given }) => [
        of.name,
        toDecimal(turnoverMinor, currency),
        toDecimal(netMinor, currency),
        sold,
        sold === 0 ? null : toDecimal(Math.round(turnoverMinor / sold), currency),
        ...shareOf(shares[0]),
        ...shareOf(shares.length > 1 ? shares.at(-1) : undefined),
        outages?.count ?? null,
        hours(outages?.seconds ?? null),
        given,
      ]),
    }
  },
  async matrix({ labels, db, company, meant, currency, words: { unknown, total, matrix } }) {
    const { machines, products, cells } = await findMatrix(db, company, meant, currency)
    const sold = new Map(cells.map(({ machine, product, sold: count }) => [`${machine}|${product}`, count]))
    // Generated lazily: a row has a cell per machine, so all rows at once could take much memory.
    function* rows() {
      for (const { id, name } of products) {
        const row = machines.map((machine) => sold.get(`${machine.id}|${id}`) ?? null)
        yield [labels.get(id) ?? name ?? unknown, row.reduce<number>((sum, count) => sum + (count ?? 0), 0), ...row]
      }
    }
    return { columns: [text(matrix.product), whole(total), ...machines.map(({ name }) => whole(name))], rows: rows() }
  },
  async usage({ labels, db, company, meant, currency, timezone, words: { usage } }) {
    const { product, drink, sold, used, usedIn, unit, packs, cost } = usage.column
    const rows = await findUsage(db, company, meant, timezone)
    return {
      // Consumption by drinks has its own column, so that every column can be summed.
      columns: [
        text(product),
        whole(used),
        text(unit, 10),
        decimal(packs),
        amount(`${cost} (${currency})`),
        text(drink),
        whole(sold),
        whole(usedIn),
      ],
      rows: rows.flatMap(({ product: of, used: all, costMinor, drinks }) => {
        const units = usage.units[of.type === 'INGREDIENT' ? of.volumeType : 'PIECE']
        const inPacks = of.type === 'INGREDIENT' ? Math.round((all / MILLI / of.volume) * 100) / 100 : null
        const name = labels.get(of.id) ?? of.name
        return [
          [name, Math.round(all / MILLI), units, inPacks, toDecimal(costMinor, currency), null, null, null],
          ...drinks.map((one) => [
            name,
            null,
            units,
            null,
            null,
            labels.get(one.product.id) ?? one.product.name,
            one.sold,
            Math.round(one.used / MILLI),
          ]),
        ]
      }),
    }
  },
  async deliveries({ db, company, meant, timezone, words: { machine, deliveries } }) {
    const { visits, notNeeded, foundEmpty, filled } = deliveries.column
    const rows = await findDeliveries(db, company, meant, momentsOf(meant.days, timezone), timezone)
    return {
      columns: [text(machine), whole(visits), whole(notNeeded), whole(foundEmpty), whole(`${filled} (%)`)],
      rows: rows.map((row) => [
        row.machine.name,
        row.visits,
        row.notNeeded,
        row.foundEmpty,
        row.filled === null ? null : Math.round(row.filled * 100),
      ]),
    }
  },
  async revenue({ db, company, meant, currency, timezone, ctx, words: { machine, revenue } }) {
    const rows = await findMargins(db, company, { filter: meant, timezone, now: ctx.now() })
    const { visits, perVisit: each } = revenue.column
    return {
      columns: [text(machine), ...marginColumns(revenue, currency), whole(visits), amount(`${each} (${currency})`)],
      rows: rows.map((row) => [row.machine.name, ...marginCells(row, currency), row.visits, orNull(perVisit(row), currency)]),
    }
  },
  async margins({ labels, db, company, meant, currency, timezone, ctx, words: { unknown, revenue } }) {
    const { products } = await findProductMargins(db, company, { filter: meant, timezone, now: ctx.now() })
    return {
      columns: [text(revenue.column.product), whole(revenue.column.sold), ...marginColumns(revenue, currency)],
      rows: products.map(({ product, sold, ...sums }) => [
        product ? (labels.get(product.id) ?? product.name) : unknown,
        sold,
        ...marginCells({ sold, ...sums }, currency),
      ]),
    }
  },
  async uptime({ db, company, meant, timezone, ctx, words: { machine, uptime } }) {
    const rows = await findUptime(db, company, meant, momentsOf(meant.days, timezone), ctx.now())
    const { up, outages, hours: out, stopped, silent } = uptime.column
    return {
      columns: [text(machine), decimal(`${up} (%)`), whole(outages), whole(out), whole(stopped), whole(silent)],
      rows: rows.map(({ machine: of, secondsWatched: watched, ...of_ }) => [
        of.name,
        watched === null ? null : Math.round((1 - of_.secondsInOutage / watched) * 10_000) / 100,
        watched === null ? null : of_.numberOfOutages,
        watched === null ? null : hours(of_.secondsInOutage),
        watched === null ? null : hours(of_.secondsStopped),
        watched === null ? null : hours(of_.secondsNotConnected),
      ]),
    }
  },
}

/** A report as a table in the language of a locale. */
export async function printReport(
  ctx: AppContext,
  company: CompanyId,
  { report, meant, locale }: { report: ReportName; meant: ReportFilter; locale: string },
): Promise<PrintedFile> {
  const texts = wordsOf(languageOf(locale), 'machineReports', Words)
  const { table, currency } = await ctx.database.withTenant(
    company,
    async (db) => {
      const ways = await companyWays(db, company)
      const labels = await productLabelsOf(db, company, locale)
      return { ...ways, table: await TABLES[report]({ labels, db, company, meant, ...ways, ctx, words: texts }) }
    },
    { snapshot: true },
  )
  const title = report === 'margins' ? texts.revenue.byProduct : texts[report].title
  const content = await writeSheet({ name: title, ...table, decimals: decimalsOf(currency) })
  const days = [meant.days.from, addDays(meant.days.until, -1)].map(isoDay)
  return { name: `${title} ${[...new Set(days)].join(' – ')}.xlsx`, type: XLSX, content }
}
