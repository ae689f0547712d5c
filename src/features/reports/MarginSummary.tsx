import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { Margin } from './margin-columns.tsx'
import { RankingCard } from './RankingCard.tsx'

const BEST = 10

type Props = { label: string; total: Margin; rows: readonly (Margin & { name: string })[] }

/** The highest margins, and how many pieces are not part of them. */
export function MarginSummary({ label, total, rows }: Props) {
  const { t } = useTranslation('machineReports')
  const { money, number } = formats()
  const known = rows.flatMap(({ name, margin }) => (margin === null ? [] : [{ label: name, value: margin }]))
  return (
    <>
      <RankingCard
        label={label}
        words={t('revenue.words', { turnover: money(total.netTurnover), margin: money(total.margin ?? 0) })}
        bars={known.slice(0, BEST)}
        wordsOf={money}
      />
      {total.soldWithoutCost > 0 && (
        <Text>{t('revenue.withoutCost', { count: total.soldWithoutCost, pieces: number(total.soldWithoutCost) })}</Text>
      )}
    </>
  )
}
