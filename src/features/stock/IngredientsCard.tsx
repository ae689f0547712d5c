import { Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ProductName } from '#app/components/ProductName.tsx'
import { formats } from '#app/data/formats.ts'
import { unitAt } from '#app/data/place-unit.ts'
import type { Place } from '#app/data/stock.ts'
import { Card } from '#app/ui/Card.tsx'
import type { MachineCard } from '#contract/machines.ts'

/** The canisters of a coffee machine, and how much each of them takes. */
export function IngredientsCard({ machine, places }: { machine: MachineCard; places: readonly Place[] }) {
  const { t } = useTranslation('stock')
  const { amount } = formats()
  return (
    <Card>
      <Title order={2} size="h4" mb="sm">
        {t('products.ingredients')}
      </Title>
      {places.length === 0 ? (
        <Text c="dimmed">{t('products.noIngredients')}</Text>
      ) : (
        <Table aria-label={t('products.ingredientsCaption', { machine: machine.name })} verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('products.ingredient')}</Table.Th>
              <Table.Th scope="col" ta="end">
                {t('products.now')}
              </Table.Th>
              <Table.Th scope="col" ta="end">
                {t('products.maximum')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {places.map((place) => (
              <Table.Tr key={place.productInstallationId}>
                <Table.Td>
                  <ProductName product={place.product} />
                </Table.Td>
                <Table.Td ta="end">{amount(place.currentQuantity, unitAt(place))}</Table.Td>
                <Table.Td ta="end">{place.maxQuantity === null ? '–' : amount(place.maxQuantity, unitAt(place))}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  )
}
