import { auditTable } from './features/audit/audit-file.ts'
import { withdrawsTable } from './features/cash/withdraws-file.ts'
import { printMoney } from './features/money/money-file.ts'
import { printPasses } from './features/passes/passes-file.ts'
import { printReport } from './features/reports/report-file.ts'
import { printProductSales } from './features/sales/product-sales-file.ts'
import { salesTable } from './features/sales/sales-file.ts'
import { printSlots } from './features/slots/slot-sheet.ts'
import { printOrder } from './features/warehouse/order-sheet.ts'
import { CSV, streamCsv } from './files/csv.ts'
import { storedFile } from './files/ordered-files.store.ts'
import { type LargeTable, streamSheet, XLSX } from './files/sheet.ts'
import type { PrintedFile, Printer } from './files/signed-files.ts'
import type { AppContext } from './http/request-context.ts'
import { intlLocaleOf } from './languages.ts'

type Format = { format: 'csv' | 'xlsx'; locale: string }

/** A table that is written while it is read. It reports the share of rows written so far. */
function streamed({ name, count, sheet }: LargeTable, onProgress: (share: number) => Promise<unknown>, as?: Format): PrintedFile {
  async function* rows() {
    let done = 0
    for await (const row of sheet.rows) {
      if (++done % 1_000 === 0) await onProgress(Math.min(1, done / Math.max(1, count)))
      yield row
    }
  }
  if (as?.format === 'csv') return { name, type: CSV, content: streamCsv({ ...sheet, rows: rows() }, intlLocaleOf(as.locale)) }
  return { name, type: XLSX, content: streamSheet({ ...sheet, rows: rows() }) }
}

/** The same context, which reads on the replica if there is one. */
const onReplica = (ctx: AppContext): AppContext => ({ ...ctx, database: { ...ctx.database, withTenant: ctx.database.readTenant } })

/** Creates every kind of file. Tables of many rows are read on the replica, the others contain what their user has just changed. */
export const print: Printer = async (ctx, order, onProgress = async () => {}) => {
  switch (order.purpose) {
    case 'slots-export':
      return printSlots(ctx, order.company, order.machine, order.locale)
    case 'transactions-export':
      return streamed(await salesTable(onReplica(ctx), order.company, order.sales, order.locale), onProgress)
    case 'product-sales':
      return printProductSales(onReplica(ctx), order.company, order.sales, order.locale)
    case 'cash-withdraws':
      return streamed(await withdrawsTable(onReplica(ctx), order.company, order.withdraws, order.locale), onProgress)
    case 'audit-export':
      return streamed(await auditTable(onReplica(ctx), order.company, order.audit, order), onProgress, order)
    case 'machine-report':
      return printReport(onReplica(ctx), order.company, order)
    case 'money':
      return printMoney(ctx, order.company, order)
    case 'supplier-order':
      return printOrder(ctx, order.company, order.order)
    case 'passes-export':
      return printPasses(ctx, order.company, order.query, order.locale)
    case 'ordered-file':
      return storedFile(ctx, order.company, order.file)
  }
}
