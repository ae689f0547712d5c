/** The types of telemetry devices. A metrics box only reads the machine's counters; a telemetry unit also accepts commands. */
export const DEVICE_TYPES = ['TELEMETRY', 'METRICS_BOX'] as const
export type DeviceType = (typeof DEVICE_TYPES)[number]

/** Only a telemetry unit can be restarted or grant credit. */
export const acceptsCommands = (type: DeviceType): boolean => type === 'TELEMETRY'

/** Vendor of a device: our own telemetry, another's, or a payment terminal's. Only our own sends data here. */
export const DEVICE_VENDORS = ['ROUNDSMAN', 'USAT', 'PEP', 'VENDPAY'] as const
export type DeviceVendor = (typeof DEVICE_VENDORS)[number]
export const OWN_VENDOR: DeviceVendor = 'ROUNDSMAN'

/** The last digit of an IMEI, the check digit of the fourteen before it (Luhn). */
export const checkDigitOf = (digits: string): string => {
  const sum = [...digits].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

const LENGTH = 15

/**
 * Whether a number is valid. Fifteen characters on a telemetry unit of our own are an IMEI: digits with a check digit. Numbers of other
 * lengths and of other makers have no check digit.
 */
export const isDeviceNumber = (number: string, vendor: DeviceVendor): boolean =>
  vendor !== OWN_VENDOR || number.length !== LENGTH || (/^\d+$/.test(number) && checkDigitOf(number.slice(0, -1)) === number.at(-1))
