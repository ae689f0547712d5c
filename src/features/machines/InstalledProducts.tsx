import { IconPackage } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangesOfSlot } from '#app/components/ChangesLink.tsx'
import { OpenProduct } from '#app/components/products/OpenProduct.tsx'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { catalogue, machineSlots } from '#app/data/slots.ts'
import { machineStock } from '#app/data/stock.ts'
import { waysOf } from '#app/data/ways.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { Machine } from '#contract/machines.ts'
import classes from './MachineCards.module.css'

/** The product of each slot and its stock; both are changed on the stock screens. */
export function InstalledProducts({ machine }: { machine: Machine }) {
  const { t } = useTranslation('machines')
  const { data: slots } = useSuspenseQuery(machineSlots(machine.id))
  const { data: products } = useSuspenseQuery(catalogue())
  const { data: stock } = useSuspenseQuery(machineStock(machine.id))
  const byId = useMemo(() => new Map(products.map((product) => [product.id, product])), [products])
  const lying = useMemo(() => new Map(stock?.places.map(({ slotId, currentQuantity }) => [slotId, currentQuantity])), [stock])
  const { money, number } = formats()
  const edit = waysOf(getSession().account).shortages?.(machine.id, 'PRODUCTS_TAB')
  if (!slots || slots.length === 0)
    return (
      <EmptyState icon={<IconPackage />} title={t('noPlaces')} action={edit && <LinkButton {...edit}>{t('editProducts')}</LinkButton>} />
    )
  type Slot = (typeof slots)[number]
  const productOf = ({ productId }: Slot) => (productId === null ? undefined : byId.get(productId))
  const figure = (value: number | null | undefined, words: (value: number) => string) => (value == null ? '–' : words(value))
  const columns: Column<Slot>[] = [
    { key: 'slot', label: t('slot'), isWord: true, sortBy: ({ slotNumber }) => slotNumber, cell: ({ slotNumber }) => slotNumber },
    {
      key: 'product',
      label: t('product'),
      className: classes.installed,
      sortBy: (slot) => productOf(slot)?.name,
      cell: (slot) => {
        const product = productOf(slot)
        return product ? <OpenProduct product={product} /> : t('noProduct')
      },
    },
    {
      key: 'price',
      label: t('price'),
      isNumber: true,
      sortBy: ({ vendPrice }) => vendPrice,
      cell: ({ vendPrice }) => figure(vendPrice, money),
    },
  ]
  if (machine.type === 'SNACK')
    columns.push(
      {
        key: 'quantity',
        label: t('quantity'),
        isNumber: true,
        sortBy: ({ slotId }) => lying.get(slotId),
        cell: ({ slotId }) => figure(lying.get(slotId), number),
      },
      {
        key: 'maximum',
        label: t('maximum'),
        isNumber: true,
        sortBy: ({ maxQuantity }) => maxQuantity,
        cell: ({ maxQuantity }) => figure(maxQuantity, number),
      },
    )
  columns.push({ key: 'changes', label: '', cell: (slot) => <ChangesOfSlot machineId={machine.id} slot={slot} /> })
  return (
    <Card p={0}>
      {edit && (
        <LinkButton {...edit} variant="light" m="md" mb="xs">
          {t('editProducts')}
        </LinkButton>
      )}
      <Table label={t('installed_products')} columns={columns} rows={slots} keyOf={({ slotId }) => slotId} isCompact />
    </Card>
  )
}
