import { Alert, Button, Group, Modal, SegmentedControl, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsking } from '#app/components/use-asking.ts'
import { useDraft } from '#app/components/use-draft.ts'
import { getSession } from '#app/data/device.ts'
import { deletePurchase, STORED_SIZES, savePurchase, storedProducts } from '#app/data/warehouse.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { DayInput } from '#app/ui/DayInput.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { PURCHASE_MOST, type Purchase, type Supplier } from '#contract/purchases.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { FIRST_DAY, PURCHASE_STATUSES } from '#domain/warehouse/purchase.ts'
import { PurchaseLines } from './PurchaseLines.tsx'
import { countedSince, PurchaseDraft, purchaseOf, typedOf } from './purchase-draft.ts'
import classes from './Warehouse.module.css'

const NOTHING: PurchaseDraft = {}
const NEW = 0
const MAX_STORED = Math.max(...STORED_SIZES)

/** `preselected`: the supplier that was just created for this purchase. */
type Props = { purchase: Purchase | null; suppliers: readonly Supplier[]; preselected?: Supplier | null; onClose(): void }

export function PurchaseDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation('warehouse')
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      size="xl"
      title={t(props.purchase ? 'purchase.edit' : 'purchase.create')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {opened && <PurchaseForm key={props.purchase?.identifier ?? NEW} {...props} />}
    </Modal>
  )
}

function PurchaseForm({ purchase, suppliers, preselected = null, onClose }: Props) {
  const { t } = useTranslation('warehouse')
  const client = useQueryClient()
  const draft = useDraft(purchase?.identifier ?? NEW, 'purchase', PurchaseDraft, NOTHING)
  const { isBusy, trouble, ask } = useAsking()
  const [isDeleting, setDeleting] = useState(false)
  const { timezone, currency, locale } = getSession().account
  const [now] = useState(() => Date.now())
  const begun = preselected && !purchase ? { supplier: preselected.identifier, ...draft.value } : draft.value
  const typed = typedOf(purchase, begun, { timezone, currency, locale }, now)
  const wasDelivered = purchase?.status === 'DELIVERED'
  const body = purchaseOf(typed, { timezone, currency, locale })
  // Only a delivery of an earlier day can have been counted since.
  const isBackDated = !wasDelivered && typed.status === 'DELIVERED' && typed.deliveredAt < isoDay(dayOf(now, timezone))
  const stored = useQuery({ ...storedProducts({ page: 0, size: MAX_STORED, query: '' }), enabled: isBackDated })
  const counted = isBackDated ? countedSince(typed, stored.data?.items ?? [], { timezone }) : []
  const set = (fields: PurchaseDraft) => draft.change((before) => ({ ...before, ...fields }))
  const [first, today] = [isoDay(FIRST_DAY), isoDay(dayOf(now, timezone))]
  // The supplier may have been deleted since.
  const offered = [
    ...suppliers,
    ...(preselected && !suppliers.some(({ identifier }) => identifier === preselected.identifier) ? [preselected] : []),
    ...(purchase && !suppliers.some(({ identifier }) => identifier === purchase.supplier.identifier) ? [purchase.supplier] : []),
  ]

  const finish = (done: unknown) => {
    void client.invalidateQueries({ queryKey: ['warehouse'] })
    if (!done) return toastError(t('machines:operationFailed'))
    draft.clear()
    toastSuccess(t('CHANGES_SAVED'))
    onClose()
  }
  const key = () => draft.opId ?? draft.renew()
  const save = async () => body && finish(await ask(() => savePurchase(purchase?.identifier ?? null, body, key()), draft.renew))
  const remove = async () => {
    if (!purchase) return
    setDeleting(false)
    finish(await ask(() => deletePurchase(purchase.identifier, getSession().device.newId())))
  }
  const giveUp = () => {
    draft.clear()
    onClose()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="md">
        <Select
          label={t('purchase.supplier')}
          placeholder={t('purchase.chooseSupplier')}
          required
          searchable
          allowDeselect={false}
          size="md"
          data={offered.map(({ identifier, name }) => ({ value: String(identifier), label: name }))}
          value={typed.supplier === null ? null : String(typed.supplier)}
          onChange={(chosen) => chosen !== null && set({ supplier: Number(chosen) })}
          nothingFoundMessage={t('nothingFound')}
        />
        <div>
          <Text component="span" size="sm" fw={500} display="block" mb={4}>
            {t('purchase.status')}
          </Text>
          <SegmentedControl
            fullWidth
            size="md"
            classNames={{ label: classes.segment ?? '' }}
            aria-label={t('purchase.status')}
            value={typed.status}
            disabled={wasDelivered}
            onChange={(chosen) => set({ status: PURCHASE_STATUSES.find((one) => one === chosen) ?? typed.status })}
            data={PURCHASE_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          />
        </div>
        {typed.status !== 'PLANNED' && (
          <div className={classes.pair}>
            <TextInput
              label={t('purchase.invoice')}
              size="md"
              maxLength={PURCHASE_MOST.invoiceNumber}
              autoComplete="off"
              value={typed.invoiceNumber}
              onChange={({ currentTarget: { value } }) => set({ invoiceNumber: value })}
            />
            <DayInput
              label={t('purchase.ordered')}
              min={first}
              max={today}
              value={typed.orderedAt}
              onChange={(orderedAt) => set({ orderedAt })}
            />
            {typed.status === 'DELIVERED' && (
              <DayInput
                label={t('purchase.delivered')}
                min={typed.orderedAt || first}
                max={today}
                value={typed.deliveredAt}
                onChange={(deliveredAt) => set({ deliveredAt })}
              />
            )}
          </div>
        )}
        <PurchaseLines lines={typed.lines} isLocked={wasDelivered} onChange={(lines) => set({ lines: [...lines] })} />
        <Textarea
          label={t('change.note')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={PURCHASE_MOST.note}
          value={typed.note}
          onChange={({ currentTarget: { value } }) => set({ note: value })}
        />
        {typed.status === 'DELIVERED' && <Alert color="teal">{t(wasDelivered ? 'purchase.locked' : 'purchase.willBeReceived')}</Alert>}
        {counted.length > 0 && (
          <Alert color="orange" role="status">
            {t('purchase.countedSince', { products: counted.join(', ') })}
          </Alert>
        )}
        {trouble && (
          <Alert color="red" role="alert">
            {trouble}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          {purchase && !wasDelivered && (
            <Button variant="subtle" color="red" size="md" onClick={() => setDeleting(true)}>
              {t('purchase.delete')}
            </Button>
          )}
          <Button variant="default" size="md" onClick={giveUp}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" size="md" loading={isBusy} disabled={!body}>
            {t(typed.status === 'DELIVERED' && !wasDelivered ? 'purchase.saveAndReceive' : 'save')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={isDeleting}
        title={t('purchase.delete')}
        confirm={t('purchase.delete')}
        isDangerous
        onConfirm={() => void remove()}
        onClose={() => setDeleting(false)}
      >
        {t('purchase.deleteText', { supplier: purchase?.supplier.name ?? '', count: purchase?.units ?? 0 })}
      </ConfirmDialog>
    </form>
  )
}
