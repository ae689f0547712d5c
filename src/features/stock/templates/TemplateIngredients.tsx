import { ActionIcon, Group, Select, Stack, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/Card.tsx'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import type { Product } from '#contract/products.ts'
import type { TemplateIngredient } from '#contract/templates.ts'
import { MAX_UNITS } from '#domain/units.ts'

type Props = {
  ingredients: readonly TemplateIngredient[]
  products: readonly Product[]
  onChange(ingredients: TemplateIngredient[]): void
}

/** How much of each ingredient the machines of a template hold. */
export function TemplateIngredients({ ingredients, products, onChange }: Props) {
  const { t } = useTranslation('stock')
  const taken = new Set(ingredients.map(({ productId }) => productId))
  const offered = products.filter(({ id, packaging, deleted }) => packaging === 'INGREDIENT' && !deleted && !taken.has(id))
  return (
    <Card aria-label={t('products.ingredients')}>
      <Title order={2} size="h3" mb="sm">
        {t('products.ingredients')}
      </Title>
      <Stack gap="sm">
        {ingredients.map(({ productId, maxQuantity }) => {
          const product = products.find(({ id }) => id === productId)
          const label = product?.name ?? '–'
          return (
            <Group key={productId} gap="sm" align="end" wrap="nowrap">
              <NumberInput
                flex={1}
                label={label}
                aria-label={t('products.maximumOfIngredient', { product: label })}
                unit={t(`products.unit.${product?.volumeType ?? 'GRAM'}`)}
                size="md"
                min={0}
                max={MAX_UNITS}
                value={maxQuantity}
                onChange={(value) => {
                  if (!Number.isNaN(value))
                    onChange(ingredients.map((one) => (one.productId === productId ? { productId, maxQuantity: value } : one)))
                }}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                aria-label={t('templates:removeIngredient', { product: label })}
                onClick={() => onChange(ingredients.filter((one) => one.productId !== productId))}
              >
                <IconTrash size={20} aria-hidden />
              </ActionIcon>
            </Group>
          )
        })}
        <Select
          aria-label={t('products.addIngredient')}
          placeholder={t('products.addIngredient')}
          size="md"
          searchable
          disabled={offered.length === 0}
          data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={null}
          onChange={(value) => value !== null && onChange([...ingredients, { productId: Number(value), maxQuantity: null }])}
        />
      </Stack>
    </Card>
  )
}
