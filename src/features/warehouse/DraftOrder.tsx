import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '#app/components/use-draft.ts'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { SupplierOrder } from '#contract/supplier-orders.ts'
import { STANDARD_COVER_DAYS } from '#domain/warehouse/order.ts'
import { OrderForm, type OrderWords } from './OrderForm.tsx'
import { NOTHING, OrderDraft, rowsOf } from './order-draft.ts'
import { changeOrder, downloadOrder, proposals, sendOrder } from './orders.queries.ts'
import { SendDialog } from './SendDialog.tsx'

/** A draft: its cases, day and note can be changed, also by other products of the supplier, until it is sent. */
export function DraftOrder({ order }: { order: SupplierOrder }) {
  const { t } = useTranslation('supplierOrders')
  const { money, number } = formats()
  const { data } = useQuery(proposals(STANDARD_COVER_DAYS))
  const draft = useDraft(order.id, 'order-change', OrderDraft, NOTHING)
  const saving = useKeyedMutation(changeOrder)
  const sending = useKeyedMutation(sendOrder)
  const [isAsking, setAsking] = useState(false)
  const { supplier, id, version } = order
  const proposed = data?.find((one) => one.supplier?.identifier === supplier.identifier)?.lines ?? []
  const isChanged = Object.keys(draft.value).length > 0
  const isPending = saving.isPending || sending.isPending
  const save = ({ lines, note = null, expectedOn = null }: OrderWords, then: (saved: SupplierOrder) => void) =>
    saving.mutate(
      { id, body: { version, lines, note, expectedOn } },
      {
        onSuccess: (saved) => {
          draft.clear()
          then(saved)
        },
      },
    )
  const send = (current: number) =>
    sending.mutate(
      { id, version: current },
      {
        onSuccess: ({ number: of }) => {
          toastSuccess(t(supplier.email ? 'toast.sent' : 'toast.ordered', { number: of, supplier: supplier.name }))
          if (!supplier.email) downloadOrder(id).catch(() => toastError(t('pdf.failed')))
        },
      },
    )
  return (
    <Card>
      <OrderForm
        label={t('linesOf', { supplier: supplier.name })}
        rows={rowsOf(order, proposed)}
        minimum={supplier.minimumOrder}
        stored={{ note: order.note ?? '', expectedOn: order.expectedOn ?? '' }}
        draft={draft}
        mutation={{ error: saving.error ?? sending.error, isPending }}
        isUnsettled={false}
        buttons={(words) => (
          <>
            <Button
              variant="default"
              size="md"
              disabled={words === null || !isChanged || isPending}
              loading={saving.isPending}
              onClick={() => words && save(words, () => toastSuccess(t('toast.saved')))}
            >
              {t('save')}
            </Button>
            <Button size="md" disabled={words === null || isPending} loading={sending.isPending} onClick={() => setAsking(true)}>
              {t(supplier.email ? 'send' : 'order')}
            </Button>
            {words && (
              <SendDialog
                opened={isAsking}
                supplier={supplier}
                shown={number(words.count)}
                amount={money(words.total)}
                onClose={() => setAsking(false)}
                onConfirm={() => {
                  setAsking(false)
                  if (isChanged) save(words, (saved) => send(saved.version))
                  else send(version)
                }}
              />
            )}
          </>
        )}
      />
    </Card>
  )
}
