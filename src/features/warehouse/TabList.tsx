import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PagedList } from '#app/components/PagedList.tsx'
import type { Listed } from '#app/data/warehouse.ts'
import { NothingFound } from '#app/ui/NothingFound.tsx'
import { SearchBox } from '#app/ui/SearchBox.tsx'
import classes from './Warehouse.module.css'
import type { TabProps, WarehouseSearch, WarehouseTab } from './warehouse-search.ts'

type Size = NonNullable<WarehouseSearch['size']>

type Props<T> = TabProps & {
  tab: Exclude<WarehouseTab, 'library' | 'expiring'>
  list: UseQueryResult<Listed<T>>
  size: Size
  sizes: readonly Size[]
  /** The primary action. */
  action: ReactNode
  /** Shown if there are no rows and no search. */
  empty: ReactNode
  children(rows: T[], isComplete: boolean): ReactNode
}

/** Search, actions and a page of rows: each inventory tab except the library. */
export function TabList<T>({ tab, list, search, onSearch, size, sizes, action, empty, children }: Props<T>) {
  const { t } = useTranslation('warehouse')
  return (
    <>
      <TabHead label={t(`search.${tab}`)} search={search} onSearch={onSearch}>
        {action}
      </TabHead>
      <PagedList
        label={t(`tab.${tab}`)}
        list={list}
        page={search.page ?? 1}
        size={size}
        sizes={sizes}
        onPage={(next) => onSearch({ ...search, page: next > 1 ? next : undefined })}
        onSize={(next) => onSearch({ ...search, page: undefined, size: sizes.find((one) => one === next) })}
        empty={
          search.q ? (
            <NothingFound title={t('nothingFound')} onShowAll={() => onSearch({ ...search, q: undefined, page: undefined })} />
          ) : (
            empty
          )
        }
      >
        {children}
      </PagedList>
    </>
  )
}

/** Search field of a list, with its actions. */
const TabHead = ({ label, search, onSearch, children }: TabProps & { label: string; children?: ReactNode }) => (
  <div className={classes.head}>
    <div className={classes.search}>
      <SearchBox label={label} value={search.q ?? ''} onSearch={(q) => onSearch({ ...search, q: q || undefined, page: undefined })} />
    </div>
    {children}
  </div>
)
