import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { VolumeType } from '#domain/products/product.ts'
import { fillOf } from '#domain/stock/shortage.ts'
import classes from './StockBar.module.css'

type Props = {
  current: number
  max: number | null
  /** The unit: grams and millilitres are shown with it, pieces are plain numbers. */
  unit?: VolumeType | undefined
  label?: string
  /** A sum of grams, millilitres and pieces is meaningless as a number; only the share is shown. */
  isMixed?: boolean
  /** For several slots or canisters: the part that counts toward the capacity, each at most full. */
  filled?: number
  /** For several slots or canisters: the share that is filled, 0 to 1; null if none has a maximum. */
  share?: number | null
}

/**
 * Stock level as a bar and "12 / 40", the same everywhere. Red if the value is impossible. Plain elements, because a long list renders it
 * in every row.
 */
export function StockBar({ current, max, unit = 'PIECE', label, isMixed = false, filled = current, share }: Props) {
  const { t } = useTranslation()
  const { percent: ofSum, danger } = fillOf(current, max)
  const percent = share === undefined ? ofSum : (share ?? 0) * 100
  const { amount, percentage } = formats()
  const wordsOf = () => {
    // Without a maximum, 0 pieces are not a level: nothing is set up.
    if (share === null && (isMixed || current === 0)) return '–'
    if (isMixed) return percentage(percent / 100)
    if (max === null || share === null) return t('stockBar.noMaximum', { current: amount(current, unit) })
    return t('stockBar.of', { current: amount(filled, unit), max: amount(max, unit) })
  }
  const words = wordsOf()
  // Red marks an impossible value; low stock is a warning.
  const tone = danger ? 'danger' : percent < 30 ? 'little' : 'enough'
  return (
    <div className={classes.stock} data-tone={tone}>
      <div
        role="progressbar"
        aria-label={label ?? t('stockBar.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={words}
        className={classes.track}
      >
        <div className={classes.fill} style={{ width: `${percent}%` }} />
      </div>
      <span data-figures className={classes.figures}>
        {danger && (
          <IconAlertTriangleFilled size={14} role="img" aria-label={t(current < 0 ? 'stockBar.belowZero' : 'stockBar.overMaximum')} />
        )}
        {words}
      </span>
    </div>
  )
}
