import type * as contract from '#contract/dex-audits.ts'
import type { CheckedOf } from '#contract/endpoint.ts'
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
import { fromIso, SECOND, toIso } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { companyWays } from '../../db/company-settings.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { Principal, RequestContext } from '../../http/request-context.ts'
import { assessReadOut, baseBefore } from './audit-booking.ts'
import { findSame, machinesByIdentity, readingAtCollection } from './audits.store.ts'
import { auditIn, digestOf, type When, whenRead } from './audits.ts'
import type { ReadOutContext } from './message-source.ts'

/** A reading that is not recorded yet sorts after all others with the same timestamp and counter. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export const timesOf = ({ readAt, readAtFrom, clockAhead }: When) => ({
  readAt: toIso(readAt),
  readAtFrom,
  clockAhead: clockAhead === null ? null : Math.round(clockAhead / SECOND),
})

/** Only managers see all machines, so the name of another machine is hidden from other users. */
export const reasonsFor = (isManager: boolean, reasons: readonly AuditReason[]): AuditReason[] =>
  reasons.map((reason) => (reason.code === 'AUDIT_KNOWN_ELSEWHERE' && !isManager ? { ...reason, before: null } : reason))

export const isManagerOf = ({ companyRole }: Principal) => companyRole === 'ROLE_MANAGER'

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
  const { plan, reasons } = await assessReadOut(db, desk, { ...place, reading }, base)
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
