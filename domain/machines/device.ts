/** What a machine can be connected by. A metrics box reads the machine's counters only; a telemetry unit also takes commands. */
export const DEVICE_TYPES = ['TELEMETRY', 'METRICS_BOX'] as const
export type DeviceType = (typeof DEVICE_TYPES)[number]

/** Only a unit that listens can be restarted, or told to give credit. */
export const takesCommands = (type: DeviceType): boolean => type === 'TELEMETRY'

/** Whose device it is: our own telemetry, another's, or a payment terminal's. Only our own speaks to us. */
export const DEVICE_VENDORS = ['ROUNDSMAN', 'USAT', 'PEP', 'VENDPAY'] as const
export type DeviceVendor = (typeof DEVICE_VENDORS)[number]
export const OWN_VENDOR: DeviceVendor = 'ROUNDSMAN'
