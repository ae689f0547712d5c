import { Button } from '@mantine/core'
import { IconHistory, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChangesTable } from '#app/components/ChangesTable.tsx'
import { PagedList } from '#app/components/PagedList.tsx'
import { LIST_SIZES, warehouseChanges } from '#app/data/warehouse.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { TabHead } from './TabHead.tsx'
import type { TabProps } from './warehouse-search.ts'

/** What was changed in the warehouse, the latest first. */
export function ChangesTab({ search, onSearch }: TabProps) {
  const { t } = useTranslation('warehouse')
  const { q = '', page = 1, size = 100 } = search
  const list = useQuery(warehouseChanges({ page: page - 1, size, query: q }))
  const change = (
    <Button size="md" onClick={() => onSearch({ ...search, open: 'change' })}>
      {t('change.new')}
    </Button>
  )
  return (
    <>
      <TabHead label={t('search.changes')} search={search} onSearch={onSearch}>
        {change}
      </TabHead>
      <PagedList
        label={t('tab.changes')}
        list={list}
        page={page}
        size={size}
        sizes={LIST_SIZES}
        onPage={(next) => onSearch({ ...search, page: next > 1 ? next : undefined })}
        onSize={(next) => onSearch({ ...search, page: undefined, size: LIST_SIZES.find((one) => one === next) })}
        empty={
          q ? (
            <EmptyState icon={<IconSearchOff />} title={t('nothingFound')} />
          ) : (
            <EmptyState icon={<IconHistory />} title={t('noChanges')} text={t('noChangesNextStep')} action={change} />
          )
        }
      >
        {(rows) => <ChangesTable rows={rows} isFading={list.isPlaceholderData} />}
      </PagedList>
    </>
  )
}
