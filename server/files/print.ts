import { printWithdraws } from '../features/cash/withdraws-file.ts'
import { printPasses } from '../features/passes/passes-file.ts'
import { printReport } from '../features/reports/report-file.ts'
import { printProductSales } from '../features/sales/product-sales-file.ts'
import { printSales } from '../features/sales/sales-file.ts'
import { printSlots } from '../features/slots/slot-sheet.ts'
import { keptFile } from './ordered-files.store.ts'
import type { Printer } from './signed-files.ts'

/** Every file that the server makes. */
export const print: Printer = (house, order) => {
  switch (order.purpose) {
    case 'slots-export':
      return printSlots(house, order.company, order.machine, order.locale)
    case 'transactions-export':
      return printSales(house, order.company, order.sales, order.locale)
    case 'product-sales':
      return printProductSales(house, order.company, order.sales, order.locale)
    case 'cash-withdraws':
      return printWithdraws(house, order.company, order.withdraws, order.locale)
    case 'machine-report':
      return printReport(house, order.company, order)
    case 'passes-export':
      return printPasses(house, order.company, order.query, order.locale)
    case 'ordered-file':
      return keptFile(house, order.company, order.file)
  }
}
