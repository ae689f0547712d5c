import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Device } from '#contract/devices.ts'
import { bySeverity, DEVICE_STATUSES, type DeviceStatus, deviceStatus } from '#domain/machines/device-status.ts'
import { fromIso, type Moment, SECOND } from '#domain/time.ts'
import { serverOffset } from './devices.queries.ts'

/** A device with its status. `heardAt` is by this device's clock, as its age is. */
export type DeviceRow = Omit<Device, 'heardAt'> & { status: DeviceStatus; heardAt: Moment | null }

const CHECKED_EVERY = 5 * SECOND

/** The devices by trouble, with the number of each status. A device becomes silent on the open screen, without another request. */
export function useDeviceRows(devices: readonly Device[] | undefined) {
  const { data: offset = 0 } = useQuery(serverOffset())
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CHECKED_EVERY)
    return () => clearInterval(timer)
  }, [])
  return useMemo(() => {
    const at = now + offset
    const sorted = (devices ?? [])
      .map((device) => ({
        device,
        connection: {
          ...device,
          isInstalled: device.connected,
          heardAt: device.heardAt === null ? null : fromIso(device.heardAt),
          faults: device.faults.length,
        },
      }))
      .toSorted((a, b) => bySeverity(at)(a.connection, b.connection))
    const rows = sorted.map(({ device, connection }): DeviceRow => {
      const { heardAt } = connection
      return { ...device, status: deviceStatus(connection, at), heardAt: heardAt === null ? null : heardAt - offset }
    })
    const counts = DEVICE_STATUSES.map((status) => ({ status, count: rows.filter((row) => row.status === status).length }))
    return { rows, counts: counts.filter(({ count }) => count > 0) }
  }, [devices, now, offset])
}
