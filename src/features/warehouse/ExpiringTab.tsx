import { Anchor, Badge, Group, SegmentedControl, Text } from '@mantine/core'
import { IconCalendarCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PagedList } from '#app/components/PagedList.tsx'
import { OpenProduct } from '#app/components/products/OpenProduct.tsx'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { expiringStock } from '#app/data/warehouse.ts'
import { waysOf } from '#app/data/ways.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LIST_SIZES, STANDARD_SIZE } from '#app/ui/page-sizes.ts'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { ExpiringStock } from '#contract/stock.ts'
import { addDays, dayOf, isoDay } from '#domain/calendar.ts'
import classes from './Warehouse.module.css'
import { EXPIRING_DAYS, STANDARD_EXPIRING_DAYS, type TabProps } from './warehouse-search.ts'

/** Stock in machines that expires within some days, earliest first. */
export function ExpiringTab({ search, onSearch }: TabProps) {
  const { t } = useTranslation('warehouse')
  const { page = 1, size = STANDARD_SIZE.lists, days = STANDARD_EXPIRING_DAYS } = search
  const today = dayOf(Date.now(), getSession().account.timezone)
  const list = useQuery(expiringStock({ page: page - 1, size, until: isoDay(addDays(today, days)) }))
  return (
    <>
      <div className={classes.head}>
        <SegmentedControl
          aria-label={t('expiring.within')}
          size="md"
          value={String(days)}
          onChange={(value) => onSearch({ ...search, page: undefined, days: EXPIRING_DAYS.find((one) => String(one) === value) })}
          data={EXPIRING_DAYS.map((one) => ({ value: String(one), label: t('expiring.days', { count: one }) }))}
        />
      </div>
      <PagedList
        label={t('tab.expiring')}
        list={list}
        page={page}
        size={size}
        sizes={LIST_SIZES}
        onPage={(next) => onSearch({ ...search, page: next > 1 ? next : undefined })}
        onSize={(next) => onSearch({ ...search, page: undefined, size: LIST_SIZES.find((one) => one === next) })}
        empty={<EmptyState icon={<IconCalendarCheck />} title={t('expiring.none')} text={t('expiring.noneNextStep')} />}
      >
        {(rows, isComplete) => (
          <ExpiringTable rows={rows} today={isoDay(today)} isComplete={isComplete} isFading={list.isPlaceholderData} />
        )}
      </PagedList>
    </>
  )
}

type TableProps = { rows: readonly ExpiringStock[]; today: string; isComplete: boolean; isFading: boolean }

function ExpiringTable({ rows, today, ...list }: TableProps) {
  const { t } = useTranslation('warehouse')
  const ways = waysOf(getSession().account)
  const columns: Column<ExpiringStock>[] = [
    {
      key: 'bestBefore',
      label: t('column.bestBefore'),
      sortBy: ({ bestBefore }) => bestBefore,
      cell: ({ bestBefore }) => (
        <Group gap="xs" wrap="nowrap" component="span">
          <Text span data-figures>
            {formats().namedDay(bestBefore)}
          </Text>
          {bestBefore < today && <Badge color="red">{t('expiring.past')}</Badge>}
        </Group>
      ),
    },
    {
      key: 'machine',
      label: t('column.machine'),
      sortBy: ({ machine }) => machine.name,
      cell: ({ machine }) => <Anchor renderRoot={(props) => <Link {...props} {...ways.machine(machine.id)} />}>{machine.name}</Anchor>,
    },
    { key: 'slot', label: t('column.slot'), sortBy: ({ slotNumber }) => slotNumber ?? '', cell: ({ slotNumber }) => slotNumber ?? '–' },
    {
      key: 'product',
      label: t('column.product'),
      sortBy: ({ product }) => product.name,
      cell: ({ product }) => <OpenProduct product={product} />,
    },
    {
      key: 'quantity',
      label: t('column.pieces'),
      isNumber: true,
      sortBy: ({ quantity }) => quantity,
      cell: ({ quantity }) => formats().number(quantity),
    },
    {
      key: 'value',
      label: t('column.value'),
      isNumber: true,
      sortBy: ({ value }) => value ?? 0,
      cell: ({ value }) => (value === null ? '–' : formats().money(value)),
    },
  ]
  return (
    <Table
      name="expiring"
      label={t('tab.expiring')}
      columns={columns}
      rows={rows}
      keyOf={({ productInstallationId, bestBefore }) => `${productInstallationId} ${bestBefore}`}
      isVirtual={false}
      {...list}
    />
  )
}
