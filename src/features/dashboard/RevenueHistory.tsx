import { Title } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { BarsFigure } from '#app/ui/charts/LazyCharts.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import type { DashboardLongTerm } from '#contract/dashboard.ts'

const HEIGHT = 240

/** Revenue of each of the last days; today's bar is updated live. */
export function RevenueHistory({ history, today }: { history: DashboardLongTerm['revenueHistory']; today: number }) {
  const { t } = useTranslation('dashboard')
  const { money, shortMoney, day } = formats()
  const last = history.at(-1)
  const bars = history.map(({ date, revenue }) => ({ label: day(date), value: date === last?.date ? Math.max(revenue, today) : revenue }))
  const best = bars.reduce((a, b) => (b.value > a.value ? b : a), { label: '', value: 0 })
  const sum = bars.reduce((total, { value }) => total + value, 0)
  return (
    <Card aria-label={t('history.title')}>
      <Title order={2} mb="sm">
        {t('history.title')}
      </Title>
      {sum === 0 ? (
        <EmptyState icon={<IconReceiptOff />} title={t('history.none')} text={t('latest.noneText')} color="slate" />
      ) : (
        <BarsFigure
          words={t('history.words', { count: bars.length, sum: money(sum), best: money(best.value), day: best.label })}
          bars={bars}
          name={t('history.revenue')}
          wordsOf={money}
          scaleOf={shortMoney}
          height={HEIGHT}
        />
      )}
    </Card>
  )
}
