import { Alert, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { addDevice, changeDevice, newClaimCode } from '#app/data/devices.ts'
import { FormModal } from '#app/ui/FormModal.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Device } from '#contract/devices.ts'
import { DeviceNumber } from '#contract/telemetry.ts'
import { DEVICE_VENDORS, type DeviceVendor, isDeviceNumber, OWN_VENDOR } from '#domain/machines/device.ts'

type Words = { vendor: DeviceVendor; imei: string; msisdn: string; apnName: string }

/** The outcome: a claim code, or an error with the input. */
export type Saved = {
  withCode: { imei: string; claimCode: string } | null
  failed: { trouble: string; of: Device | null; words: Words } | null
}

/** `again`: the input of a failed attempt. */
type Props = { device: Device | 'new' | null; again: Saved['failed']; onClose(): void; onSaved(saved: Saved): void }

/** Adds or changes a device; it closes in any case. */
export function DeviceDialog({ device, ...props }: Props) {
  const { t } = useTranslation('devices')
  return (
    <FormModal
      opened={device !== null}
      onClose={props.onClose}
      title={t(device === 'new' ? 'add' : 'editTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {device && <DeviceForm device={device === 'new' ? null : device} {...props} />}
    </FormModal>
  )
}

const LONGEST = 20

function DeviceForm({ device, again, onClose, onSaved }: Omit<Props, 'device'> & { device: Device | null }) {
  const { t } = useTranslation('devices')
  const why = useWhyNot()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [touched, setTouched] = useState(false)
  const [words, setWords] = useState<Words>(() => {
    if (again && again.of?.id === device?.id) return again.words
    return {
      vendor: vendorOf(device),
      imei: device?.imei ?? '',
      msisdn: device?.msisdn ?? '',
      apnName: device?.apnName ?? '',
    }
  })
  const isOwn = words.vendor === OWN_VENDOR
  // A unit with a key is identified by its number.
  const isFixed = isOwn && device?.claimed === true
  const isChanged = words.imei.trim() !== device?.imei
  const wrong = wrongIn(words.imei, words.vendor)
  const isWrong = isChanged && wrong !== null
  const finish = async (asked: ReturnType<typeof addDevice>, done: string) => {
    setBusy(true)
    const answer = await asked
    setBusy(false)
    onClose()
    void client.invalidateQueries({ queryKey: ['devices'] })
    void client.invalidateQueries({ queryKey: ['freeDevices'] })
    if (answer.state !== 'answered') {
      toastError(t('failed'))
      return onSaved({ withCode: null, failed: { trouble: `${t('failed')}. ${why(answer).text}`, of: device, words } })
    }
    toastSuccess(done)
    const { imei, claimCode } = answer.value
    onSaved({ withCode: claimCode ? { imei, claimCode } : null, failed: null })
  }
  const field = (name: 'imei' | 'msisdn' | 'apnName') => ({
    size: 'md' as const,
    autoComplete: 'off',
    maxLength: LONGEST,
    value: words[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => setWords({ ...words, [name]: value }),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void (device ? finish(changeDevice(device, words), t('changesSaved')) : finish(addDevice(words), t('added')))
      }}
    >
      <Stack gap="md">
        <NativeSelect
          size="md"
          label={t('provider')}
          disabled={device !== null}
          value={words.vendor}
          onChange={({ currentTarget: { value } }) =>
            setWords({ ...words, vendor: DEVICE_VENDORS.find((one) => one === value) ?? OWN_VENDOR })
          }
          data={DEVICE_VENDORS.map((value) => ({ value, label: t(`vendor.${value}`) }))}
        />
        <TextInput
          {...field('imei')}
          onBlur={() => setTouched(true)}
          label={t(`number.${words.vendor}`)}
          description={isFixed ? t('numberFixed') : t('example', { number: t(`exampleOf.${words.vendor}`) })}
          disabled={isFixed}
          required
          withAsterisk={false}
          data-autofocus={device === null || undefined}
          error={touched && isWrong && t(wrong)}
        />
        {isOwn && (
          <>
            <TextInput {...field('msisdn')} type="tel" label={t('msisdn')} />
            <TextInput {...field('apnName')} label={t('apnName')} />
          </>
        )}
        {device && isOwn && (
          <Alert color="gray" variant="light">
            <Stack gap="xs" align="flex-start">
              {t('newCodeMeans')}
              <Button variant="default" disabled={isBusy} onClick={() => void finish(newClaimCode(device.id), t('changesSaved'))}>
                {t('newCode')}
              </Button>
            </Stack>
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" size="md" loading={isBusy} disabled={isWrong}>
            {t(device ? 'save' : 'add')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Why a number is invalid; null if it is valid. */
function wrongIn(typed: string, vendor: DeviceVendor): 'wrong' | 'wrongImei' | null {
  if (!v.is(DeviceNumber, typed)) return 'wrong'
  return isDeviceNumber(typed.trim(), vendor) ? null : 'wrongImei'
}

const vendorOf = (device: Device | null): DeviceVendor => DEVICE_VENDORS.find((one) => one === device?.vendor) ?? OWN_VENDOR
