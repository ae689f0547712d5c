import { Anchor, Center, Loader, Table } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { QueryError } from '#app/components/QueryError.tsx'
import { invoiceDay, invoices, moneyIn } from '#app/data/billing.ts'
import { getSession } from '#app/data/device.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import classes from './Billing.module.css'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/invoices')({ component: InvoicesScreen })

function InvoicesScreen() {
  const { t, i18n } = useTranslation('billing')
  const { locale } = getSession().account
  const { data: found, error, isFetching, refetch } = useQuery(invoices())
  const day = (date: string) => invoiceDay(date, locale, i18n.language, 'medium')
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
          <Table.ScrollContainer minWidth={320}>
            <Table verticalSpacing="sm">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('invoices.date')}</Table.Th>
                  <Table.Th>{t('invoices.plan')}</Table.Th>
                  <Table.Th className={classes.number}>{t('invoices.amount')}</Table.Th>
                  <Table.Th>{t('invoices.receipt')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {found.map(({ id, date, plan, amount, currency, receiptUrl }) => (
                  <Table.Tr key={id}>
                    <Table.Td>{day(date)}</Table.Td>
                    <Table.Td>{t(`plan.name.${plan}`, { defaultValue: plan })}</Table.Td>
                    <Table.Td className={classes.number}>{moneyIn(amount, currency, locale)}</Table.Td>
                    <Table.Td>
                      {receiptUrl && (
                        <Anchor href={receiptUrl} target="_blank" rel="noreferrer" aria-label={t('invoices.open', { date: day(date) })}>
                          {t('invoices.receipt')}
                        </Anchor>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Card>
      )}
    </>
  )
}
