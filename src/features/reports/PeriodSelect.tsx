import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PERIODS, type Period } from '#domain/sales/periods.ts'

/** Filters a report by period. */
export function PeriodSelect({ period, onChange }: { period: Period; onChange(period: Period): void }) {
  const { t } = useTranslation('reports')
  return (
    <NativeSelect
      label={t('period')}
      data={PERIODS.map((value) => ({ value, label: t(`transactions:periods.${value}`) }))}
      value={period}
      onChange={({ currentTarget: { value } }) => onChange(PERIODS.find((one) => one === value) ?? period)}
    />
  )
}
