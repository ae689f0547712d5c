import { ActionIcon, Button, Select, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import type { Product } from '#contract/products.ts'
import { MAX_INGREDIENTS, SHARE_LIMITS } from '#domain/products/product-limits.ts'
import type { TypedProduct } from '#domain/products/product-rules.ts'
import classes from './IngredientFields.module.css'

type Lines = TypedProduct['ingredients']
type Props = {
  lines: Lines
  products: readonly Product[]
  wrong(path: string): string | undefined
  onLeave(path: string): void
  onChange(lines: Lines): void
}

const UNITS = { GRAM: 'g', MILLILITRE: 'ml', PIECE: 'pcs' } as const

/** How much of each ingredient one drink takes. */
export function IngredientFields({ lines, products, wrong, onLeave, onChange }: Props) {
  const { t } = useTranslation('products')
  // A line has no id of its own, so its key is its order of creation.
  const keys = useRef(lines.map((_, index) => index))
  const known = products.filter(
    ({ packaging, deleted, id }) => packaging === 'INGREDIENT' && (!deleted || lines.some((line) => line.id === id)),
  )
  const change = (index: number, fields: Partial<Lines[number]>) =>
    onChange(lines.map((line, place) => (place === index ? { ...line, ...fields } : line)))
  const add = () => {
    keys.current = [...keys.current, Math.max(-1, ...keys.current) + 1]
    onChange([...lines, { id: null, shareAmount: null }])
  }
  const remove = (index: number) => {
    keys.current = keys.current.filter((_, place) => place !== index)
    onChange(lines.filter((_, place) => place !== index))
  }
  return (
    <fieldset className={classes.fieldset}>
      <Text component="legend" size="sm" fw={500}>
        {t('field.ingredients')}
      </Text>
      {known.length === 0 ? (
        <Text c="dimmed">{t('form.noIngredients')}</Text>
      ) : (
        <Stack gap="sm">
          {lines.map(({ id, shareAmount }, index) => {
            const product = known.find((one) => one.id === id)
            const taken = new Set(lines.flatMap((line, place) => (place === index ? [] : (line.id ?? []))))
            return (
              <div key={keys.current[index]} className={classes.line}>
                <Select
                  size="md"
                  aria-label={t('form.ingredient', { number: index + 1 })}
                  placeholder={t('form.chooseIngredient')}
                  searchable
                  data={known.filter((one) => !taken.has(one.id)).map((one) => ({ value: String(one.id), label: one.name }))}
                  value={id === null ? null : String(id)}
                  onChange={(value) => change(index, { id: value === null ? null : Number(value) })}
                />
                <NumberInput
                  size="md"
                  aria-label={t('form.share', { number: index + 1 })}
                  placeholder={t('form.sharePlaceholder')}
                  decimals={3}
                  min={0}
                  max={SHARE_LIMITS.below}
                  unit={product && t(`short.${UNITS[product.volumeType]}`)}
                  value={shareAmount}
                  error={wrong(`ingredients.${index}.shareAmount`)}
                  onBlur={() => onLeave(`ingredients.${index}.shareAmount`)}
                  onChange={(value) => change(index, { shareAmount: value })}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={44}
                  aria-label={t('form.removeIngredient', { number: index + 1 })}
                  onClick={() => remove(index)}
                >
                  <IconTrash size={20} aria-hidden />
                </ActionIcon>
              </div>
            )
          })}
          {lines.length < MAX_INGREDIENTS && (
            <Button variant="light" leftSection={<IconPlus size={18} aria-hidden />} onClick={add} className={classes.add}>
              {t('form.addIngredient')}
            </Button>
          )}
        </Stack>
      )}
    </fieldset>
  )
}
