/** The types of telemetry devices. A metrics box only reads the machine's counters; a telemetry unit also accepts commands. */
export const DEVICE_TYPES = ['TELEMETRY', 'METRICS_BOX'] as const
export type DeviceType = (typeof DEVICE_TYPES)[number]

/** Only a telemetry unit can be restarted or grant credit. */
export const takesCommands = (type: DeviceType): boolean => type === 'TELEMETRY'

/** Vendor of a device: our own telemetry, another's, or a payment terminal's. Only our own sends data here. */
export const DEVICE_VENDORS = ['ROUNDSMAN', 'USAT', 'PEP', 'VENDPAY'] as const
export type DeviceVendor = (typeof DEVICE_VENDORS)[number]
export const OWN_VENDOR: DeviceVendor = 'ROUNDSMAN'
