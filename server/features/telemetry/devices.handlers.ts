import type * as contract from '#contract/devices.ts'
import type { AnswerOf, CheckedOf } from '#contract/endpoint.ts'
import type { claimDevice as claimCall } from '#contract/telemetry.ts'
import type { MachineId } from '#domain/ids.ts'
import { isInContact } from '#domain/machines/connectivity.ts'
import { DEVICE_VENDORS, isDeviceNumber, OWN_VENDOR } from '#domain/machines/device.ts'
import { fromIso, type Moment } from '#domain/time.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { recordChange } from '../../audit-log/record-change.ts'
import { sqlStateOf } from '../../db/client.ts'
import { hashToken } from '../../http/authenticate.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { PublicContext, RequestContext } from '../../http/request-context.ts'
import { showState } from '../../machine-state/connection.ts'
import { hashClaimCode, newClaimCode, newKey } from './device-keys.ts'
import {
  claim,
  describeDevice,
  devicesIn,
  deviceToClaim,
  insertDevice,
  isMachine,
  lockDevice,
  putInto,
  type StoredDevice,
  unclaim,
} from './devices.store.ts'
import { publishMachineEvents } from './machine-events.ts'

/** The device with its current connection status. */
export const deviceNow = (device: StoredDevice, now: Moment): contract.Device => ({
  ...device,
  isHideMsidn: (device.vendor ?? OWN_VENDOR) !== OWN_VENDOR,
  isCurrentlyConnected: isInContact(device.heardAt === null ? null : fromIso(device.heardAt), now),
})

const DEVICES_CHANGED = { activity: 'DEVICES_CHANGED', changed: ['devices'] } as const

type WithCode = AnswerOf<typeof contract.addDevice>

export async function addDevice({ body }: CheckedOf<typeof contract.addDevice>, caller: RequestContext): Promise<WithCode | Refusal> {
  const { db, principal, ctx } = caller
  const { companyId } = principal
  const { imei, vendor, msisdn = null, apnName = null } = body
  const isOwn = vendor === OWN_VENDOR
  // A third-party device never connects to this server, so it takes no commands and needs no key.
  const type = isOwn ? (body.type ?? 'TELEMETRY') : 'METRICS_BOX'
  const claimCode = isOwn ? newClaimCode() : null
  const now = ctx.now()
  const described = { imei, type, vendor, msisdn, apnName }
  const device = await insertDevice(db, companyId, { ...described, claimHash: claimCode && hashClaimCode(claimCode) }, now)
  if (!device) return refuse('DEVICE_EXISTS')
  await recordChange(caller, DEVICES_CHANGED, [{ action: 'device-added', of: { kind: 'device', id: imei }, after: described }])
  return { ...deviceNow(device, now), ...(claimCode ? { claimCode } : {}) }
}

export async function changeDevice(
  { params, body }: CheckedOf<typeof contract.changeDevice>,
  caller: RequestContext,
): Promise<WithCode | Refusal> {
  const { db, principal, ctx } = caller
  const { companyId } = principal
  const now = ctx.now()
  const device = await lockDevice(db, companyId, params)
  if (!device) return refuse('DEVICE_NOT_FOUND')
  const { imei, type, msisdn, apnName } = device
  const before = { imei, type, msisdn, apnName }
  const { newClaimCode: isAnew = false, ...input } = body
  const isRenumbered = input.imei !== undefined && input.imei !== imei
  if (isRenumbered) {
    const wrong = whyNotRenumbered(device, input.imei ?? imei, isAnew)
    if (wrong) return wrong
    if (await lockDevice(db, companyId, { imei: input.imei ?? imei })) return refuse('DEVICE_EXISTS')
  }
  const after = { ...before, ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) }
  await describeDevice(db, companyId, device.id, after)
  const claimCode = isAnew ? newClaimCode() : undefined
  if (claimCode) await unclaim(db, companyId, device.id, hashClaimCode(claimCode))
  await recordChange(caller, DEVICES_CHANGED, [
    {
      action: 'device-changed',
      of: { kind: 'device', id: after.imei },
      machine: device.machine?.id,
      before,
      after: { ...after, ...(isAnew ? { key: 'ended' } : {}) },
    },
  ])
  return { ...deviceNow({ ...device, ...after }, now), ...(claimCode ? { claimed: false, claimCode } : {}) }
}

