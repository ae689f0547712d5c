import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE, SECOND } from '../time.ts'
import { isInContact, SILENCE } from './connectivity.ts'
import { bySeverity, type DeviceConnection, deviceStatus } from './device-status.ts'

const NOW = Date.UTC(2026, 2, 29, 1)
const device = (more: Partial<DeviceConnection> = {}): DeviceConnection => ({
  imei: '356938035643809',
  vendor: null,
  claimed: true,
  isInstalled: true,
  heardAt: NOW - MINUTE,
  faults: 0,
  ...more,
})

test('installed device is silent one millisecond after 15 minutes, not before', () => {
  expect(deviceStatus(device({ heardAt: NOW - SILENCE }), NOW)).toBe('CONNECTED')
  expect(deviceStatus(device({ heardAt: NOW - SILENCE - 1 }), NOW)).toBe('SILENT')
  expect(deviceStatus(device({ heardAt: null }), NOW)).toBe('SILENT')
})

test('spare, unclaimed and third-party devices are no trouble', () => {
  const heardAt = NOW - 90 * MINUTE
  expect(deviceStatus(device({ heardAt, isInstalled: false }), NOW)).toBe('SPARE')
  expect(deviceStatus(device({ heardAt: null, claimed: false }), NOW)).toBe('UNCLAIMED')
  expect(deviceStatus(device({ heardAt: null, vendor: 'USAT', claimed: false }), NOW)).toBe('EXTERNAL')
})

test('order: longest silence, faults, then the others', () => {
  const list = [
    device({ imei: 'connected' }),
    device({ imei: 'fault', faults: 2 }),
    device({ imei: 'hour', heardAt: NOW - 60 * MINUTE }),
    device({ imei: 'spare', heardAt: NOW - 90 * MINUTE, isInstalled: false }),
    device({ imei: 'day', heardAt: NOW - 24 * 60 * MINUTE }),
    device({ imei: 'never', heardAt: null }),
  ]
  expect(list.toSorted(bySeverity(NOW)).map(({ imei }) => imei)).toEqual(['never', 'day', 'hour', 'fault', 'connected', 'spare'])
})

test('status agrees with the definition of connected at any age', () => {
  const age = fc.oneof(fc.integer({ min: -10 * MINUTE, max: 60 * MINUTE }), fc.integer({ min: SILENCE - SECOND, max: SILENCE + SECOND }))
  fc.assert(
    fc.property(age, fc.nat(3), fc.boolean(), (ago, faults, isInstalled) => {
      const status = deviceStatus(device({ heardAt: NOW - ago, faults, isInstalled }), NOW)
      expect(['CONNECTED', 'FAULT'].includes(status)).toBe(isInContact(NOW - ago, NOW))
    }),
  )
})
