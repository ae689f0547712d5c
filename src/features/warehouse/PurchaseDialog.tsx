import { Alert, Button, SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useDraftForm } from '#app/components/form/use-draft-form.ts'
import { useDraftMutation } from '#app/components/form/use-draft-mutation.ts'
import { useField } from '#app/components/form/use-field.ts'
import { useStoredValues } from '#app/components/form/use-stored-values.ts'
import { useDraft } from '#app/components/use-draft.ts'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { getSession } from '#app/data/device.ts'
import { deletePurchase, savePurchase, storedProducts } from '#app/data/warehouse.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { DayInput } from '#app/ui/DayInput.tsx'
import { STORED_SIZES } from '#app/ui/page-sizes.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { PURCHASE_LIMITS, type Purchase, type PurchaseBody, type Supplier } from '#contract/purchases.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { FIRST_DAY, PURCHASE_STATUSES } from '#domain/warehouse/purchase.ts'
import { PurchaseLines } from './PurchaseLines.tsx'
import { countedSince, PurchaseDraft, purchaseForm, typedOf } from './purchase-draft.ts'
import classes from './Warehouse.module.css'

const NOTHING: PurchaseDraft = {}
const NEW = 0
const MAX_STORED = Math.max(...STORED_SIZES)

/** `preselected`: the supplier that was just created for this purchase. */
type Props = { purchase: Purchase | null; suppliers: readonly Supplier[]; preselected?: Supplier | null; onClose(): void }

export function PurchaseDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation('warehouse')
  return (
    <FormDialog opened={opened} onClose={props.onClose} size="xl" title={t(props.purchase ? 'purchase.edit' : 'purchase.create')}>
      <PurchaseForm key={props.purchase?.identifier ?? NEW} {...props} />
    </FormDialog>
  )
}

