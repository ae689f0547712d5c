import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { ProductCard } from '#contract/products.ts'
import classes from './ProductName.module.css'

type Props = { product: Pick<ProductCard, 'name' | 'volume' | 'volumeType' | 'deleted'> }

/** "Water 0.50 l". A product that is one piece has no volume. */
export function ProductName({ product: { name, volume, volumeType, deleted } }: Props) {
  const { t } = useTranslation()
  const amount = formats().amount(volume, volumeType)
  return (
    <span className={classes.name}>
      {name}
      {!(volumeType === 'PIECE' && volume === 1) && (
        <Text span c="dimmed" inherit fw={400}>
          {' '}
          {volumeType === 'PIECE' ? t('volume.pcs', { amount }) : amount}
        </Text>
      )}
      {deleted && (
        <Text span c="dimmed" size="sm">
          {' '}
          {t('productDeleted')}
        </Text>
      )}
    </span>
  )
}
