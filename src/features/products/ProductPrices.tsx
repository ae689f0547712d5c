import { Text } from '@mantine/core'
import { IconArrowNarrowRight } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { changePrices, type PriceChange, type ProductSlot, productSlots } from '#app/data/product-slots.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { toastWithUndo } from '#app/ui/undo-toast.tsx'
import { VendingMachineIcon } from '#app/ui/VendingMachineIcon.tsx'
import type { Product } from '#contract/products.ts'
import { type Bulk, bulkPrice } from '#domain/slots/bulk.ts'
import { PriceForm } from './PriceForm.tsx'
import classes from './ProductPrices.module.css'

/** The slots of all machines that sell a product, with its price in each. The selected ones change together; works without a network. */
export function ProductPrices({ product }: { product: Product }) {
  const { t } = useTranslation('products')
  const { money, currency } = formats()
  const { data: slots } = useSuspenseQuery(productSlots(product.id))
  const [bulk, setBulk] = useState<Bulk | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const columns = useMemo(() => {
    const text = (price: number | null) => (price === null ? '–' : money(price))
    const preview = ({ slotId, vendPrice }: ProductSlot) =>
      bulk && selected.has(slotId) ? bulkPrice(vendPrice, bulk, currency) : vendPrice
    const all: Column<ProductSlot>[] = [
      {
        key: 'machine',
        label: t('prices.machine'),
        sortBy: ({ machine }) => machine,
        width: 'minmax(10rem, 2fr)',
        cell: ({ machine, machineId }) => (
          <Link to="/dashboard/machines/$machineId" params={{ machineId: String(machineId) }} className={classes.machine ?? ''}>
            {machine}
          </Link>
        ),
      },
      { key: 'slot', label: t('prices.slot'), sortBy: ({ slotNumber }) => slotNumber, width: '6rem', cell: ({ slotNumber }) => slotNumber },
      {
        key: 'price',
        label: t('prices.price'),
        isNumber: true,
        sortBy: ({ vendPrice }) => vendPrice,
        width: '8rem',
        cell: ({ vendPrice }) => text(vendPrice),
      },
      {
        key: 'newPrice',
        label: t('prices.newPrice'),
        isNumber: true,
        width: '10rem',
        cell: (slot) => {
          const next = preview(slot)
          return next === slot.vendPrice ? null : (
            <span className={classes.changed}>
              <IconArrowNarrowRight size={16} aria-hidden /> {text(next)}
            </span>
          )
        },
      },
    ]
    return all
  }, [t, money, currency, bulk, selected])

  const changesOf = (rows: readonly ProductSlot[]): PriceChange[] =>
    bulk
      ? rows.flatMap(({ machineId, slotId, vendPrice }) => {
          const to = bulkPrice(vendPrice, bulk, currency)
          return to === vendPrice ? [] : [{ machineId, slotId, from: vendPrice, to }]
        })
      : []
  const save = async (changes: readonly PriceChange[], clear: () => void) => {
    if (!(await changePrices(changes))) return toastError(t('prices.failed'))
    clear()
    setBulk(null)
    toastWithUndo(t('prices.saved', { count: changes.length, product: product.name }), async () => {
      const isKept = await changePrices(changes.map(({ from, to, ...slot }) => ({ ...slot, from: to, to: from })))
      if (isKept) toastSuccess(t('prices.undone'))
      else toastError(t('prices.failed'))
    })
  }
  const machines = new Set(slots.map(({ machineId }) => machineId)).size
  return (
    <>
      <PageHeader
        title={product.name}
        subtitle={t('prices.count', { machines, slots: slots.length })}
        breadcrumb={[{ label: t('title'), link: { to: '/dashboard/assortment' } }, { label: t('prices.title') }]}
      />
      {slots.length === 0 ? (
        <EmptyState
          icon={<VendingMachineIcon />}
          title={t('prices.none')}
          text={t('prices.noneText')}
          action={<LinkButton to="/dashboard/machines">{t('machines:showAll')}</LinkButton>}
        />
      ) : (
        <Card p={0} aria-label={t('prices.title')} className={classes.card}>
          <Table
            name="product-prices"
            label={t('prices.title')}
            columns={columns}
            rows={slots}
            keyOf={({ slotId }) => slotId}
            selection={{
              nameOf: ({ machine, slotNumber }) => `${machine}, ${slotNumber}`,
              onChange: (rows) => {
                setSelected(new Set(rows.map(({ slotId }) => slotId)))
                if (rows.length === 0) setBulk(null)
              },
              actions: (rows, clear) => {
                const changes = changesOf(rows)
                return <PriceForm count={changes.length} bulk={bulk} onChange={setBulk} onSave={() => void save(changes, clear)} />
              },
            }}
          />
        </Card>
      )}
    </>
  )
}

/** The product in the address is not on this device. */
export const UnknownProduct = () => {
  const { t } = useTranslation('products')
  return <Text>{t('prices.none')}</Text>
}
