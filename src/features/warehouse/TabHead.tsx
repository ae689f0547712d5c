import type { ReactNode } from 'react'
import { SearchBox } from '#app/ui/SearchBox.tsx'
import classes from './Warehouse.module.css'
import type { TabProps } from './warehouse-search.ts'

/** Search field of a list, with its actions. */
export const TabHead = ({ label, search, onSearch, children }: TabProps & { label: string; children?: ReactNode }) => (
  <div className={classes.head}>
    <div className={classes.search}>
      <SearchBox label={label} value={search.q ?? ''} onSearch={(q) => onSearch({ ...search, q: q || undefined, page: undefined })} />
    </div>
    {children}
  </div>
)
