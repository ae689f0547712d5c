import type { AuditEntry } from '#contract/audit.ts'
import { dayOf, isoDay, wallClock } from '#domain/calendar.ts'
import type { CompanyId } from '#domain/ids.ts'
import { decimalsOf } from '#domain/money.ts'
import { fromIso } from '#domain/time.ts'
import { type AuditFilter, countAudit, entriesBefore } from '../../audit-log/audit-log-page.store.ts'
import { companyWays } from '../../db/company-settings.ts'
import type { LargeTable, SheetRow } from '../../files/sheet.ts'
import type { AppContext } from '../../http/request-context.ts'
import { auditWords } from './audit-words.ts'

/** Rows per transaction, because the embedded database runs one transaction at a time. */
const ROWS_AT_ONCE = 500
/** A cell of a sheet has at most 32,767 characters. */
const MAX_CELL = 32_000

/** The audit log as a table, one row per entry, in the language of a locale and in the company's time zone. */
export async function auditTable(
  ctx: AppContext,
  company: CompanyId,
  filter: AuditFilter,
  { locale, format }: { locale: string; format: 'csv' | 'xlsx' },
): Promise<LargeTable> {
  const { ways, count } = await ctx.database.withTenant(company, async (db) => ({
    ways: await companyWays(db, company),
    count: await countAudit(db, company, filter),
  }))
  const { currency, timezone } = ways
  const words = auditWords(locale, ways)
  const rowOf = (entry: AuditEntry): SheetRow => [
    wallClock(fromIso(entry.at), timezone),
    words.whoOf(entry),
    words.kindOfAction(entry.action),
    words.actionOf(entry.action),
    words.thingOf(entry),
    words.linesOf(entry).join('\n').slice(0, MAX_CELL) || null,
  ]
  async function* rows() {
    for (let before: AuditEntry | undefined; ; ) {
      const page = await ctx.database.withTenant(company, (db) => entriesBefore(db, company, filter, { before, size: ROWS_AT_ONCE }))
      yield* page.map(rowOf)
      before = page.at(-1)
      if (page.length < ROWS_AT_ONCE) return
    }
  }
  const text = (head: string, width: number) => ({ head, kind: 'text' as const, width })
  return {
    name: `${words.title} ${isoDay(dayOf(ctx.now(), timezone))}.${format}`,
    count,
    sheet: {
      name: words.title,
      columns: [
        { head: words.column.when, kind: 'moment', width: 20 },
        text(words.column.who, 24),
        text(words.kindOf, 20),
        text(words.column.what, 28),
        text(words.thing, 28),
        text(words.column.changes, 80),
      ],
      rows: rows(),
      decimals: decimalsOf(currency),
    },
  }
}
