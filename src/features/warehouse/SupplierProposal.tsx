import { Button, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as v from 'valibot'
import { useDraftMutation } from '#app/components/form/use-draft-mutation.ts'
import { useDraft } from '#app/components/use-draft.ts'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { FLUSH } from '#app/ui/flush.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Supplier } from '#contract/purchases.ts'
import type { OrderBody, Proposal } from '#contract/supplier-orders.ts'
import { USUAL_LEAD_DAYS } from '#domain/warehouse/order.ts'
import { OrderForm, type OrderWords } from './OrderForm.tsx'
import classes from './Orders.module.css'
import { NOTHING, OrderDraft, rowOf } from './order-draft.ts'
import { addOrder, downloadOrder } from './orders.queries.ts'
import { SendDialog } from './SendDialog.tsx'

/** What to order from a supplier: sent or saved as it is, or with other cases. */
export function SupplierProposal({ supplier, expectedOn, lines }: Proposal & { supplier: Supplier }) {
  const { t } = useTranslation('supplierOrders')
  const { money, number } = formats()
  const navigate = useNavigate()
  const title = useId()
  const draft = useDraft(supplier.identifier, 'order', OrderDraft, NOTHING)
  const { identifier, name, email, minimumOrder, leadDays } = supplier
  // Unlike the handlers of the call, these also run after the user has left the tab.
  const mutation = useDraftMutation(draft, {
    ...addOrder,
    onSuccess: (order, { body }) => {
      draft.clear()
      if (!body.send) return toastSuccess(t('toast.saved'))
      toastSuccess(t(email ? 'toast.sent' : 'toast.ordered', { number: order.number, supplier: name }))
      if (!email) downloadOrder(order.id).catch(() => toastError(t('pdf.failed')))
    },
  })
  const [isAsking, setAsking] = useState(false)
  const { sent } = draft.value
  const submit = (body: v.InferOutput<typeof OrderBody>) => {
    setAsking(false)
    if (!mutation.isUnsettled) draft.change((value) => ({ ...value, sent: body }))
    mutation.mutate(
      { body },
      {
        onSuccess: (order) => {
          if (!body.send) void navigate({ to: '/dashboard/orders/$orderId', params: { orderId: String(order.id) } })
        },
      },
    )
  }
  const save = ({ lines: ordered, note = null, expectedOn: day = null }: OrderWords, send: boolean) =>
    submit({ supplier: { identifier }, lines: ordered, note, expectedOn: day, send })
  const facts = [
    email ?? t('noEmail'),
    leadDays === null ? t('leadUnknown', { shown: number(USUAL_LEAD_DAYS) }) : t('lead', { count: leadDays }),
    ...(minimumOrder === null ? [] : [t('minimum.is', { amount: money(minimumOrder) })]),
  ]
  const [isOpen, setOpen] = useState(false)
  const proposed = lines.filter(({ cases }) => cases > 0).length
  // Where nothing is needed, the products are listed on request.
  const isClosed = proposed === 0 && !isOpen && Object.keys(draft.value).length === 0
  return (
    <Card aria-labelledby={title} className={classes.proposal}>
      <div className={classes.head}>
        <div>
          <Title order={2} id={title}>
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {facts.join(' · ')}
          </Text>
        </div>
        <LinkButton
          {...FLUSH}
          to="/dashboard/inventory"
          search={{ tab: 'suppliers', q: name, open: 'supplier', id: identifier }}
          aria-label={t('editSupplierOf', { supplier: name })}
        >
          {t('editSupplier')}
        </LinkButton>
      </div>
      {proposed === 0 && <Text c="dimmed">{t('enough')}</Text>}
      {isClosed ? (
        <div>
          <Button variant="light" onClick={() => setOpen(true)}>
            {t('more', { shown: number(lines.length) })}
          </Button>
        </div>
      ) : (
        <OrderForm
          label={t('linesOf', { supplier: name })}
          rows={lines.map(rowOf)}
          minimum={minimumOrder}
          stored={{ note: '', expectedOn }}
          draft={draft}
          mutation={mutation}
          isUnsettled={mutation.isUnsettled}
          buttons={(words) =>
            mutation.isUnsettled && sent ? (
              <Button size="md" loading={mutation.isPending} onClick={() => submit(sent)}>
                {t('common:unsettled.sendAgain')}
              </Button>
            ) : (
              <>
                <Button
                  variant="default"
                  size="md"
                  disabled={words === null || mutation.isPending}
                  loading={mutation.isPending && sent?.send === false}
                  onClick={() => words && save(words, false)}
                >
                  {t('saveDraft')}
                </Button>
                <Button
                  size="md"
                  disabled={words === null || mutation.isPending}
                  loading={mutation.isPending && sent?.send === true}
                  onClick={() => setAsking(true)}
                >
                  {t(email ? 'send' : 'order')}
                </Button>
                {words && (
                  <SendDialog
                    opened={isAsking}
                    supplier={{ name, email }}
                    shown={number(words.count)}
                    amount={money(words.total)}
                    onConfirm={() => save(words, true)}
                    onClose={() => setAsking(false)}
                  />
                )}
              </>
            )
          }
        />
      )}
    </Card>
  )
}
