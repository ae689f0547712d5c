import type { Ingested } from '#contract/telemetry.ts'
import { stateOf } from '#domain/machines/connectivity.ts'
import { toMinor } from '#domain/money.ts'
import { bookedAs, soldFrom } from '#domain/sales/vend.ts'
import { toIso } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import type { AppContext, Device } from '../../http/request-context.ts'
import { recordContact, recordHeartbeat, writeState } from '../../machine-state/heartbeat.store.ts'
import { shortenSilences } from '../../machine-state/outages.store.ts'
import { recordAlerts, recordCashCounts, recordLogs } from './accounts.store.ts'
import { rebookAfter } from './audits.ts'
import { countWaiting } from './commands.store.ts'
import { connectionEvents, publishMachineEvents } from './machine-events.ts'
import type { ReportSource } from './message-source.ts'
import { type EventOf, type Message, ofKind, readEvents } from './read-events.ts'
import { recordReports } from './reports.ts'
import { lockPoints, type NewSale, type NewVendMovement, saleContext, writeSales } from './vends.store.ts'

/**
 * Ingests a message of a device in one transaction of its company. Concurrent messages about the same device or machine are serialized.
 * Lock order: the device's row, its machine's row, its stock points by id, and the company's feed last.
 */
export async function ingest(db: Db, { now }: Pick<AppContext, 'now'>, device: Device, message: Message): Promise<Ingested> {
  const receivedAt = now()
  const ground = await recordContact(db, device, receivedAt)
  const { distinct, repeated, refused } = readEvents(message, device.imei, ground, receivedAt)
  const logged = await recordLogs(db, device, ofKind(distinct, 'LOG'))
  const { machine } = ground
  const recorded = machine === null ? 0 : await recordOfMachine(db, { ...ground, device, machine, receivedAt }, distinct)
  const accepted = logged + recorded
  return {
    accepted,
    duplicates: repeated + distinct.length - accepted,
    refused,
    serverTime: toIso(receivedAt),
    commandsWaiting: await countWaiting(db, device, receivedAt),
  }
}

async function recordOfMachine(db: Db, source: ReportSource, events: readonly EventOf[]): Promise<number> {
  const { device, machine, receivedAt } = source
  const { companyId } = device
  const known = await recordHeartbeat(db, companyId, machine, receivedAt)
  const reports = await recordReports(db, source, known, events)
  const vends = await recordVends(db, source, ofKind(events, 'VEND'))
  const counts = await recordCashCounts(db, source, ofKind(events, 'CASH_BOX'))
  const alerts = await recordAlerts(db, source, ofKind(events, 'ALERT_UP', 'ALERT_DOWN'))
  const parts = await recordAlerts(db, source, reports.partAlerts)
  const is = stateOf({ ...reports.values, hasDevice: true, heardAt: receivedAt }, receivedAt)
  const was = await writeState(db, companyId, machine, is, receivedAt)
  const lived = events.map(({ at }) => at)
  await shortenSilences(db, companyId, machine, lived, receivedAt)
  const happened = [
    ...connectionEvents(was, is, receivedAt),
    ...reports.happened,
    ...counts.happened,
    ...alerts.happened,
    ...parts.happened,
  ]
  if (was || vends > 0 || happened.length > 0)
    await publishMachineEvents(db, companyId, [{ machine, stock: vends > 0, happened }], receivedAt)
  return reports.accepted + vends + counts.accepted + alerts.accepted
}

/** Books vends at their own timestamps: the sale, its stock movement, its cash and the daily total. Returns the number of new sales. */
async function recordVends(
  db: Db,
  { device: { companyId: company, deviceId: device }, machine, currency, timezone, receivedAt }: ReportSource,
  vends: readonly EventOf<'VEND'>[],
): Promise<number> {
  if (vends.length === 0) return 0
  const { planogram, mapping, readAt } = await saleContext(db, company, machine)
  const soldAt = soldFrom(planogram)
  const sales: NewSale[] = []
  const takes: NewVendMovement[] = []
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
