import { Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { CONTEXT } from '#app/data/issues.ts'
import { salesPage } from '#app/data/transactions.ts'
import { FLUSH } from '#app/ui/flush.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { Issue } from '#contract/issues.ts'
import type { Transaction } from '#contract/transactions.ts'
import { wallClock } from '#domain/calendar.ts'
import { stamp } from '#domain/formats.ts'
import { fromIso, HOUR, type Moment, toIso } from '#domain/time.ts'
import classes from './Issues.module.css'

/** The last sales of the machine before a customer report, with a link to all of that time. */
export function SalesBefore({ issue: { machine, created } }: { issue: Issue }) {
  const { t } = useTranslation('issues')
  const { money } = formats()
  const { timezone } = getSession().account
  const [now] = useState(() => Date.now())
  const at = fromIso(created)
  const from = at - CONTEXT.span
  const why = useWhyNot()
  const sales = useQuery(salesPage({ from, until: at, machine: machine.id }, { page: 0, size: CONTEXT.sales }))
  const wall = (moment: Moment) => toIso(wallClock(moment, timezone)).slice(0, 16)
  const columns: Column<Transaction>[] = [
    {
      key: 'created',
      label: t('transactions:column.created'),
      cell: ({ created: sold }) => (
        <time dateTime={sold} className={classes.when}>
          {stamp(sold, timezone)}
        </time>
      ),
    },
    {
      key: 'product',
      label: t('transactions:column.product'),
      cell: ({ product, slotNumber }) => `${product?.name ?? t('transactions:unknownProduct')} · ${slotNumber}`,
    },
    {
      key: 'type',
      label: t('transactions:column.type'),
      cell: ({ type, employeeCardIdentifier }) =>
        [t(`transactions:type.${type}`), employeeCardIdentifier && `•••• ${employeeCardIdentifier}`].filter(Boolean).join(' '),
    },
    {
      key: 'device',
      label: t('machines:device'),
      cell: ({ deviceProvider, deviceIdentifier }) =>
        deviceIdentifier === null
          ? '–'
          : `${t(`devices:vendor.${deviceProvider}`, { defaultValue: deviceProvider })} · ${deviceIdentifier}`,
    },
    { key: 'amount', label: t('transactions:column.amount'), isNumber: true, cell: ({ amount }) => money(amount) },
  ]
  return (
    <section aria-label={t('list.salesBefore')}>
      <Group justify="space-between" mb="xs">
        <Title order={3}>{t('list.salesBefore')}</Title>
        <LinkButton
          to="/dashboard/transactions/$machineId"
          params={{ machineId: String(machine.id) }}
          search={{ from: wall(from - (from % HOUR)), until: wall(Math.min(at - (at % HOUR) + HOUR, now)) }}
          {...FLUSH}
        >
          {t('list.allSales')}
        </LinkButton>
      </Group>
      {sales.error && !sales.data && <Text c="dimmed">{`${t('list.salesUnknown')} ${why(sales.error).text}`}</Text>}
      {!sales.error && !sales.data && <ListSkeleton rows={3} height={40} />}
      {sales.data?.total === 0 && <Text c="dimmed">{t('list.noSales')}</Text>}
      {sales.data && sales.data.total > 0 && (
        <Table label={t('list.salesBefore')} columns={columns} rows={sales.data.rows} keyOf={({ id }) => id} />
      )}
    </section>
  )
}
