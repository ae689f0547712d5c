import { toMinor } from '#domain/money.ts'
import { bookedAs, soldFrom } from '#domain/sales/vend.ts'
import { toIso } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { rebookAfter } from './audits.ts'
import type { ReportSource } from './message-source.ts'
import type { Told } from './read-events.ts'
import { lockPoints, type NewSale, type NewTake, saleGround, writeSales } from './vends.store.ts'

/** Books vends at their own timestamps: the sale, its stock movement, its cash and the daily total. Returns the number of new sales. */
export async function recordVends(
  db: Db,
  { device: { companyId: company, deviceId: device }, machine, currency, timezone, receivedAt }: ReportSource,
  vends: readonly Told<'VEND'>[],
): Promise<number> {
  if (vends.length === 0) return 0
  const { planogram, mapping, readAt } = await saleGround(db, company, machine)
  const soldAt = soldFrom(planogram)
  const sales: NewSale[] = []
  const takes: NewTake[] = []
  for (const { operation, at, selection, price, method, card } of vends) {
    const { productId, takes: taken } = soldAt(selection, at)
    const when = toIso(at)
    sales.push({
      id: operation,
      at: when,
      amount: toMinor(price, currency),
      type: bookedAs(method, mapping),
      slot: selection,
      product: productId,
      card: card ?? null,
    })
    for (const [line, { point, quantity }] of taken.entries()) takes.push({ operation, at: when, line, point, quantity: -quantity })
  }
  const counted = readAt === null ? [] : vends.flatMap(({ at }) => (at <= readAt ? [at] : []))
  const points = counted.length > 0 ? planogram.stays.map(({ point }) => point) : takes.map(({ point }) => point)
  await lockPoints(db, company, [...new Set(points)])
  const sold = await writeSales(db, { company, machine, device, timezone, receivedAt }, sales, takes)
  // A read-out booked these sales before the device reported them.
  if (sold > 0 && counted.length > 0) await rebookAfter(db, { company, machine, currency, timezone, receivedAt }, counted)
  return sold
}
