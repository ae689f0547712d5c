import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { decimalsOf, toMinor } from '#domain/money.ts'
import { DAY, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import type { Row } from '../../files/read-rows.ts'
import type { ClaimedIds, Exactness } from './known-sales.ts'
import { shortOf } from './known-sales.ts'

/** Maximum difference between the clocks of a machine and of a card service. */
const APART = 5 * MINUTE

type Payment = { n: number; reference: string | null; from: string; until: string; at: Moment; amountMinor: number; card: string | null }
type Sale = { n: number; id: string; at: Moment; isNamed: boolean; card: string | null }

/**
 * Matches payments of a settlement with existing sales: by a shared id, otherwise by amount and time, nearest first, unless both have a
 * card with different last digits. Each sale matches one payment.
 */
export async function settledSales(
  db: Db,
  company: CompanyId,
  rows: readonly Row[],
  { currency, inMinor, exactness, taken }: { currency: string; inMinor: boolean; exactness: Exactness; taken: ClaimedIds },
): Promise<ReadonlySet<Row>> {
  const payments = rows.map((row, n): Payment => {
    const { id, at, amount, card } = row.values
    const [moment, paid] = [typeof at === 'number' ? at : null, typeof amount === 'number' ? amount : null]
    const [before, after] = exactness === 'DAY' ? [0, DAY] : [APART, APART]
    return {
      n,
      reference: typeof id === 'string' && id !== '' ? id : null,
      at: moment ?? 0,
      from: toIso((moment ?? 0) - before),
      until: toIso((moment ?? 0) + after),
      amountMinor: paid === null || moment === null ? 0 : toMinor(inMinor ? paid / 10 ** decimalsOf(currency) : paid, currency),
      card: lastDigits(card),
    }
  })
  if (payments.length === 0) return new Set()
  const requested = sql`jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as r(n int, reference text, "from" timestamptz, until timestamptz, "amountMinor" bigint)`
  const sales = await rowsOf<Sale>(
    db,
    sql`select r.n, t.id, floor(extract(epoch from t.at) * 1000)::float8 as at, true as "isNamed", t.card_identifier as card
        from ${requested} join transactions t on t.company_id = ${company} and t.reference = r.reference
      union all
      select r.n, t.id, floor(extract(epoch from t.at) * 1000)::float8 as at, false, t.card_identifier
        from ${requested} join transactions t on t.company_id = ${company} and t.at >= r."from" and t.at < r.until and t.amount_minor = r."amountMinor"
          and t.type not in ('CASH', 'TOKEN', 'FREE', 'REFUND')
        where r."amountMinor" > 0`,
  )
  const settled = new Set<Row>()
  const distance = ({ n, at }: Sale) => Math.abs(at - (payments[n]?.at ?? 0))
  for (const sale of sales.toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed) || distance(a) - distance(b))) {
    const [row, payment] = [rows[sale.n], payments[sale.n]]
    if (!row || !payment || settled.has(row) || taken.has(shortOf(sale.id))) continue
    const card = lastDigits(sale.card)
    if (!sale.isNamed && card !== null && payment.card !== null && card !== payment.card) continue
    taken.add(shortOf(sale.id))
    settled.add(row)
  }
  return settled
}

/** The last four digits of a card. */
const lastDigits = (card: unknown): string | null =>
  typeof card === 'string'
    ? (/(\d{4})\D*$/.exec(card)?.[1] ?? null)
    : typeof card === 'number'
      ? String(card).slice(-4).padStart(4, '0')
      : null
