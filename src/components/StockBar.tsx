import { Progress, Text } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { fillOf } from '#domain/stock/shortage.ts'
import classes from './StockBar.module.css'

type Props = { current: number; max: number | null; unit?: string; label?: string }

/** How full something is: a bar and "12 / 40", the same everywhere. In danger where it cannot be true. */
export function StockBar({ current, max, unit, label }: Props) {
  const { t } = useTranslation()
  const { percent, danger } = fillOf(current, max)
  const { number } = formats()
  const words =
    max === null ? t('stockBar.noMaximum', { current: number(current) }) : t('stockBar.of', { current: number(current), max: number(max) })
  // Red says that it cannot be true; little is a warning.
  const color = danger ? 'red' : percent < 30 ? 'orange' : 'teal'
  return (
    <div className={classes.stock}>
      <Progress.Root size="md" radius="xl" className={classes.track} classNames={{ root: classes.track }}>
        <Progress.Section value={percent} color={color} aria-label={label ?? t('stockBar.label')} aria-valuetext={words} />
      </Progress.Root>
      <Text component="span" size="sm" fw={500} data-figures c={danger ? 'red' : undefined} className={classes.figures}>
        {danger && (
          <IconAlertTriangleFilled size={14} role="img" aria-label={t(current < 0 ? 'stockBar.belowZero' : 'stockBar.overMaximum')} />
        )}
        {unit ? t('stockBar.withUnit', { words, unit }) : words}
      </Text>
    </div>
  )
}
