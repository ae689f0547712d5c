import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormDialog, useFormInDialog } from '#app/components/form/FormDialog.tsx'
import { MutationAlerts } from '#app/components/form/MutationAlerts.tsx'
import { useDraftMutation } from '#app/components/form/use-draft-mutation.ts'
import { ProductName } from '#app/components/ProductName.tsx'
import { useDraft } from '#app/components/use-draft.ts'
import { formats } from '#app/data/formats.ts'
import { NumberTextInput } from '#app/ui/NumberInput.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import { PURCHASE_LIMITS } from '#contract/purchases.ts'
import type { SupplierOrder } from '#contract/supplier-orders.ts'
import classes from './Orders.module.css'
import { receiveOrder } from './orders.queries.ts'
import { COUNT_RULES, costRules } from './purchase-draft.ts'
import { costText, quantityText, ReceiptDraft, receiptOf, tooMany } from './receipt-draft.ts'
import warehouse from './Warehouse.module.css'

const NOTHING: ReceiptDraft = {}
/** On a desktop the column headers are the labels. */
const FIELD = { root: warehouse.count ?? '', label: warehouse.phoneLabel ?? '' }

type Props = { order: SupplierOrder; onClose(): void }

export function ReceiveDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation('supplierOrders')
  return (
    <FormDialog opened={opened} onClose={props.onClose} size="xl" title={t('receive.title', { number: props.order.number })}>
      <Receipt {...props} />
    </FormDialog>
  )
}

/** What arrived, prefilled with what is open; a part is enough, and more is possible. */
function Receipt({ order, onClose }: Props) {
  const { t } = useTranslation('supplierOrders')
  const { currency, locale, number } = formats()
  const draft = useDraft(order.id, 'order-receipt', ReceiptDraft, NOTHING)
  const mutation = useDraftMutation(draft, receiveOrder)
  const lines = receiptOf(order, draft.value, { locale, currency })
  const more = order.lines.filter((line) => tooMany(line, draft.value, locale) > 0)
  const { invoiceNumber = '' } = draft.value
  const isLocked = mutation.isUnsettled || mutation.isPending
  useFormInDialog(mutation.isPending ? 'saving' : 'clean')
  const close = () => {
    if (!mutation.isUnsettled) draft.clear()
    onClose()
  }
  const { sent } = draft.value
  const save = () => {
    const body = mutation.isUnsettled && sent ? sent : lines && { version: order.version, invoiceNumber: invoiceNumber.trim(), lines }
    if (!body) return
    if (body !== sent) draft.change((typed) => ({ ...typed, sent: body }))
    mutation.mutate(
      { id: order.id, body },
      {
        onSuccess: () => {
          toastSuccess(t('receive.done'))
          draft.clear()
          onClose()
        },
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack gap="md">
        <fieldset className={classes.form} disabled={isLocked}>
          <TextInput
            label={t('receive.invoice')}
            size="md"
            maxLength={PURCHASE_LIMITS.invoiceNumber}
            value={invoiceNumber}
            onChange={({ currentTarget: { value } }) => draft.change((typed) => ({ ...typed, invoiceNumber: value }))}
          />
          <div className={classes.receiptHeads} aria-hidden>
            <span>{t('column.product')}</span>
            <span>{t('column.quantity')}</span>
            <span>{t('column.price')}</span>
          </div>
          {order.lines.map((line) => {
            const { productId, product, cases, piecesPerCase, received } = line
            return (
              <div key={productId} className={classes.receipt}>
                <div>
                  <ProductName product={product} />
                  <Text size="sm" c="dimmed">
                    {t('receive.open', { ordered: number(cases * piecesPerCase), received: number(received) })}
                  </Text>
                </div>
                <NumberTextInput
                  {...COUNT_RULES}
                  min={0}
                  size="md"
                  classNames={FIELD}
                  label={t('column.quantity')}
                  aria-label={t('receive.quantityOf', { product: product.name })}
                  value={quantityText(line, draft.value)}
                  onChange={(value) => draft.change((typed) => ({ ...typed, quantities: { ...typed.quantities, [productId]: value } }))}
                />
                <NumberTextInput
                  {...costRules(currency)}
                  fixed
                  size="md"
                  classNames={FIELD}
                  label={t('column.price')}
                  aria-label={t('receive.costOf', { product: product.name })}
                  unit={currency}
                  rightSectionWidth={44}
                  value={costText(line, draft.value, { locale, currency })}
                  onChange={(value) => draft.change((typed) => ({ ...typed, costs: { ...typed.costs, [productId]: value } }))}
                />
              </div>
            )
          })}
        </fieldset>
        {more.length > 0 && (
          <Alert color="orange" role="status">
            {t('receive.more', { products: more.map(({ product }) => product.name).join(', ') })}
          </Alert>
        )}
        <MutationAlerts mutation={mutation} isUnsettled={mutation.isUnsettled} />
        <Group justify="flex-end" gap="sm" data-actions>
          <Button variant="default" size="md" disabled={mutation.isPending} onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" size="md" loading={mutation.isPending} disabled={lines === null && !mutation.isUnsettled}>
            {t(mutation.isUnsettled ? 'common:unsettled.sendAgain' : 'receive.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
