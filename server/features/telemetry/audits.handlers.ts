import type { CheckedOf } from '#contract/endpoint.ts'
import type { AuditPreview, previewAudit } from '#contract/machines.ts'
import type { sendAudit } from '#contract/telemetry.ts'
import { vendsCounted } from '#domain/eva-dts/vends-counted.ts'
import { toDecimal } from '#domain/money.ts'
import { auditedSales, type CountedSales } from '#domain/sales/audited.ts'
import { seesMoney } from '#domain/team/permissions.ts'
import { clockOffset, happenedAt } from '#domain/telemetry/clock.ts'
import { fromIso, toIso } from '#domain/time.ts'
import { companyWays } from '../../database/company-ways.ts'
import type { Caller, DeviceCaller } from '../../http/caller.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { groundAt, isKnown } from './audits.store.ts'
import { auditIn, digestOf, recordReading } from './audits.ts'
import { showState } from './connection.ts'
import { operationOf } from './device-keys.ts'
import { lockDevice } from './devices.store.ts'
import { hear, hearMachine } from './hearing.store.ts'
import { silenceOf, tell } from './tell.ts'
import { saleGround } from './vends.store.ts'

type Where = { company: number; machine: number; user: number | null; device: number | null }

/** Takes in an audit that a device read out of its machine, or that a manager has of a machine whose device is silent. */
export async function takeAudit({ params: { imei }, body }: CheckedOf<typeof sendAudit>, caller: DeviceCaller | Caller) {
  const { db, house } = caller
  const receivedAt = house.now()
  const where = 'device' in caller ? await whereItStands(caller, receivedAt) : await whereTheySay(caller, imei)
  if (where instanceof Refusal) return where
  const { company, machine, user, device } = where
  const ways = await companyWays(db, company)
  const { file, readAt, sentAt } = body
  const reading = auditIn(file, ways.currency)
  if (reading instanceof Refusal) return reading
  const offset = clockOffset(sentAt ? fromIso(sentAt) : null, receivedAt)
  const at = readAt ? Math.min(happenedAt(fromIso(readAt), offset, receivedAt), receivedAt) : receivedAt
  const { kind, pieces, warnings, hasChanged } = await recordReading(
    db,
    { ...ways, company, machine, receivedAt },
    // The same audit of the same device is the same reading.
    { id: operationOf(imei, `eva-dts ${digestOf(file)}`), readAt: at, user, device, file, reading },
  )
  const shown = 'device' in caller ? await showState(db, company, machine, receivedAt) : null
  if (hasChanged || shown?.was) {
    const happened = shown ? silenceOf(shown.was, shown.is, receivedAt) : []
    await tell(db, company, [{ machine, stock: hasChanged, happened }], receivedAt)
  }
  return { kind, pieces, warnings: warnings.map((code) => ({ code })) }
}

async function whereItStands({ db, device }: DeviceCaller, at: number): Promise<Where | Refusal> {
  const { machine } = await hear(db, device, at)
  if (machine === null) return refuse('MACHINE_NOT_FOUND', { detail: 'The device stands in no machine yet.' })
  await hearMachine(db, device.companyId, machine, at)
  return { company: device.companyId, machine, user: null, device: device.deviceId }
}

async function whereTheySay({ db, person }: Caller, imei: string): Promise<Where | Refusal> {
  const device = await lockDevice(db, person.companyId, { imei })
  if (!device) return refuse('DEVICE_NOT_FOUND')
  const machine = device.machine?.id
  if (machine === undefined || !(await visibleMachine(db, person, machine))) return refuse('MACHINE_NOT_FOUND')
  return { company: person.companyId, machine, user: person.userId, device: device.id }
}

/** What an audit would bring, with nothing recorded; without money for those who do not see any. */
export async function showAudit(
  { params: { id }, body }: CheckedOf<typeof previewAudit>,
  { db, person, house }: Caller,
): Promise<AuditPreview | Refusal> {
  if (!(await visibleMachine(db, person, id))) return refuse('MACHINE_NOT_FOUND')
  const reading = auditIn(body.file, person.currency)
  if (reading instanceof Refusal) return reading
  const { companyId: company, currency } = person
  const { mapping } = await saleGround(db, company, id)
  const { previous, told } = await groundAt(db, company, id, Math.min(fromIso(body.readAt), house.now()), vendsCounted(reading))
  const isOld = await isKnown(db, company, id, digestOf(body.file))
  const { kind, sales, warnings } = auditedSales(previous?.reading ?? null, reading, told, { currency, mapping })
  const shown = isOld ? [] : sales
  const turnoverOf = (of: readonly CountedSales[]) =>
    seesMoney(person)
      ? {
          turnover: toDecimal(
            of.reduce((sum, { amount }) => sum + amount, 0),
            currency,
          ),
        }
      : {}
  return {
    kind: isOld ? 'known' : kind,
    previous: previous && {
      readAt: toIso(previous.readAt),
      serial: previous.reading.machine.serial,
      model: previous.reading.machine.model,
    },
    pieces: piecesIn(shown),
    ...turnoverOf(shown),
    selections: [...new Set(shown.map(({ selection }) => selection))].map((selection) => {
      const own = shown.filter((sale) => sale.selection === selection)
      return { selection, pieces: piecesIn(own), ...turnoverOf(own) }
    }),
    warnings: isOld ? [] : warnings,
  }
}

const piecesIn = (sales: readonly CountedSales[]) => sales.reduce((sum, { count }) => sum + count, 0)
