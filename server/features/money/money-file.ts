import * as v from 'valibot'
import type { MoneyFormat, MoneyReport } from '#contract/money.ts'
import type { CompanyId } from '#domain/ids.ts'
import { decimalsOf } from '#domain/money.ts'
import type { Days } from '#domain/sales/sales-report.ts'
import { SHOWN_TYPES } from '#domain/sales/transaction.ts'
import type { Db } from '../../db/client.ts'
import { CSV, writeCsv } from '../../files/csv.ts'
import { type SheetRow, writeSheet, XLSX } from '../../files/sheet.ts'
import type { PrintedFile } from '../../files/signed-files.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { languageOf, wordsOf } from '../../languages.ts'
import { storedFile, storeFile } from './closings.store.ts'
import { datevFile, datevRefusal } from './datev-file.ts'
import { figuresOf, reportOf } from './figures.ts'
import { findAccounts } from './settings.store.ts'

const word = v.pipe(v.string(), v.minLength(1))
const words = <const Keys extends readonly string[]>(...keys: Keys) =>
  v.object(Object.fromEntries(keys.map((key) => [key, word])) as Record<Keys[number], typeof word>)
const Words = v.object({
  title: word,
  unknown: word,
  column: words('section', 'name', 'sales', 'gross', 'net', 'tax'),
  section: words('total', 'rates', 'means', 'machines', 'products', 'late'),
})
const Types = v.object({ type: words(...SHOWN_TYPES) })

type Ordered = { month?: string | undefined; days: Days; format: MoneyFormat; locale: string }

/** The money of a period as a file. That of a closed month is stored when it is first made, and stays the same. */
export const printMoney = (ctx: AppContext, company: CompanyId, ordered: Ordered): Promise<PrintedFile | Refusal> =>
  ctx.database.withTenant(company, async (db) => {
    const { format } = ordered
    const language = format === 'datev' ? 'de' : languageOf(ordered.locale)
    const figures = await figuresOf(db, company, ordered)
    const of = figures.closing && { closing: figures.closing.id, format, language }
    const stored = of && (await storedFile(db, company, of))
    if (stored) return { ...stored, type: TYPES[format] }
    const report = await reportOf(db, company, figures, ctx.now())
    const content = format === 'datev' ? await batchOf(db, company, ctx, figures) : await tableOf(report, format, language)
    if (content instanceof Refusal) return content
    const span = figures.month ?? `${report.from} – ${report.to}`
    const { title } = wordsOf(language, 'money', Words)
    const name = format === 'datev' ? `EXTF_Buchungsstapel_${span}.csv` : `${title} ${span}.${format}`
    const made = of ? await storeFile(db, company, of, { name, content }) : { name, content }
    return { ...made, type: TYPES[format] }
  })

const TYPES = { xlsx: XLSX, csv: CSV, datev: 'text/csv' } as const

async function batchOf(db: Db, company: CompanyId, ctx: AppContext, figures: Parameters<typeof datevFile>[0]) {
  const accounts = await findAccounts(db, company)
  return datevRefusal(figures, accounts) ?? (accounts ? await datevFile(figures, accounts, ctx.now()) : refuse('ACCOUNTS_MISSING'))
}

async function tableOf(report: MoneyReport, format: 'xlsx' | 'csv', language: string): Promise<Uint8Array> {
  const { title, unknown, column, section } = wordsOf(language, 'money', Words)
  const { type } = wordsOf(language, 'transactions', Types)
  const sums = ({ count, gross, net, tax }: Pick<MoneyReport, 'count' | 'gross' | 'net' | 'tax'>) => [count, gross, net, tax]
  const rows: SheetRow[] = [
    [section.total, null, ...sums(report)],
    ...report.rates.map((row) => [section.rates, `${row.rate} %`, ...sums(row)]),
    ...report.means.map(({ type: paid, count, gross }) => [section.means, type[paid], count, gross, null, null]),
    ...report.late.map(({ month, count, gross }) => [section.late, month, count, gross, null, null]),
    ...report.machines.map((row) => [section.machines, row.machine.name, ...sums(row)]),
    ...report.products.map((row) => [section.products, row.product?.name ?? unknown, ...sums(row)]),
  ]
  const amount = (head: string) => ({ head: `${head} (${report.currency})`, kind: 'amount' as const, width: 16 })
  const columns = [
    { head: column.section, kind: 'text' as const, width: 24 },
    { head: column.name, kind: 'text' as const, width: 36 },
    { head: column.sales, kind: 'whole' as const, width: 12 },
    amount(column.gross),
    amount(column.net),
    amount(column.tax),
  ]
  const decimals = decimalsOf(report.currency)
  const sheet = { name: title, columns, rows, decimals }
  return format === 'xlsx' ? writeSheet(sheet) : writeCsv(sheet, language)
}
