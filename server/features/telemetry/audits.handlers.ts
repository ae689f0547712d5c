import type * as contract from '#contract/dex-audits.ts'
import type { CheckedOf } from '#contract/endpoint.ts'
import type { sendAudit } from '#contract/telemetry.ts'
import type { OperationId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { seesMoney } from '#domain/team/permissions.ts'
import { clockOffset, happenedAt } from '#domain/telemetry/clock.ts'
import { fromIso, type Moment, toIso } from '#domain/time.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { companyWays } from '../../db/company-settings.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { DeviceContext, Principal, RequestContext } from '../../http/request-context.ts'
import { pageOf } from '../../http/serve.ts'
import { showState } from '../../machine-state/connection.ts'
import { recordContact, recordHeartbeat } from '../../machine-state/heartbeat.store.ts'
import { isManagerOf, reasonsFor, timesOf } from './audit-preview.ts'
import { type ListedAudit, listReadings } from './audits.store.ts'
import { auditIn, confirmReading, digestOf, type Recorded, recordReading, undoReading } from './audits.ts'
import { operationOf } from './device-keys.ts'
import { lockDevice } from './devices.store.ts'
import { connectionEvents, publishMachineEvents } from './machine-events.ts'

type ReadOutLocation = { company: number; machine: number; user: number | null; device: number | null; isManager: boolean }

/** The response for a recorded reading. */
export const answerOf = ({ kind, pieces, isCut, reasons, ...when }: Recorded, isManager: boolean) => ({
  kind,
  pieces,
  isCut,
  reasons: reasonsFor(isManager, reasons),
  ...timesOf(when),
})

/** Accepts a DEX read-out that a device made of its machine, or that a manager uploads for a machine whose device is offline. */
export async function receiveAudit({ params: { imei }, body }: CheckedOf<typeof sendAudit>, caller: DeviceContext | RequestContext) {
  const { db, ctx } = caller
  const receivedAt = ctx.now()
  const where = 'device' in caller ? await currentLocation(caller, receivedAt) : await namedLocation(caller, imei)
  if (where instanceof Refusal) return where
  const { company, machine, user, device, isManager } = where
  const ways = await companyWays(db, company)
  const { file, readAt, sentAt, confirm } = body
  const reading = auditIn(file, ways.currency)
  if (reading instanceof Refusal) return reading
  const offset = clockOffset(sentAt ? fromIso(sentAt) : null, receivedAt)
  const givenAt = readAt ? Math.min(happenedAt(fromIso(readAt), offset, receivedAt), receivedAt) : isManager ? null : receivedAt
  const recorded = await recordReading(
    db,
    { ...ways, company, machine, receivedAt },
    {
      // The same file from the same device is the same reading.
      id: operationOf(imei, `eva-dts ${digestOf(file)}`),
      givenAt,
      givenFrom: isManager ? 'PERSON' : 'DEVICE',
      user,
      device,
      file,
      reading,
      isConfirmed: isManager && confirm,
    },
  )
  const { kind, warnings, reasons, hasChanged } = recorded
  const shown = 'device' in caller ? await showState(db, company, machine, receivedAt) : null
  if (kind !== 'known' || shown?.was) {
    const happened = shown ? connectionEvents(shown.was, shown.is, receivedAt) : []
    await publishMachineEvents(db, company, [{ machine, stock: hasChanged, happened }], receivedAt)
  }
  const codes = [...(kind === 'held' ? ['AUDIT_HELD'] : []), ...reasons.map(({ code }) => code), ...warnings]
  return { ...answerOf(recorded, isManager), warnings: codes.map((code) => ({ code })) }
}

async function currentLocation({ db, device }: DeviceContext, at: number): Promise<ReadOutLocation | Refusal> {
  const { machine } = await recordContact(db, device, at)
  if (machine === null) return refuse('MACHINE_NOT_FOUND', { detail: 'The device is not connected to a machine yet.' })
  await recordHeartbeat(db, device.companyId, machine, at)
  return { company: device.companyId, machine, user: null, device: device.deviceId, isManager: false }
}

async function namedLocation({ db, principal }: RequestContext, imei: string): Promise<ReadOutLocation | Refusal> {
  const device = await lockDevice(db, principal.companyId, { imei })
  if (!device) return refuse('DEVICE_NOT_FOUND')
  const machine = device.machine?.id
  if (machine === undefined || !(await visibleMachine(db, principal, machine))) return refuse('MACHINE_NOT_FOUND')
  return { company: principal.companyId, machine, user: principal.userId, device: device.id, isManager: true }
}

export const showAllAudits = ({ query }: CheckedOf<typeof contract.listAudits>, caller: RequestContext) => pageOfAudits(query, caller)

export async function showMachineAudits({ params: { id }, query }: CheckedOf<typeof contract.listMachineAudits>, caller: RequestContext) {
  if (!(await visibleMachine(caller.db, caller.principal, id))) return refuse('MACHINE_NOT_FOUND')
  return pageOfAudits({ ...query, machine: id }, caller)
}

async function pageOfAudits(filter: Parameters<typeof listReadings>[2], { db, principal }: RequestContext) {
  const found = await listReadings(db, principal.companyId, filter)
  // Only rows contain the total, and a page after the last one has none.
  const isBeyond = found.length === 0 && filter.page > 0
  const [first] = isBeyond ? await listReadings(db, principal.companyId, { ...filter, page: 0, size: 1 }) : found
  return pageOf(
    found.map((one) => listed(principal, one)),
    { ...filter, total: first?.total ?? 0 },
  )
}

function listed(principal: Principal, one: ListedAudit): contract.RecordedAudit {
  const { outcome } = one
  const decision = (at: Moment | null, by: string | null) => (at === null ? null : { at: toIso(at), by })
  return {
    id: one.id,
    machine: { id: one.machine, name: one.machineName },
    ...timesOf({ readAt: one.readAt, readAtFrom: one.readAtFrom ?? 'PERSON', clockAhead: one.clockAhead }),
    receivedAt: toIso(one.receivedAt),
    by: one.by,
    serial: one.serial,
    model: one.model,
    status: one.status,
    kind: one.status === 'HELD' ? 'held' : (outcome?.kind ?? 'since'),
    isCut: !one.isWhole,
    pieces: one.status === 'BOOKED' ? (outcome?.pieces ?? 0) : 0,
    ...(seesMoney(principal) ? { turnover: toDecimal(one.status === 'BOOKED' ? (outcome?.amount ?? 0) : 0, principal.currency) } : {}),
    reasons: reasonsFor(isManagerOf(principal), outcome?.reasons ?? []),
    warnings: outcome?.warnings ?? [],
    confirmed: decision(one.confirmedAt, one.confirmedBy),
    undone: decision(one.undoneAt, one.undoneBy),
  }
}

export const confirmAudit = ({ params }: CheckedOf<typeof contract.confirmAudit>, caller: RequestContext) =>
  decide(params, caller, 'audit-confirmed')
export const undoAudit = ({ params }: CheckedOf<typeof contract.undoAudit>, caller: RequestContext) =>
  decide(params, caller, 'audit-undone')

/** Applies a manager's decision to a recorded read-out. The audit log names the manager. */
async function decide(
  { id: machine, audit: id }: { id: number; audit: string },
  { db, principal, ctx }: RequestContext,
  action: 'audit-confirmed' | 'audit-undone',
): Promise<contract.RecordedAudit | Refusal> {
  if (!(await visibleMachine(db, principal, machine))) return refuse('MACHINE_NOT_FOUND')
  const { companyId: company, userId } = principal
  const at = ctx.now()
  const desk = { ...(await companyWays(db, company)), company, machine, receivedAt: at }
  const done = await (action === 'audit-undone' ? undoReading : confirmReading)(db, desk, id as OperationId, userId)
  const [is] = done ? await listReadings(db, company, { machine, id: id as OperationId, page: 0, size: 1 }) : []
  if (!done || !is) return refuse('AUDIT_NOT_FOUND')
  await audit(db, company, { userId, at }, [
    { action, of: { kind: 'machine', id: machine }, after: { audit: id, pieces: listed(principal, is).pieces } },
  ])
  await publishMachineEvents(db, company, [{ machine, stock: done.hasChanged }], at)
  return listed(principal, is)
}
