import { addSales, bookedSales, lockBooking, saleId } from './imports.store.ts'
import { knownSales } from './known-sales.ts'
import { settledSales } from './settled-sales.ts'
import type { Importer, ImportRun, ReadRow } from './taking.ts'
import { salesOf } from './understand-sales.ts'

/** Processes a batch of sales. New sales are booked in one transaction. */
export function salesImporter(taking: ImportRun): Importer {
  const { brought, reading, known, outcome, taken, write } = taking
  const { company, importId, inDb, now, pace, ways } = brought
  const { exactness, idHead, inMinor, unitPrice } = reading
  const idOf = write ? (row: number, part: number) => saleId(importId, row, part) : () => ''
  const options = { known, currency: ways.currency, now, inMinor, unitPrice, hasOwnWords: idHead === 'id', idOf }
  // What an interrupted import booked is not known by day.
  const ownDays = brought.begun === undefined ? new Map<string, number>() : null
  return async (rows) => {
    await taking.createUnknown(rows)
    const read: (ReturnType<typeof salesOf> & Pick<ReadRow, 'line'>)[] = []
    for (const { row, line } of rows) {
      const next = pace.turn()
      if (next) await next
      read.push({ line, ...salesOf(row, options) })
    }
    for (const { line, problems } of read) if (problems.length > 0) taking.refuse(line, problems)
    const sales = read
      .flatMap(({ records, problems }) => (problems.length > 0 ? [] : records))
      .filter(({ amountMinor, type }) => {
        const isBack = amountMinor < 0 || type === 'REFUND'
        if (isBack) taking.note('REFUNDS')
        return !isBack
      })
    for (const { at } of sales) taking.saw(at)
    return () =>
      inDb(async (db) => {
        if (write) await lockBooking(db, company)
        // A resumed import finds its own sales among the existing ones.
        const booked = brought.begun === undefined ? new Set() : await bookedSales(db, company, sales)
        const open = sales.filter((sale) => !booked.has(sale))
        const there = await knownSales(db, company, open, {
          importId,
          exactness,
          idHead,
          taken,
          timezone: ways.timezone,
          ownDays,
        })
        const fresh = open.filter((sale) => !there.has(sale))
        const added = write ? await addSales(db, company, fresh, { importId, now, timezone: ways.timezone }) : []
        for (const { day, count } of added) ownDays?.set(day, (ownDays.get(day) ?? 0) + count)
        outcome.counts.records += sales.length
        outcome.counts.known += there.size
        outcome.counts.new += booked.size + fresh.length
      })
  }
}

/** Processes a batch of settlement rows. Payments are matched with existing sales and never added. */
export function paymentsImporter(taking: ImportRun): Importer {
  const { brought, reading, outcome, taken } = taking
  const options = { currency: brought.ways.currency, inMinor: reading.inMinor, exactness: reading.exactness, taken }
  return async (rows) => async () => {
    const paid = rows.map(({ row }) => row)
    const settled = await brought.inDb((db) => settledSales(db, brought.company, paid, options))
    for (const { row, line } of rows) {
      outcome.counts.records++
      if (settled.has(row)) outcome.counts.known++
      else {
        taking.note('UNMATCHED')
        taking.keepBad(line, [])
      }
    }
  }
}