/** A claimed device authenticates with its number, so the number cannot be changed. */
function whyNotRenumbered({ vendor, claimed }: StoredDevice, imei: string, isAnew: boolean): Refusal | null {
  const own = DEVICE_VENDORS.find((known) => known === vendor) ?? OWN_VENDOR
  if (claimed && own === OWN_VENDOR && !isAnew) return refuse('DEVICE_HAS_KEY')
  return isDeviceNumber(imei, own) ? null : refuse('DEVICE_NUMBER_WRONG')
}

/**
 * Issues the device key in exchange for the claim code. Knowing the number alone is not sufficient, and a claimed device cannot be claimed
 * again.
 */
export async function claimDevice(
  { params, body }: CheckedOf<typeof claimCall>,
  { ctx, request }: PublicContext,
): Promise<{ key: string } | Refusal> {
  const over = await request.server.overClaimLimit(request)
  if (over) return over
  const key = newKey()
  try {
    return await ctx.database.asSystem(async (db) => {
      const found = await deviceToClaim(db, params.imei, hashClaimCode(body.code))
      if (!found) return refuse('DEVICE_NOT_FOUND')
      if (found.isTaken) return refuse('DEVICE_TAKEN')
      await claim(db, found.company, found.id, hashToken(key), ctx.now())
      return { key }
    })
  } catch (error) {
    // Two companies claimed the device at the same time.
    if (sqlStateOf(error) === '23505') return refuse('DEVICE_TAKEN')
    throw error
  }
}

type AtMachine = { id: MachineId; imei: string }

/** Connects a device to a machine. No effect if it is already connected to it. */
export async function connectDevice({ id: machineId, imei }: AtMachine, caller: RequestContext) {
  const { db, principal } = caller
  if (!(await isMachine(db, principal.companyId, machineId))) return refuse('MACHINE_NOT_FOUND')
  const device = await lockDevice(db, principal.companyId, { imei })
  if (!device) return refuse('DEVICE_NOT_FOUND')
  if (device.machine && device.machine.id !== machineId) return refuse('DEVICE_TAKEN')
  if (!device.machine) await move(caller, { id: device.id, imei }, machineId, machineId)
  return devicesIn(db, principal.companyId, machineId)
}

export async function disconnectDevice({ id: machineId, imei }: AtMachine, caller: RequestContext) {
  const { db, principal } = caller
  if (!(await isMachine(db, principal.companyId, machineId))) return refuse('MACHINE_NOT_FOUND')
  const device = await lockDevice(db, principal.companyId, { imei })
  if (!device || (device.machine && device.machine.id !== machineId)) return refuse('DEVICE_NOT_FOUND')
  if (device.machine) await move(caller, { id: device.id, imei }, null, machineId)
  return devicesIn(db, principal.companyId, machineId)
}

async function move(
  { db, principal: { companyId, userId }, ctx }: RequestContext,
  { id, imei }: { id: number; imei: string },
  to: MachineId | null,
  machine: MachineId,
) {
  const now = ctx.now()
  await putInto(db, companyId, id, to, now)
  await showState(db, companyId, machine, now)
  const action = to === null ? 'device-disconnected' : 'device-connected'
  await audit(db, companyId, { userId, at: now }, [{ action, of: { kind: 'device', id: imei }, after: { machine } }])
  const activity = to === null ? 'DEVICE_DISCONNECTED' : 'DEVICE_CONNECTED'
  await publishMachineEvents(
    db,
    companyId,
    [{ machine, stock: false, happened: [{ activity, at: now, by: userId, details: { device: imei } }] }],
    now,
  )
}
