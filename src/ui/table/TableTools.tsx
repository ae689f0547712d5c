import { ActionIcon, Button, NativeSelect, Popover } from '@mantine/core'
import { IconColumns3, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ColumnList } from './ColumnList.tsx'
import classes from './Table.module.css'
import type { Density } from './use-column-choice.ts'
import type { useTableState } from './use-table-state.ts'

type Props = {
  table: ReturnType<typeof useTableState>['table']
  labelOf(column: string): string
  /** False where a phone shows the headers too, or with a single row. */
  hasOrder: boolean
  /** The columns that the user may hide. */
  hideable: readonly string[]
  /** All columns with a header, in their order. */
  order: readonly string[]
  onOrder(order: string[]): void
  density: Density
  onDensity(density: Density): void
}

/** Above a table: the choice of columns, and on a phone, which shows no headers, the order. */
export function TableTools({ table, labelOf, hasOrder, hideable, ...layout }: Props) {
  const { t } = useTranslation()
  const sortable = hasOrder ? table.getAllLeafColumns().filter((column) => column.getCanSort()) : []
  const [sort] = table.state.sorting
  const column = table.getColumn(sort?.id ?? '')
  if (sortable.length === 0 && hideable.length === 0) return null
  return (
    <div className={classes.tools}>
      {sortable.length > 0 && (
        <div className={classes.order}>
          <NativeSelect
            size="md"
            aria-label={t('table.sortBy')}
            value={sort?.id ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const chosen = table.getColumn(value)
              table.setSorting(chosen ? [{ id: value, desc: chosen.getFirstSortDir() === 'desc' }] : [])
            }}
            data={[
              ...(table.options.enableSortingRemoval ? [{ value: '', label: t('table.unsorted') }] : []),
              ...sortable.map(({ id }) => ({ value: id, label: labelOf(id) })),
            ]}
          />
          {sort && (
            <ActionIcon
              variant="default"
              size={44}
              aria-label={t(sort.desc ? 'table.descending' : 'table.ascending')}
              onClick={() => column?.toggleSorting(!sort.desc)}
            >
              {sort.desc ? <IconSortDescending size={20} aria-hidden /> : <IconSortAscending size={20} aria-hidden />}
            </ActionIcon>
          )}
        </div>
      )}
      {hideable.length > 0 && (
        <Popover position="bottom-end" trapFocus>
          <Popover.Target>
            <Button variant="subtle" color="gray" className={classes.choose ?? ''} leftSection={<IconColumns3 size={18} aria-hidden />}>
              {t('table.columns')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('table.columns')}>
            <ColumnList
              {...layout}
              labelOf={labelOf}
              isShown={(id) => table.getColumn(id)?.getIsVisible() ?? false}
              onShow={(id, isShown) => table.getColumn(id)?.toggleVisibility(isShown)}
              hideable={hideable}
            />
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  )
}
