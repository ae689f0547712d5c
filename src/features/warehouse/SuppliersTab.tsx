import { Anchor, Button } from '@mantine/core'
import { IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { suppliers } from '#app/data/warehouse.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LIST_SIZES, STANDARD_SIZE } from '#app/ui/page-sizes.ts'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { Supplier } from '#contract/purchases.ts'
import { SupplierDialog } from './SupplierDialog.tsx'
import { TabList } from './TabList.tsx'
import { useEdited } from './use-edited.ts'
import type { TabProps } from './warehouse-search.ts'

/** The suppliers of the company. */
export function SuppliersTab({ search, onSearch }: TabProps) {
  const { t } = useTranslation('warehouse')
  const { q = '', page = 1, size = STANDARD_SIZE.lists, open, id } = search
  const list = useQuery(suppliers({ page: page - 1, size, query: q }))
  const columns: Column<Supplier>[] = [
    {
      key: 'name',
      sortBy: ({ name }) => name,
      label: t('column.name'),
      cell: ({ identifier, name }) => (
        <Link to="/dashboard/inventory" search={{ ...search, open: 'supplier', id: identifier }}>
          {name}
        </Link>
      ),
    },
    {
      key: 'phone',
      label: t('column.phone'),
      sortBy: ({ phone }) => phone || null,
      cell: ({ phone }) => phone && <Anchor href={`tel:${phone}`}>{phone}</Anchor>,
    },
    {
      key: 'email',
      label: t('column.email'),
      sortBy: ({ email }) => email || null,
      cell: ({ email }) => email && <Anchor href={`mailto:${email}`}>{email}</Anchor>,
    },
    { key: 'note', label: t('column.note'), sortBy: ({ note }) => note || null, cell: ({ note }) => note },
  ]
  const create = (
    <Button size="md" onClick={() => onSearch({ ...search, open: 'supplier', id: undefined })}>
      {t('supplier.create')}
    </Button>
  )
  const edited = useEdited(id, list.data?.items)
  return (
    <>
      <TabList
        tab="suppliers"
        list={list}
        search={search}
        onSearch={onSearch}
        size={size}
        sizes={LIST_SIZES}
        action={create}
        empty={<EmptyState icon={<IconTruck />} title={t('noSuppliers')} text={t('noSuppliersNextStep')} action={create} />}
      >
        {(rows, isComplete) => (
          <Table
            name="suppliers"
            isComplete={isComplete}
            label={t('tab.suppliers')}
            columns={columns}
            rows={rows}
            keyOf={({ identifier }) => identifier}
            isFading={list.isPlaceholderData}
          />
        )}
      </TabList>
      <SupplierDialog
        // Opens only after it has loaded.
        opened={open === 'supplier' && edited !== undefined}
        supplier={edited ?? null}
        onClose={() => onSearch({ ...search, open: undefined, id: undefined })}
      />
    </>
  )
}
