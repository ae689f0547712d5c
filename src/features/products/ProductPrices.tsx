import { Text } from '@mantine/core'
import { IconArrowNarrowRight } from '@tabler/icons-react'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { byName } from '#app/data/by-name.ts'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { toastWithUndo } from '#app/ui/undo-toast.tsx'
import { VendingMachineIcon } from '#app/ui/VendingMachineIcon.tsx'
import type { Product } from '#contract/products.ts'
import { unpackSlots } from '#contract/sync.ts'
import type { MachineId, ProductId } from '#domain/ids.ts'
import { type Bulk, bulkPrice } from '#domain/slots/bulk.ts'
import { slotsWith } from '#offline/projection.ts'
import { getSession } from '../../data/device.ts'
import { live } from '../../data/local-query.ts'
import { readOutbox } from '../../data/outbox.ts'
import { atOneMoment } from '../../data/own-work.ts'
import { editSlotsOf, type Slot } from '../../data/slots.ts'
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

/** A slot with its machine. */
type ProductSlot = Slot & { machineId: MachineId; machine: string }

/** The slots of all machines on this device that contain a product, with pending edits, by machine. */
const productSlots = (productId: ProductId) =>
  queryOptions({
    queryKey: ['productSlots', productId],
    queryFn: live(async (): Promise<ProductSlot[]> => {
      const { db } = getSession()
      const [records, machines, { entries }] = await atOneMoment(db, ['slots', 'machines'], () =>
        Promise.all([db.slots.toArray(), db.machines.toArray(), readOutbox()]),
      )
      const slots = new Map(records.map((record) => [record.machineId, record]))
      return machines.toSorted(byName).flatMap(({ id, name }) => {
        const record = slots.get(id)
        if (!record) return []
        return slotsWith(unpackSlots(record), entries)
          .slots.filter((slot) => slot.productId === productId)
          .map((slot) => ({ ...slot, machineId: id, machine: name }))
      })
    }),
  })

/** A new price of a slot, and the one that the user saw. */
type PriceChange = { machineId: MachineId; slotId: number; from: number | null; to: number | null }

/** Changes prices of several machines, one operation each: all or none; works without a network. */
function changePrices(changes: readonly PriceChange[]): Promise<boolean> {
  const machines = [...new Set(changes.map(({ machineId }) => machineId))]
  return editSlotsOf(
    machines.map((machineId) => ({
      machineId,
      edits: changes
        .filter((change) => change.machineId === machineId)
        .map(({ slotId, from, to }) => ({ slotId, vendPrice: to, base: { vendPrice: from } })),
    })),
  )
}
