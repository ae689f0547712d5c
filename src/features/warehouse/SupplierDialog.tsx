import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useDraftForm } from '#app/components/form/use-draft-form.ts'
import { useDraftMutation } from '#app/components/form/use-draft-mutation.ts'
import { useField } from '#app/components/form/use-field.ts'
import { useDraft } from '#app/components/use-draft.ts'
import { saveSupplier } from '#app/data/warehouse.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { SUPPLIER_MOST, type Supplier, SupplierBody } from '#contract/purchases.ts'
import classes from './Warehouse.module.css'

const Draft = v.partial(v.object({ name: v.string(), phone: v.string(), email: v.string(), address: v.string(), note: v.string() }))
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
})

function SupplierForm({ supplier, onClose, onSaved }: Props) {
  const { t } = useTranslation('warehouse')
  const draft = useDraft(supplier?.identifier ?? NEW, 'supplier', Draft, NOTHING)
  const [stored] = useState(() => valuesOf(supplier))
  const form = useDraftForm(draft, SupplierBody, stored)
  const field = useField(form)
  const input = (name: keyof typeof stored) => ({ ...field(name), label: t(`supplier.${name}`), maxLength: SUPPLIER_MOST[name] })
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
      <Textarea {...input('note')} autosize minRows={2} maxRows={6} />
    </Form>
  )
}
