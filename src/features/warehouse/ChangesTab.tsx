import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { warehouseChanges } from '#app/data/warehouse.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LIST_SIZES, STANDARD_SIZE } from '#app/ui/page-sizes.ts'
import { ChangesTable } from './ChangesTable.tsx'
import { TabList } from './TabList.tsx'
import type { TabProps } from './warehouse-search.ts'

/** Warehouse changes, latest first. */
export function ChangesTab({ search, onSearch }: TabProps) {
  const { t } = useTranslation('warehouse')
  const { q = '', page = 1, size = STANDARD_SIZE.lists } = search
  const list = useQuery(warehouseChanges({ page: page - 1, size, query: q }))
  const change = (
    <Button size="md" onClick={() => onSearch({ ...search, open: 'change' })}>
      {t('change.new')}
    </Button>
  )
  return (
    <TabList
      tab="changes"
      list={list}
      search={search}
      onSearch={onSearch}
      size={size}
      sizes={LIST_SIZES}
      action={change}
      empty={<EmptyState icon={<IconHistory />} title={t('noChanges')} text={t('noChangesNextStep')} action={change} />}
    >
      {(rows, isComplete) => <ChangesTable name="changes" isComplete={isComplete} rows={rows} isFading={list.isPlaceholderData} />}
    </TabList>
  )
}
