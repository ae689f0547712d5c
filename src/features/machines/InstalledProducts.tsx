import { Table } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { OpenProduct } from '#app/components/products/OpenProduct.tsx'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { catalogue, machineSlots } from '#app/data/slots.ts'
import { machineStock } from '#app/data/stock.ts'
import { waysOf } from '#app/data/ways.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { Machine } from '#contract/machines.ts'
import classes from './InstalledProducts.module.css'

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
  return (
    <Card>
      {edit && (
        <LinkButton {...edit} variant="light" mb="md">
          {t('editProducts')}
        </LinkButton>
      )}
      <Table aria-label={t('installed_products')} verticalSpacing="sm" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('slot')}</Table.Th>
            <Table.Th scope="col">{t('product')}</Table.Th>
            <Table.Th scope="col" ta="end">
              {t('price')}
            </Table.Th>
            {machine.type === 'SNACK' && (
              <>
                <Table.Th scope="col" ta="end">
                  {t('quantity')}
                </Table.Th>
                <Table.Th scope="col" ta="end">
                  {t('maximum')}
                </Table.Th>
              </>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {slots.map(({ slotId, slotNumber, productId, vendPrice, maxQuantity }) => {
            const product = productId === null ? undefined : byId.get(productId)
            const quantity = lying.get(slotId)
            return (
              <Table.Tr key={slotId}>
                <Table.Th scope="row">{slotNumber}</Table.Th>
                <Table.Td>{product ? <OpenProduct product={product} /> : t('noProduct')}</Table.Td>
                <Table.Td ta="end">{vendPrice === null ? '–' : money(vendPrice)}</Table.Td>
                {machine.type === 'SNACK' && (
                  <>
                    <Table.Td ta="end">{quantity === undefined ? '–' : number(quantity)}</Table.Td>
                    <Table.Td ta="end">{maxQuantity === null ? '–' : number(maxQuantity)}</Table.Td>
                  </>
                )}
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Card>
  )
}
