import { Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { CashSummary } from '#contract/cash.ts'
import classes from './Cash.module.css'

/** Totals of the filtered withdrawals. */
export function CashTiles({ summary, isFading }: { summary: CashSummary | null; isFading: boolean }) {
  const { t } = useTranslation('cash')
  const { money, number } = formats()
  const counted = (key: 'count' | 'counted', count: number) => t(key, { count, shown: number(count) })
  const difference = summary && (summary.counted === 0 ? '–' : money(summary.difference))
  return (
    <ul className={classes.tiles} aria-label={t('figures')} data-fading={isFading || undefined}>
      <Tile
        label={t('column.withdrawn')}
        figure={summary && money(summary.withdrawnAmount)}
        note={summary && counted('count', summary.count)}
      />
      <Tile label={t('column.expected')} figure={summary && money(summary.expectedAmount)} note={summary && t('expectedMeans')} />
      <Tile label={t('column.difference')} figure={difference} note={summary && counted('counted', summary.counted)} />
    </ul>
  )
}

function Tile({ label, figure, note }: { label: string; figure: string | null; note: string | null }) {
  return (
    <li className={classes.tile}>
      <Text fw={500}>{label}</Text>
      {figure === null ? (
        <>
          <Skeleton height={28} width="70%" my={4} />
          <Skeleton height={14} width="50%" />
        </>
      ) : (
        <>
          <span className={classes.figure} data-figures>
            {figure}
          </span>
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        </>
      )}
    </li>
  )
}
