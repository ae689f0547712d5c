import * as v from 'valibot'
import { line } from '#contract/fields.ts'
import { DeviceNumber } from '#contract/telemetry.ts'
import { DEVICE_VENDORS, isDeviceNumber } from '#domain/machines/device.ts'

export const MAX_LENGTH = 20

/** The fields of the form. A number that the device already has is valid. */
export const schemaOf = (stored: string | null) =>
  v.pipe(
    v.object({
      vendor: v.picklist(DEVICE_VENDORS),
      imei: v.pipe(
        v.string(),
        v.transform((typed) => (typed === stored ? typed : typed.trim())),
        // Not a union: Valibot would report the message of the rule in the contract, which is for other clients.
        v.check((imei) => imei === stored || v.is(DeviceNumber, imei), 'wrong'),
      ),
      msisdn: line(MAX_LENGTH),
      apnName: line(MAX_LENGTH),
    }),
    v.forward(
      v.check(({ imei, vendor }) => imei === stored || !v.is(DeviceNumber, imei) || isDeviceNumber(imei, vendor), 'wrongImei'),
      ['imei'],
    ),
  )
