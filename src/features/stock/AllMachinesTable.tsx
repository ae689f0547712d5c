import { Group, NativeSelect, Pagination, Text } from '@mantine/core'
import { IconCircleCheck, IconPackage } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NoMachines, UnlessNoMachines } from '#app/components/NoMachines.tsx'
import { OpenProduct } from '#app/components/products/OpenProduct.tsx'
import { ShortUntil } from '#app/components/ShortUntil.tsx'
import { useCaseLabels } from '#app/components/use-case-labels.ts'
import { useUntilLabels } from '#app/components/use-until-labels.ts'
import { formats } from '#app/data/formats.ts'
import type { Until } from '#app/data/missing.ts'
import { allShortages, warehouse } from '#app/data/shortages.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { ProductCard } from '#contract/products.ts'
import { WarehouseBar } from './WarehouseBar.tsx'

const SIZES = [15, 30, 60, 100] as const
type Size = (typeof SIZES)[number]
/** `hasWarehouse`: shows the warehouse actions of a manager. */
type Props = {
  page: number
  size: Size
  until: Until
  onPage(page: number): void
  onSize(size: Size): void
  onUntil(until: Until): void
  hasWarehouse?: boolean
}

/** Shortages of all machines, from local data; the warehouse stock is only on the server, so that column may be older. */
export function AllMachinesTable({ page, size, until, onPage, onSize, onUntil, hasWarehouse = false }: Props) {
  const { t } = useTranslation('stock')
  const { data: shortages } = useSuspenseQuery(allShortages(until))
  const { data: stored, dataUpdatedAt, isLoading } = useQuery(warehouse())
  const short = shortages.products.filter(({ missing }) => missing > 0)
  const pages = Math.max(1, Math.ceil(short.length / size))
  const shown = Math.min(page, pages)
  const { amount } = formats()
  const words = useUntilLabels()

  if (shortages.products.length === 0)
    return (
      <>
        {hasWarehouse && <WarehouseBar short={[]} until={until} />}
        <NoMachines>
          <UnlessNoMachines>
            <EmptyState
              icon={<IconPackage />}
              title={t('noProducts')}
              text={t('noProductsText')}
              action={hasWarehouse && <LinkButton to="/dashboard/machines">{t('machines:toMachines')}</LinkButton>}
            />
          </UnlessNoMachines>
        </NoMachines>
      </>
    )
  const bar = (
    <>
      {hasWarehouse && <WarehouseBar short={short} until={until} />}
      <ShortUntil value={until} onChange={onUntil} shortages={shortages} />
    </>
  )
  if (short.length === 0)
    return (
      <>
        {bar}
        <EmptyState icon={<IconCircleCheck />} title={t('table.empty')} text={t('table.emptyNextStep')} />
      </>
    )
  const columns: Column<(typeof short)[number]>[] = [
    {
      key: 'product',
      label: t('table.product'),
      sortBy: ({ product }) => product.name,
      cell: ({ product }) => <OpenProduct product={product} />,
    },
    {
      key: 'missing',
      label: until === null ? t('table.shortage') : words(until),
      isNumber: true,
      sortBy: ({ missing }) => missing,
      cell: ({ product, currentShortage, missing }) => (
        <Text component="div" fw={600}>
          {amount(missing, unitOf(product))}
          {until !== null && (
            <Text size="sm" c="dimmed" fw={400}>
              {t('until.ofWhichNow', { amount: amount(currentShortage, unitOf(product)) })}
            </Text>
          )}
          {hasWarehouse && <Cases pieces={missing} product={product} />}
        </Text>
      ),
    },
    {
      key: 'inWarehouse',
      label: t('table.inWarehouse'),
      isNumber: true,
      sortBy: ({ product }) => stored?.get(product.id),
      cell: ({ product, missing }) => {
        const inWarehouse = stored?.get(product.id)
        return inWarehouse === undefined ? (
          <Text span role="img" aria-label={t('table.unknown')}>
            –
          </Text>
        ) : (
          <Text span c={inWarehouse < missing ? 'orange' : undefined}>
            {amount(inWarehouse, unitOf(product))}
          </Text>
        )
      },
    },
  ]
  return (
    <>
      {bar}
      <Card>
        <Table
          label={t('table.caption')}
          columns={columns}
          rows={short}
          keyOf={({ product }) => product.id}
          page={{ number: shown, size }}
          onSorted={() => onPage(1)}
          isCompact
        />
        <Text size="sm" c="dimmed" ta="center" mt="xs">
          {stored ? (
            <>
              {t('table.warehouseAsOf')} <AgeText at={dataUpdatedAt} />
            </>
          ) : (
            t(isLoading ? 'common:loading' : 'table.warehouseUnknown')
          )}
        </Text>
        <Group justify="space-between" mt="md">
          <Group gap="sm">
            <Text size="sm" c="dimmed">
              {t('table.total', { count: short.length })}
            </Text>
            <NativeSelect
              aria-label={t('table.rowsPerPage')}
              data={SIZES.map(String)}
              value={String(size)}
              onChange={({ currentTarget: { value } }) => onSize(SIZES.find((choice) => String(choice) === value) ?? SIZES[0])}
            />
          </Group>
          {pages > 1 && (
            <Pagination
              total={pages}
              value={shown}
              onChange={onPage}
              size="lg"
              aria-label={t('table.pages')}
              getControlProps={(control) => ({ 'aria-label': t(`table.${control}`) })}
              getItemProps={(number) => ({ 'aria-label': t('table.page', { number }) })}
            />
          )}
        </Group>
      </Card>
    </>
  )
}

function Cases({ pieces, product }: { pieces: number; product: ProductCard }) {
  const words = useCaseLabels()(pieces, product)
  return (
    words && (
      <Text size="sm" c="dimmed" fw={400}>
        {words}
      </Text>
    )
  )
}

/** Packed goods are counted; ingredients of recipes are weighed or measured. */
const unitOf = ({ packaging, volumeType }: { packaging: string; volumeType: 'GRAM' | 'MILLILITRE' | 'PIECE' }) =>
  packaging === 'INGREDIENT' ? volumeType : 'PIECE'
