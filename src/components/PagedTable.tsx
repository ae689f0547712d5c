import { Group, Pagination, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { PRODUCT_SALES_A_PAGE, ROWS_OF_A_PHONE } from '#app/ui/page-sizes.ts'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import classes from './PagedTable.module.css'

type Props<T> = {
  /** As for `Table`. */
  name?: string
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf(row: T): string | number
  isFading?: boolean
  /** Shows the label above the rows of a phone, which have no column headers, where one page has several tables. */
  isTitled?: boolean
  /** Rows that stay above the others on every page. */
  totals?: readonly T[]
}

/** A fully loaded table, shown page by page. */
export function PagedTable<T>({ label, rows, isTitled = false, ...table }: Props<T>) {
  const { t } = useTranslation('warehouse')
  const [page, setPage] = useState(1)
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const size = isWide ? PRODUCT_SALES_A_PAGE : ROWS_OF_A_PHONE
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const shown = Math.min(page, pages)
  return (
    <Card aria-label={label} p={0}>
      {isTitled && (
        <Title order={2} className={classes.title}>
          {label}
        </Title>
      )}
      <Table label={label} rows={rows} page={{ number: shown, size }} onSorted={() => setPage(1)} {...table} />
      {pages > 1 && (
        <Group justify="space-between" p="md">
          <Text size="sm" c="dimmed" aria-live="polite">
            {t('total', { count: rows.length, shown: formats().number(rows.length) })}
          </Text>
          <Pagination
            total={pages}
            siblings={0}
            value={shown}
            onChange={setPage}
            aria-label={t('pages')}
            getControlProps={(control) => ({ 'aria-label': t(`page.${control}`) })}
            getItemProps={(number) => ({ 'aria-label': t('page.of', { number }) })}
          />
        </Group>
      )}
    </Card>
  )
}