function PurchaseForm({ purchase, suppliers, preselected = null, onClose }: Props) {
  const { t } = useTranslation('warehouse')
  const draft = useDraft(purchase?.identifier ?? NEW, 'purchase', PurchaseDraft, NOTHING)
  const { timezone, currency, locale } = getSession().account
  const [now] = useState(() => Date.now())
  const current = {
    ...typedOf(purchase, {}, { timezone, currency, locale }, now),
    ...(preselected && !purchase && { supplier: preselected.identifier }),
  }
  const stored = useStoredValues(current, draft)
  const form = useDraftForm(draft, purchaseForm({ timezone, currency, locale }), stored)
  const field = useField(form)
  const controlled = useControlledField(form)
  const saving = useDraftMutation(draft, savePurchase)
  const deletion = useKeyedMutation(deletePurchase)
  const [isDeleting, setDeleting] = useState(false)
  const typed = form.watch()
  const wasDelivered = purchase?.status === 'DELIVERED'
  // Only a delivery of an earlier day can have been counted since.
  const isBackDated = !wasDelivered && typed.status === 'DELIVERED' && typed.deliveredAt < isoDay(dayOf(now, timezone))
  const stock = useQuery({ ...storedProducts({ page: 0, size: MAX_STORED, query: '' }), enabled: isBackDated })
  const counted = isBackDated ? countedSince(typed, stock.data?.items ?? [], { timezone }) : []
  const [first, today] = [isoDay(FIRST_DAY), isoDay(dayOf(now, timezone))]
  // The supplier may have been deleted since.
  const offered = [
    ...suppliers,
    ...(preselected && !suppliers.some(({ identifier }) => identifier === preselected.identifier) ? [preselected] : []),
    ...(purchase && !suppliers.some(({ identifier }) => identifier === purchase.supplier.identifier) ? [purchase.supplier] : []),
  ]

  const close = () => {
    draft.clear()
    onClose()
  }
  const onSuccess = () => {
    toastSuccess(t('CHANGES_SAVED'))
    close()
  }
  const save = (body: PurchaseBody) =>
    saving.mutate(
      { identifier: purchase?.identifier ?? null, body },
      {
        onSuccess,
        onError: () => toastError(t('machines:operationFailed')),
      },
    )
  const remove = () => {
    setDeleting(false)
    if (purchase)
      deletion.mutate({ identifier: purchase.identifier }, { onSuccess, onError: () => toastError(t('machines:operationFailed')) })
  }
  const supplier = controlled('supplier')
  const orderedAt = controlled('orderedAt')
  const deliveredAt = controlled('deliveredAt')
  // A new delivery of an earlier day was ordered by then, unless another day was typed.
  const isOrderedByThen = !purchase && [today, deliveredAt.value].includes(orderedAt.value)
  const deliver = (day: string) => {
    deliveredAt.onChange(day)
    if (isOrderedByThen && day) orderedAt.onChange(day)
  }
  return (
    <>
      <Form
        form={form}
        onSubmit={save}
        submit={t(typed.status === 'DELIVERED' && !wasDelivered ? 'purchase.saveAndReceive' : 'save')}
        mutation={{ error: saving.error ?? deletion.error, isPending: saving.isPending || deletion.isPending }}
        isUnsettled={saving.isUnsettled}
        onCancel={saving.isUnsettled ? onClose : close}
        actions={
          purchase &&
          !wasDelivered && (
            <Button variant="subtle" color="red" size="md" onClick={() => setDeleting(true)}>
              {t('purchase.delete')}
            </Button>
          )
        }
        isStored
      >
        <Select
          label={t('purchase.supplier')}
          placeholder={t('purchase.chooseSupplier')}
          required
          searchable
          allowDeselect={false}
          size="md"
          data={offered.map(({ identifier, name }) => ({ value: String(identifier), label: name }))}
          value={supplier.value === null ? null : String(supplier.value)}
          onChange={(chosen) => chosen !== null && supplier.onChange(Number(chosen))}
          nothingFoundMessage={t('nothingFound')}
        />
        <div>
          <Text component="span" size="sm" fw={500} display="block" mb={4}>
            {t('purchase.status')}
          </Text>
          <SegmentedControl
            fullWidth
            {...controlled('status')}
            classNames={{ label: classes.segment ?? '' }}
            aria-label={t('purchase.status')}
            disabled={wasDelivered}
            data={PURCHASE_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          />
        </div>
        {typed.status !== 'PLANNED' && (
          <div className={classes.pair}>
            <TextInput {...field('invoiceNumber')} label={t('purchase.invoice')} maxLength={PURCHASE_LIMITS.invoiceNumber} />
            <DayInput label={t('purchase.ordered')} min={first} max={today} value={orderedAt.value} onChange={orderedAt.onChange} />
            {typed.status === 'DELIVERED' && (
              <DayInput
                label={t('purchase.delivered')}
                min={(!isOrderedByThen && typed.orderedAt) || first}
                max={today}
                value={deliveredAt.value}
                onChange={deliver}
              />
            )}
          </div>
        )}
        <PurchaseLines lines={typed.lines} isLocked={wasDelivered} onChange={controlled('lines').onChange} />
        <Textarea label={t('change.note')} autosize minRows={2} maxRows={6} maxLength={PURCHASE_LIMITS.note} {...field('note')} />
        {typed.status === 'DELIVERED' && <Alert color="slate">{t(wasDelivered ? 'purchase.locked' : 'purchase.willBeReceived')}</Alert>}
        {counted.length > 0 && (
          <Alert color="orange" role="status">
            {t('purchase.countedSince', { products: counted.join(', ') })}
          </Alert>
        )}
      </Form>
      <ConfirmDialog
        opened={isDeleting}
        title={t('purchase.delete')}
        confirm={t('purchase.delete')}
        isDangerous
        onConfirm={remove}
        onClose={() => setDeleting(false)}
      >
        {t('purchase.deleteText', { supplier: purchase?.supplier.name ?? '', count: purchase?.units ?? 0 })}
      </ConfirmDialog>
    </>
  )
}
