import { useTranslation } from 'react-i18next'
import { type DeviceType, OWN_VENDOR } from '#domain/machines/device.ts'

export type MachineDevice = { imei: string; type: DeviceType; vendor: string | null }

/** What a device is, in words: our own by what it does, another's by whose it is. */
export function useDeviceKind(): (device: MachineDevice) => string {
  const { t } = useTranslation('machines')
  return ({ type, vendor }) => {
    const own = t(`deviceType.${type}`)
    return (vendor ?? OWN_VENDOR) === OWN_VENDOR ? own : t(`devices:vendor.${vendor}`, { defaultValue: own })
  }
}
