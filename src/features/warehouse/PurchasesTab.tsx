import { ActionIcon, Button, Text } from '@mantine/core'
import { IconCalendar, IconCircleCheck, IconEdit, IconFileInvoice, IconTruckDelivery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { purchaseList, suppliers } from '#app/data/warehouse.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LIST_SIZES, STANDARD_SIZE } from '#app/ui/page-sizes.ts'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { Purchase, Supplier } from '#contract/purchases.ts'
import { fromIso } from '#domain/time.ts'
import type { PurchaseStatus } from '#domain/warehouse/purchase.ts'
import { PurchaseDialog } from './PurchaseDialog.tsx'
import { SupplierDialog } from './SupplierDialog.tsx'
import { TabList } from './TabList.tsx'
import { useEdited } from './use-edited.ts'
import classes from './Warehouse.module.css'
import type { TabProps } from './warehouse-search.ts'

const ALL_SUPPLIERS = { page: 0, size: 1_000, query: '' }
/** Delay between creating the first supplier and opening the purchase form. */
const FORM_DELAY_MS = 500

/** Delivered, ordered and planned purchases. */
export function PurchasesTab({ search, onSearch }: TabProps) {
  const { t } = useTranslation('warehouse')
  const { q = '', page = 1, size = STANDARD_SIZE.lists, open, id } = search
  const list = useQuery(purchaseList({ page: page - 1, size, query: q }))
  const { data: known } = useQuery(suppliers(ALL_SUPPLIERS))
  const [first, setFirst] = useState<'asked' | 'supplier' | 'saved' | null>(null)
  const [made, setMade] = useState<Supplier | null>(null)
  const { money, number, date } = formats()
  const day = (at: string | null) => (at ? date(fromIso(at)) : '–')

  const begin = () => onSearch({ ...search, open: 'purchase', id: undefined })
  const create = () => (known && known.pageDetails.totalElements === 0 ? setFirst('asked') : begin())
  useEffect(() => {
    if (first !== 'saved') return
    const timer = setTimeout(() => {
      setFirst(null)
      begin()
    }, FORM_DELAY_MS)
    return () => clearTimeout(timer)
  })

  const columns: Column<Purchase>[] = [
    { key: 'supplier', label: t('column.supplier'), sortBy: ({ supplier }) => supplier.name, cell: ({ supplier }) => supplier.name },
    {
      key: 'invoice',
      label: t('column.invoice'),
      sortBy: ({ invoiceNumber }) => invoiceNumber,
      cell: ({ invoiceNumber }) => invoiceNumber ?? '–',
    },
    {
      key: 'status',
      label: t('column.status'),
      sortBy: ({ status }) => t(`status.${status}`),
      cell: ({ status }) => <PurchaseState status={status} />,
    },
    { key: 'ordered', label: t('column.ordered'), sortBy: ({ orderedAt }) => orderedAt, cell: ({ orderedAt }) => day(orderedAt) },
    { key: 'received', label: t('column.received'), sortBy: ({ deliveredAt }) => deliveredAt, cell: ({ deliveredAt }) => day(deliveredAt) },
    { key: 'units', label: t('column.units'), isNumber: true, sortBy: ({ units }) => units, cell: ({ units }) => number(units) },
    {
      key: 'net',
      label: t('column.net'),
      isNumber: true,
      sortBy: ({ totalNetCost }) => totalNetCost,
      cell: ({ totalNetCost }) => money(totalNetCost),
    },
    { key: 'note', label: t('column.note'), isHidden: true, sortBy: ({ note }) => note || null, cell: ({ note }) => note },
    {
      key: 'edit',
      label: '',
      isNumber: true,
      cell: ({ identifier, supplier, invoiceNumber }) => (
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t('purchase.editOf', { supplier: supplier.name, invoice: invoiceNumber ?? '' })}
          onClick={() => onSearch({ ...search, open: 'purchase', id: identifier })}
        >
          <IconEdit size={20} aria-hidden />
        </ActionIcon>
      ),
    },
  ]
  const button = (
    <Button size="md" onClick={create}>
      {t('purchase.create')}
    </Button>
  )
  const edited = useEdited(id, list.data?.items)
  return (
    <>
      <TabList
        tab="purchases"
        list={list}
        search={search}
        onSearch={onSearch}
        size={size}
        sizes={LIST_SIZES}
        action={button}
        empty={<EmptyState icon={<IconFileInvoice />} title={t('noPurchases')} text={t('noPurchasesNextStep')} action={button} />}
      >
        {(rows, isComplete) => (
          <Table
            name="purchases"
            isComplete={isComplete}
            label={t('tab.purchases')}
            columns={columns}
            rows={rows}
            keyOf={({ identifier }) => identifier}
            isFading={list.isPlaceholderData}
          />
        )}
      </TabList>
      <PurchaseDialog
        // Opens only after it has loaded.
        opened={open === 'purchase' && edited !== undefined}
        purchase={edited ?? null}
        suppliers={known?.items ?? []}
        preselected={made}
        onClose={() => onSearch({ ...search, open: undefined, id: undefined })}
      />
      <ConfirmDialog
        opened={first === 'asked'}
        title={t('purchase.noSupplierTitle')}
        confirm={t('supplier.create')}
        onConfirm={() => setFirst('supplier')}
        onClose={() => setFirst(null)}
      >
        {t('purchase.noSupplier')}
      </ConfirmDialog>
      <SupplierDialog
        opened={first === 'supplier'}
        supplier={null}
        onClose={() => setFirst((now) => (now === 'saved' ? now : null))}
        onSaved={(supplier) => {
          setMade(supplier)
          setFirst('saved')
        }}
      />
    </>
  )
}

const ICONS = { PLANNED: IconCalendar, ON_ORDER: IconTruckDelivery, DELIVERED: IconCircleCheck } as const

/** Status of a purchase: word, icon and colour. */
function PurchaseState({ status }: { status: PurchaseStatus }) {
  const { t } = useTranslation('warehouse')
  const Icon = ICONS[status]
  return (
    <Text span inherit className={classes.status} c={status === 'DELIVERED' ? 'var(--mantine-color-green-light-color)' : 'dimmed'}>
      <Icon size={18} aria-hidden />
      {t(`status.${status}`)}
    </Text>
  )
}
