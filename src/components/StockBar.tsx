import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { VolumeType } from '#domain/products/product.ts'
import { fillOf } from '#domain/stock/shortage.ts'
import classes from './StockBar.module.css'

type Props = {
  current: number
  max: number | null
  /** What is measured: grams and millilitres are told with their unit, pieces are plain numbers. */
  unit?: VolumeType | undefined
  label?: string
  /** A sum of grams, millilitres and pieces says nothing as a number: how full it is does. */
  isMixed?: boolean
}

/** How full something is: a bar and "12 / 40", the same everywhere. In danger where it cannot be true. Plain elements: a long list draws it for every row. */
export function StockBar({ current, max, unit = 'PIECE', label, isMixed = false }: Props) {
  const { t } = useTranslation()
  const { percent, danger } = fillOf(current, max)
  const { amount, percentage } = formats()
  const words = isMixed
    ? percentage(percent / 100)
    : max === null
      ? t('stockBar.noMaximum', { current: amount(current, unit) })
      : t('stockBar.of', { current: amount(current, unit), max: amount(max, unit) })
  // Red says that it cannot be true; little is a warning.
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
