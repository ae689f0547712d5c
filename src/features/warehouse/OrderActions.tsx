import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeyedMutation, useServerMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { SupplierOrder } from '#contract/supplier-orders.ts'
import { cancelOrder, downloadOrder, sendOrder } from './orders.queries.ts'
import { ReceiveDialog } from './ReceiveDialog.tsx'
import { SendDialog } from './SendDialog.tsx'

type Props = { order: SupplierOrder; isReceiving: boolean; onReceive(isOpen: boolean): void }

/** PDF, sending, receiving and cancelling, as far as the state of the order allows. A draft is sent from its form. */
export function OrderActions({ order, isReceiving, onReceive }: Props) {
  const { t } = useTranslation('supplierOrders')
  const { money, number } = formats()
  const [asking, setAsking] = useState<'send' | 'cancel' | null>(null)
  const sending = useKeyedMutation(sendOrder)
  const cancelling = useKeyedMutation(cancelOrder)
  const pdf = useServerMutation({ mutationFn: (id: number) => downloadOrder(id) })
  const { id, version, state, supplier, lines, totalNetCost, number: of } = order
  const isOpen = state === 'DRAFT' || state === 'SENT'
  const errorText = sending.errorText ?? cancelling.errorText ?? pdf.errorText
  const done = (text: string) => ({ onSuccess: () => toastSuccess(text) })
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button
          variant="default"
          size="md"
          leftSection={<IconFileTypePdf size={20} aria-hidden />}
          loading={pdf.isPending}
          onClick={() => pdf.mutate(id)}
        >
          {t('pdf.ask')}
        </Button>
        {isOpen && (
          <Button variant="default" size="md" loading={cancelling.isPending} onClick={() => setAsking('cancel')}>
            {t('cancel.ask')}
          </Button>
        )}
        {state === 'SENT' && supplier.email && (
          <Button variant="default" size="md" loading={sending.isPending} onClick={() => setAsking('send')}>
            {t('sendAgain')}
          </Button>
        )}
        {state === 'SENT' && (
          <Button size="md" onClick={() => onReceive(true)}>
            {t('receive.ask')}
          </Button>
        )}
      </Group>
      {errorText && (
        <Alert color="red" role="alert" maw={480}>
          {errorText}
        </Alert>
      )}
      <SendDialog
        opened={asking === 'send'}
        isAgain
        supplier={supplier}
        shown={number(lines.length)}
        amount={money(totalNetCost)}
        onClose={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null)
          sending.mutate({ id, version }, done(t('toast.sent', { number: of, supplier: supplier.name })))
        }}
      />
      <ConfirmDialog
        opened={asking === 'cancel'}
        title={t('cancel.title', { number: of })}
        confirm={t('cancel.do')}
        cancel={t('cancel.keep')}
        isDangerous
        onClose={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null)
          cancelling.mutate({ id, version }, done(t('cancel.done', { number: of })))
        }}
      >
        {t(state === 'DRAFT' ? 'cancel.draft' : 'cancel.sent', { supplier: supplier.name })}
      </ConfirmDialog>
      <ReceiveDialog opened={isReceiving && state === 'SENT'} order={order} onClose={() => onReceive(false)} />
    </Stack>
  )
}
