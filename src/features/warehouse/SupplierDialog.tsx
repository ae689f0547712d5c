import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useDraftForm } from '#app/components/form/use-draft-form.ts'
import { useDraftMutation } from '#app/components/form/use-draft-mutation.ts'
import { useField } from '#app/components/form/use-field.ts'
import { useStoredValues } from '#app/components/form/use-stored-values.ts'
import { useDraft } from '#app/components/use-draft.ts'
import { formats } from '#app/data/formats.ts'
import { saveSupplier } from '#app/data/warehouse.ts'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { MAX_MINIMUM, SUPPLIER_LIMITS, type Supplier, SupplierBody } from '#contract/purchases.ts'
import { MAX_LEAD_DAYS } from '#domain/warehouse/order.ts'
import classes from './Warehouse.module.css'

const Values = v.object({
  name: v.string(),
  phone: v.string(),
  email: v.string(),
  address: v.string(),
  note: v.string(),
  minimumOrder: v.nullable(v.number()),
  leadDays: v.nullable(v.number()),
})
const Draft = v.partial(Values)
const NOTHING: v.InferOutput<typeof Draft> = {}
const NEW = 0

/** `onSaved` receives the saved supplier. */
type Props = { supplier: Supplier | null; onClose(): void; onSaved?: ((supplier: Supplier) => void) | undefined }

export function SupplierDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation('warehouse')
  return (
    <FormDialog opened={opened} onClose={props.onClose} title={t(props.supplier ? 'supplier.edit' : 'supplier.create')}>
      <SupplierForm key={props.supplier?.identifier ?? NEW} {...props} />
    </FormDialog>
  )
}

const valuesOf = (supplier: Supplier | null) => ({
  name: supplier?.name ?? '',
  phone: supplier?.phone ?? '',
  email: supplier?.email ?? '',
  address: supplier?.address ?? '',
  note: supplier?.note ?? '',
  minimumOrder: supplier?.minimumOrder ?? null,
  leadDays: supplier?.leadDays ?? null,
})

function SupplierForm({ supplier, onClose, onSaved }: Props) {
  const { t } = useTranslation('warehouse')
  const draft = useDraft(supplier?.identifier ?? NEW, 'supplier', Draft, NOTHING)
  const stored = useStoredValues(valuesOf(supplier), draft)
  const form = useDraftForm(draft, SupplierBody, stored)
  const field = useField(form)
  const controlled = useControlledField(form)
  const { currency, decimals } = formats()
  const input = (name: Exclude<keyof typeof stored, 'minimumOrder' | 'leadDays'>) => ({
    ...field(name),
    label: t(`supplier.${name}`),
    maxLength: SUPPLIER_LIMITS[name],
  })
  const mutation = useDraftMutation(draft, saveSupplier)
  const close = () => {
    draft.clear()
    onClose()
  }
  const save = (body: SupplierBody) =>
    mutation.mutate(
      { identifier: supplier?.identifier ?? null, body },
      {
        onSuccess: (saved) => {
          toastSuccess(t('CHANGES_SAVED'))
          close()
          onSaved?.(saved)
        },
        onError: () => toastError(t('machines:operationFailed')),
      },
    )
  return (
    <Form
      form={form}
      onSubmit={save}
      submit={t('save')}
      mutation={mutation}
      isUnsettled={mutation.isUnsettled}
      onCancel={mutation.isUnsettled ? onClose : close}
      isStored
    >
      <TextInput {...input('name')} required data-autofocus />
      <div className={classes.pair}>
        <TextInput {...input('phone')} type="tel" />
        <TextInput {...input('email')} type="email" />
      </div>
      <TextInput {...input('address')} />
      <div className={classes.pair}>
        <NumberInput
          {...controlled('minimumOrder')}
          value={form.watch('minimumOrder') ?? null}
          label={t('supplier.minimumOrder')}
          decimals={decimals}
          min={0}
          max={MAX_MINIMUM}
          unit={currency}
          rightSectionWidth={44}
        />
        <NumberInput
          {...controlled('leadDays')}
          value={form.watch('leadDays') ?? null}
          label={t('supplier.leadDays')}
          min={0}
          max={MAX_LEAD_DAYS}
        />
      </div>
      <Textarea {...input('note')} autosize minRows={2} maxRows={6} />
    </Form>
  )
}
