import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { ProductCard } from '#contract/products.ts'
import type { ProductId } from '#domain/ids.ts'

type Props = {
  label: string
  products: readonly ProductCard[]
  value: ProductId | null
  onChange(product: ProductId | null): void
  /** Products on other lines, which are not offered twice. */
  taken?: ReadonlySet<ProductId>
  error?: string | undefined
  isDisabled?: boolean
  isFocused?: boolean
}

/** Selects a product for a slot or the warehouse, by name or number. */
export function ProductPicker({ label, products, value, onChange, taken, error, isDisabled = false, isFocused = false }: Props) {
  const { t } = useTranslation('warehouse')
  const offered = products.filter(({ id, deleted, packaging }) => id === value || (packaging !== 'COFFEE' && !deleted && !taken?.has(id)))
  return (
    <Select
      aria-label={label}
      placeholder={t('chooseProduct')}
      data={offered.map((product) => ({ value: String(product.id), label: wordsOf(product) }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('noProductFound')}
      size="md"
      error={error}
      disabled={isDisabled}
      {...(isFocused ? { 'data-autofocus': true } : {})}
    />
  )
}

/** "Water 500 ml · BOT-STILL": every part is searchable. */
function wordsOf({ name, volume, volumeType, sku }: ProductCard): string {
  const isOne = volumeType === 'PIECE' && volume === 1
  return `${name}${isOne ? '' : ` ${formats().amount(volume, volumeType)}`} · ${sku}`
}
