import { valibotResolver } from '@hookform/resolvers/valibot'
import { Alert, Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as v from 'valibot'
import { changedFields } from '#app/components/form/changed-fields.ts'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useField } from '#app/components/form/use-field.ts'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Device } from '#contract/devices.ts'
import { DEVICE_VENDORS, type DeviceVendor, OWN_VENDOR } from '#domain/machines/device.ts'
import { MAX_LENGTH, schemaOf } from './device-form.ts'
import { addDevice, changeDevice } from './devices.queries.ts'

export type NewCode = { imei: string; claimCode: string }

/** The input of an attempt that failed, and why. */
export type FailedAttempt = { deviceId: number | null; values: Values; error: unknown }
type Values = { vendor: DeviceVendor; imei: string; msisdn: string; apnName: string }

/** `attempt`: the last failed attempt, whose input is restored for the same device. */
type Props = {
  device: Device | null
  attempt: FailedAttempt | null
  onClose(): void
  onSaved(code: NewCode | null): void
  onFailed(attempt: FailedAttempt): void
}

/** As specified, the dialog closes after each attempt. The screen shows why one failed. */

export function DeviceDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation('devices')
  return (
    <FormDialog opened={opened} onClose={props.onClose} title={t(props.device ? 'editTitle' : 'add')}>
      <DeviceForm {...props} />
    </FormDialog>
  )
}

function DeviceForm({ device, attempt, onClose, onFailed, onSaved }: Props) {
  const { t } = useTranslation('devices')
  const restored = attempt?.deviceId === (device?.id ?? null) ? attempt.values : undefined
  const form = useForm({
    resolver: valibotResolver(schemaOf(device?.imei ?? null)),
    mode: 'onTouched',
    defaultValues: {
      vendor: DEVICE_VENDORS.find((vendor) => vendor === device?.vendor) ?? OWN_VENDOR,
      imei: device?.imei ?? '',
      msisdn: device?.msisdn ?? '',
      apnName: device?.apnName ?? '',
    },
    ...(restored && { values: restored, resetOptions: { keepDefaultValues: true } }),
  })
  const field = useField(form)
  const callbacks = {
    onSuccess: ({ imei, claimCode }: { imei: string; claimCode?: string | undefined }) => {
      toastSuccess(t(device ? 'changesSaved' : 'added'))
      onClose()
      onSaved(claimCode ? { imei, claimCode } : null)
    },
    onError: (error: unknown) => {
      toastError(t('failed'))
      onClose()
      onFailed({ deviceId: device?.id ?? null, values: form.getValues(), error })
    },
  }
  const addition = useKeyedMutation({ ...addDevice, ...callbacks })
  const change = useKeyedMutation({ ...changeDevice, ...callbacks })
  const save = ({ vendor, imei, msisdn, apnName }: v.InferOutput<ReturnType<typeof schemaOf>>) => {
    const sim = { msisdn: msisdn || null, apnName: apnName || null }
    if (!device) addition.mutate({ vendor, imei, ...sim })
    // An unchanged number is not sent, because it cannot change once a device has its key.
    else change.mutate({ id: device.id, ...changedFields({ imei, ...sim }, device) })
  }
  const vendor = form.watch('vendor')
  const isOwn = vendor === OWN_VENDOR
  // A unit with a key is identified by its number.
  const isFixed = isOwn && device?.claimed === true
  const { error } = form.getFieldState('imei', form.formState)
  return (
    <Form form={form} onSubmit={save} submit={t(device ? 'save' : 'add')} mutation={device ? change : addition} onCancel={onClose}>
      <NativeSelect
        {...field('vendor')}
        label={t('provider')}
        disabled={device !== null}
        data={DEVICE_VENDORS.map((value) => ({ value, label: t(`vendor.${value}`) }))}
      />
      <TextInput
        {...field('imei')}
        label={t(`number.${vendor}`)}
        description={isFixed ? t('numberFixed') : t('example', { number: t(`exampleOf.${vendor}`) })}
        readOnly={isFixed}
        variant={isFixed ? 'filled' : 'default'}
        required
        maxLength={MAX_LENGTH}
        data-autofocus={device === null || undefined}
        error={error && t(error.message === 'wrongImei' ? 'wrongImei' : 'wrong')}
      />
      {isOwn && (
        <>
          <TextInput {...field('msisdn')} type="tel" label={t('msisdn')} maxLength={MAX_LENGTH} />
          <TextInput {...field('apnName')} label={t('apnName')} maxLength={MAX_LENGTH} />
        </>
      )}
      {device && isOwn && (
        <Alert color="gray" variant="light">
          <Stack gap="xs" align="flex-start">
            {t('newCodeMeans')}
            <Button variant="default" disabled={change.isPending} onClick={() => change.mutate({ id: device.id, newClaimCode: true })}>
              {t('newCode')}
            </Button>
          </Stack>
        </Alert>
      )}
    </Form>
  )
}
