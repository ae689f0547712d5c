import { Anchor, Center, Loader } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { QueryError } from '#app/components/QueryError.tsx'
import { invoices } from '#app/data/billing.ts'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { Invoice } from '#contract/billing.ts'
import { moneyIn } from '#domain/formats.ts'
import classes from './Billing.module.css'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/invoices')({ component: InvoicesScreen })

function InvoicesScreen() {
  const { t } = useTranslation('billing')
  const { dateOf: day, locale } = formats()
  const { data: found, error, isFetching, refetch } = useQuery(invoices())
  const nameOf = ({ plan }: Invoice) => t(`plan.name.${plan}`, { defaultValue: plan })
  const columns: Column<Invoice>[] = [
    { key: 'date', label: t('invoices.date'), sortBy: ({ date }) => date, cell: ({ date }) => day(date) },
    { key: 'plan', label: t('invoices.plan'), sortBy: nameOf, cell: nameOf },
    {
      key: 'amount',
      label: t('invoices.amount'),
      isNumber: true,
      sortBy: ({ amount }) => amount,
      cell: ({ amount, currency }) => moneyIn(amount, currency, locale),
    },
    {
      key: 'receipt',
      label: t('invoices.receipt'),
      cell: ({ date, receiptUrl }) =>
        receiptUrl && (
          <Anchor href={receiptUrl} target="_blank" rel="noreferrer" aria-label={t('invoices.open', { date: day(date) })}>
            {t('invoices.receipt')}
          </Anchor>
        ),
    },
  ]
  return (
    <>
      <PageHeader
        title={t('invoices.title')}
        breadcrumb={[{ label: t('settings:title'), link: { to: '/dashboard/settings' } }, { label: t('invoices.title') }]}
      />
      {isFetching && !found ? (
        <Center mih={200}>
          <Loader role="status" aria-label={t('common:loading')} />
        </Center>
      ) : !found ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : found.length === 0 ? (
        <EmptyState icon={<IconFileText />} title={t('invoices.none')} text={t('invoices.noneText')} />
      ) : (
        <Card component="div" className={classes.table ?? ''}>
          <Table label={t('invoices.title')} columns={columns} rows={found} keyOf={({ id }) => id} isCompact />
        </Card>
      )}
    </>
  )
}
