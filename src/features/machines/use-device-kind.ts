import { useTranslation } from 'react-i18next'
import { type DeviceType, OWN_VENDOR } from '#domain/machines/device.ts'

export type MachineDevice = { imei: string; type: DeviceType; vendor: string | null }

/** The kind of a device: our own by function, others by vendor. */
export function useDeviceKind(): (device: MachineDevice) => string {
  const { t } = useTranslation('machines')
  return ({ type, vendor }) => {
    const own = t(`deviceType.${type}`)
    return (vendor ?? OWN_VENDOR) === OWN_VENDOR ? own : t(`devices:vendor.${vendor}`, { defaultValue: own })
  }
}
