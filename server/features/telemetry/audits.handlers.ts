import type { CheckedOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/machines.ts'
import type { sendAudit } from '#contract/telemetry.ts'
import { identityKey } from '#domain/dex/identity.ts'
import type { Reading } from '#domain/dex/reading.ts'
import { sinceLast } from '#domain/dex/since-last.ts'
import { vendsCounted } from '#domain/dex/totals.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import type { AuditReason } from '#domain/sales/audit-doubts.ts'
import type { AuditBase, CountedSales } from '#domain/sales/audit-state.ts'
import type { AuditFigures } from '#domain/sales/audited.ts'
import { TOTALS_OF } from '#domain/sales/means-of-payment.ts'
import { seesMoney } from '#domain/team/permissions.ts'
import { clockOffset, happenedAt } from '#domain/telemetry/clock.ts'
import { fromIso, type Moment, SECOND, toIso } from '#domain/time.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import type { Db } from '../../db/client.ts'
import { companyWays } from '../../db/company-settings.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { DeviceContext, Principal, RequestContext } from '../../http/request-context.ts'
import { pageOf } from '../../http/serve.ts'
import { showState } from '../../machine-state/connection.ts'
import { hear, recordHeartbeat } from '../../machine-state/heartbeat.store.ts'
import { baseBefore, judge } from './audit-booking.ts'
import { findSame, type ListedAudit, listReadings, machinesByIdentity, readingAtCollection } from './audits.store.ts'
import { auditIn, confirmReading, digestOf, type Recorded, recordReading, undoReading, type When, whenRead } from './audits.ts'
import { operationOf } from './device-keys.ts'
import { lockDevice } from './devices.store.ts'
import type { ReadOutContext } from './message-source.ts'
import { silenceOf, tell } from './tell.ts'

type Where = { company: number; machine: number; user: number | null; device: number | null; isManager: boolean }

/** A reading that is not recorded yet sorts after all others with the same timestamp and counter. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const timesOf = ({ readAt, readAtFrom, clockAhead }: When) => ({
  readAt: toIso(readAt),
  readAtFrom,
  clockAhead: clockAhead === null ? null : Math.round(clockAhead / SECOND),
})

/** Only managers see all machines, so the name of another machine is hidden from other users. */
const reasonsFor = (isManager: boolean, reasons: readonly AuditReason[]): AuditReason[] =>
  reasons.map((reason) => (reason.code === 'AUDIT_KNOWN_ELSEWHERE' && !isManager ? { ...reason, before: null } : reason))

const isManagerOf = ({ companyRole }: Principal) => companyRole === 'ROLE_MANAGER'

/** The response for a recorded reading. */
export const answerOf = ({ kind, pieces, isCut, reasons, ...when }: Recorded, isManager: boolean) => ({
  kind,
  pieces,
  isCut,
  reasons: reasonsFor(isManager, reasons),
  ...timesOf(when),
})

/** Accepts a DEX read-out that a device made of its machine, or that a manager uploads for a machine whose device is offline. */
export async function takeAudit({ params: { imei }, body }: CheckedOf<typeof sendAudit>, caller: DeviceContext | RequestContext) {
  const { db, ctx } = caller
  const receivedAt = ctx.now()
  const where = 'device' in caller ? await whereItStands(caller, receivedAt) : await whereTheySay(caller, imei)
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
  if (hasChanged || shown?.was) {
    const happened = shown ? silenceOf(shown.was, shown.is, receivedAt) : []
    await tell(db, company, [{ machine, stock: hasChanged, happened }], receivedAt)
  }
  const codes = [...(kind === 'held' ? ['AUDIT_HELD'] : []), ...reasons.map(({ code }) => code), ...warnings]
  return { ...answerOf(recorded, isManager), warnings: codes.map((code) => ({ code })) }
}

async function whereItStands({ db, device }: DeviceContext, at: number): Promise<Where | Refusal> {
  const { machine } = await hear(db, device, at)
  if (machine === null) return refuse('MACHINE_NOT_FOUND', { detail: 'The device is not connected to a machine yet.' })
  await recordHeartbeat(db, device.companyId, machine, at)
  return { company: device.companyId, machine, user: null, device: device.deviceId, isManager: false }
}

async function whereTheySay({ db, principal }: RequestContext, imei: string): Promise<Where | Refusal> {
  const device = await lockDevice(db, principal.companyId, { imei })
  if (!device) return refuse('DEVICE_NOT_FOUND')
  const machine = device.machine?.id
  if (machine === undefined || !(await visibleMachine(db, principal, machine))) return refuse('MACHINE_NOT_FOUND')
  return { company: principal.companyId, machine, user: principal.userId, device: device.id, isManager: true }
}

type AuditInput = { file: string; readAt?: string | null | undefined; readAtFrom?: 'CLOCK' | 'FILE' | 'PERSON' | undefined }

/** Previews the sales of a read-out without recording anything. Amounts are omitted for users who may not see money. */
export async function showAudit(
  { params: { id }, body }: CheckedOf<typeof contract.previewAudit>,
  { db, principal, ctx }: RequestContext,
): Promise<contract.AuditPreview | Refusal> {
  if (!(await visibleMachine(db, principal, id))) return refuse('MACHINE_NOT_FOUND')
  const reading = auditIn(body.file, principal.currency)
  if (reading instanceof Refusal) return reading
  const desk = { ...(await companyWays(db, principal.companyId)), company: principal.companyId, machine: id, receivedAt: ctx.now() }
  const when = await whenOf(db, desk, reading, body)
  return (await previewOf(db, principal, desk, { reading, file: body.file, when })).preview
}

const whenOf = (db: Db, desk: ReadOutContext, reading: Reading, { readAt, readAtFrom }: AuditInput) =>
  whenRead(db, desk, { reading, givenAt: readAt ? fromIso(readAt) : null, givenFrom: readAtFrom ?? null })

type Shown = { reading: Reading; file: string; when: When }

/** `virtual`: the baseline that the earlier readings of the same batch would leave. */
async function previewOf(
  db: Db,
  principal: Principal,
  desk: ReadOutContext,
  { reading, file, when }: Shown,
  virtual: AuditBase | null = null,
): Promise<{ preview: contract.AuditPreview; next: AuditBase | null }> {
  const { company, machine } = desk
  const { currency } = principal
  const place = { id: LAST_ID as OperationId, readAt: when.readAt, counted: vendsCounted(reading) }
  const kept = await baseBefore(db, desk, place)
  const base = virtual && (!kept || virtual.at >= kept.at) ? virtual : kept
  const { plan, reasons } = await judge(db, desk, { ...place, reading }, base)
  const same = await findSame(db, company, machine, digestOf(file))
  const isOld = same?.status === 'BOOKED'
  const shown = isOld ? [] : plan.sales
  const turnoverOf = (of: readonly CountedSales[]) => (seesMoney(principal) ? { turnover: toDecimal(amountIn(of), currency) } : {})
  const selections = [...new Set(shown.map(({ selection }) => selection))].map((selection) => {
    const own = shown.filter((sale) => sale.selection === selection)
    return { selection, pieces: piecesIn(own), ...turnoverOf(own) }
  })
  return {
    preview: {
      kind: isOld ? 'known' : plan.kind,
      ...timesOf(when),
      isCut: !reading.integrity.isWhole,
      needsConfirmation: !isOld && reasons.length > 0,
      reasons: isOld ? [] : reasonsFor(isManagerOf(principal), reasons),
      previous: base && {
        readAt: toIso(base.at),
        serial: base.reading.machine.serial,
        model: base.reading.machine.model,
      },
      pieces: piecesIn(shown),
      ...turnoverOf(shown),
      selections,
      figures: plan.figures && base ? await figuresOf(db, principal, desk, { reading, when, base, figures: plan.figures }) : null,
      warnings: isOld ? [] : plan.warnings,
    },
    next: isOld || reasons.length > 0 ? null : plan.next,
  }
}

/** Compares the machine's own counters with the booked sales. */
async function figuresOf(
  db: Db,
  principal: Principal,
  { company, machine }: ReadOutContext,
  { reading, when, base, figures }: Pick<Shown, 'reading' | 'when'> & { base: AuditBase; figures: AuditFigures },
): Promise<contract.AuditFigures> {
  const isOwnMoney = seesMoney(principal) && reading.scale.currency === principal.currency
  const money = (minor: number | null) => (minor === null ? null : toDecimal(minor, principal.currency))
  const payments = Object.entries(TOTALS_OF).flatMap(([method, name]) => {
    const { count, value } = figures.totals[name]
    const own = figures.counted.filter((sale) => sale.method === method)
    if (!count && own.length === 0) return []
    return [
      {
        method,
        pieces: count,
        bookedPieces: piecesIn(own),
        ...(isOwnMoney ? { turnover: money(value), bookedTurnover: toDecimal(amountIn(own), principal.currency) } : {}),
      },
    ]
  })
  const collection = isOwnMoney ? await readingAtCollection(db, company, machine, when.readAt) : null
  const since = collection && sinceLast(collection.reading, reading)
  const collected = since?.kind === 'since' ? { toCollect: since.cash.toCollect, at: collection?.readAt ?? base.at } : null
  const { cash } = figures
  return {
    pieces: figures.paid,
    ...(isOwnMoney ? { turnover: money(figures.totals.paid.value) } : {}),
    unlisted: figures.unlisted,
    unconfirmed: figures.unconfirmed.map(({ selection, count }) => ({ selection, pieces: count })),
    payments,
    ...(isOwnMoney && cash.in !== null
      ? {
          cash: {
            in: money(cash.in),
            toBox: money(cash.toBox),
            toTubes: money(cash.toTubes),
            bills: money(cash.bills),
            dispensed: money(cash.dispensed),
            overpaid: money(cash.overpaid),
            filledByHand: money(cash.filledByHand),
            inTubes: money(reading.cash.inTubes),
            toCollect: money(collected ? collected.toCollect : cash.toCollect),
            collectedAt: toIso(collected?.at ?? base.at),
          },
        }
      : {}),
    temperatures: reading.temperatures.map(({ name, centiCelsius }) => ({ name, celsius: centiCelsius / 100 })),
  }
}

/** Previews many read-outs, each with its machine. Those of one machine are evaluated in order, as if the earlier ones were recorded. */
export async function showAudits({ body: { audits } }: CheckedOf<typeof contract.previewAudits>, { db, principal, ctx }: RequestContext) {
  const { companyId: company } = principal
  const ways = await companyWays(db, company)
  const read = audits.map(({ file }) => auditIn(file, principal.currency))
  const identities = read.flatMap((one) => (one instanceof Refusal ? [] : (identityKey(one) ?? [])))
  const found = new Map(
    (await machinesByIdentity(db, principal, [...new Set(identities)])).map(({ identity, id, name }) => [identity, { id, name }]),
  )
  const named = new Map<MachineId, { id: number; name: string } | null>()
  for (const { machine } of audits)
    if (machine !== null && machine !== undefined && !named.has(machine)) named.set(machine, await visibleMachine(db, principal, machine))
  const rows: {
    machine: { id: number; name: string } | null
    matchedBy: 'SERIAL' | 'HAND' | null
    refusal: RowRefusal
    shown: Shown | null
  }[] = []
  for (const [index, requested] of audits.entries()) {
    const reading = read[index]
    if (!reading || reading instanceof Refusal) {
      rows.push({
        machine: null,
        matchedBy: null,
        refusal: reading?.code === 'AUDITS_SEVERAL' ? 'AUDITS_SEVERAL' : 'AUDIT_UNREADABLE',
        shown: null,
      })
      continue
    }
    const isByHand = requested.machine !== null && requested.machine !== undefined
    const machine = isByHand ? (named.get(requested.machine ?? 0) ?? null) : (found.get(identityKey(reading) ?? '') ?? null)
    const desk = { ...ways, company, machine: machine?.id ?? 0, receivedAt: ctx.now() }
    const when = machine ? await whenOf(db, desk, reading, requested) : null
    rows.push({
      machine,
      matchedBy: machine ? (isByHand ? 'HAND' : 'SERIAL') : null,
      refusal: isByHand && !machine ? 'MACHINE_NOT_FOUND' : null,
      shown: when && { reading, file: requested.file, when },
    })
  }
  const order = rows.flatMap(({ shown }, index) =>
    shown ? [{ index, readAt: shown.when.readAt, counted: vendsCounted(shown.reading) }] : [],
  )
  const bases = new Map<MachineId, AuditBase>()
  const previews = new Map<number, contract.AuditPreview>()
  for (const { index } of order.toSorted((a, b) => a.readAt - b.readAt || a.counted - b.counted)) {
    const { machine, shown } = rows[index] ?? {}
    if (!machine || !shown) continue
    const desk = { ...ways, company, machine: machine.id, receivedAt: ctx.now() }
    const { preview, next } = await previewOf(db, principal, desk, shown, bases.get(machine.id) ?? null)
    previews.set(index, preview)
    if (next) bases.set(machine.id, next)
  }
  return rows.map(({ machine, matchedBy, refusal }, index) => ({
    machine: machine && { id: machine.id, name: machine.name },
    matchedBy,
    refusal,
    preview: previews.get(index) ?? null,
  }))
}

type RowRefusal = 'AUDIT_UNREADABLE' | 'AUDITS_SEVERAL' | 'MACHINE_NOT_FOUND' | null

const piecesIn = (sales: readonly CountedSales[]) => sales.reduce((sum, { count }) => sum + count, 0)
const amountIn = (sales: readonly CountedSales[]) => sales.reduce((sum, { amount }) => sum + amount, 0)

export async function showAllAudits({ query }: CheckedOf<typeof contract.listAudits>, { db, principal }: RequestContext) {
  const found = await listReadings(db, principal.companyId, query)
  return pageOf(
    found.map((one) => listed(principal, one)),
    { ...query, total: found[0]?.total ?? 0 },
  )
}

export async function showMachineAudits(
  { params: { id }, query }: CheckedOf<typeof contract.listMachineAudits>,
  { db, principal }: RequestContext,
) {
  if (!(await visibleMachine(db, principal, id))) return refuse('MACHINE_NOT_FOUND')
  const found = await listReadings(db, principal.companyId, { ...query, machine: id })
  return pageOf(
    found.map((one) => listed(principal, one)),
    { ...query, total: found[0]?.total ?? 0 },
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
  await tell(db, company, [{ machine, stock: done.hasChanged }], at)
  return listed(principal, is)
}
