import type { Moment } from '../time.ts'
import { isInContact } from './connectivity.ts'
import { OWN_VENDOR } from './device.ts'

/**
 * The status of a device, the most urgent first. SILENT: installed and not connected. FAULT: connected, and a part of its machine has a
 * malfunction. EXTERNAL: of another vendor, so it never connects to this server.
 */
export const DEVICE_STATUSES = ['SILENT', 'FAULT', 'UNCLAIMED', 'CONNECTED', 'SPARE', 'EXTERNAL'] as const
export type DeviceStatus = (typeof DEVICE_STATUSES)[number]

export type DeviceConnection = {
  imei: string
  vendor: string | null
  claimed: boolean
  isInstalled: boolean
  heardAt: Moment | null
  /** Number of malfunctions of its machine. */
  faults: number
}

/** `now` is by the server's clock, as `heardAt` is. */
export function deviceStatus({ vendor, claimed, isInstalled, heardAt, faults }: DeviceConnection, now: Moment): DeviceStatus {
  if ((vendor ?? OWN_VENDOR) !== OWN_VENDOR) return 'EXTERNAL'
  if (isInContact(heardAt, now)) return faults > 0 ? 'FAULT' : 'CONNECTED'
  if (!claimed && heardAt === null) return 'UNCLAIMED'
  return isInstalled ? 'SILENT' : 'SPARE'
}

/** The most urgent status first, then those without contact for longest; a device that never connected precedes them. */
export const bySeverity =
  (now: Moment) =>
  (a: DeviceConnection, b: DeviceConnection): number =>
    rankOf(a, now) - rankOf(b, now) || (a.heardAt ?? 0) - (b.heardAt ?? 0) || (a.imei < b.imei ? -1 : 1)

const rankOf = (device: DeviceConnection, now: Moment) => DEVICE_STATUSES.indexOf(deviceStatus(device, now))
