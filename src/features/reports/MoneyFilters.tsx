import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { DayInput } from '#app/ui/DayInput.tsx'
import layout from '#app/ui/list-page.module.css'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { months } from './machine-reports.queries.ts'
import type { MoneyPeriod } from './money.queries.ts'
import type { MoneySearch } from './reports-search.ts'

type Props = { period: MoneyPeriod; before: MoneyPeriod | null; onChange(next: Partial<MoneySearch>): void }

const OTHER = 'other'
const NONE = 'none'

/** Filters by a month or any days, and the period beside it. */
export function MoneyFilters({ period, before, onChange }: Props) {
  const { t } = useTranslation('money')
  const offered = months().map((value, index) => ({
    value,
    label: index === 0 ? `${formats().month(value)} (${t('unfinished')})` : formats().month(value),
  }))
  const other = { value: OTHER, label: t('other') }
  const days = (of: MoneyPeriod) => ('month' in of ? daysOfMonth(of.month) : of)
  return (
    <Card aria-label={t('reports:filters')}>
      <div className={layout.filters}>
        <NativeSelect
          size="md"
          label={t('period')}
          data={[...offered, other]}
          value={'month' in period ? period.month : OTHER}
          onChange={({ currentTarget: { value } }) =>
            onChange(value === OTHER ? { ...days(period), month: undefined } : { month: value, from: undefined, to: undefined })
          }
        />
        {'from' in period && <DayRange value={period} onChange={onChange} />}
        <NativeSelect
          size="md"
          label={t('compare')}
          data={[{ value: NONE, label: t('noCompare') }, ...offered, other]}
          value={before === null ? NONE : 'month' in before ? before.month : OTHER}
          onChange={({ currentTarget: { value } }) => {
            if (value !== OTHER) return onChange({ beside: value, besideFrom: undefined, besideTo: undefined })
            const { from, to } = days(before ?? period)
            onChange({ beside: undefined, besideFrom: from, besideTo: to })
          }}
        />
        {before && 'from' in before && (
          <DayRange value={before} onChange={({ from, to }) => onChange({ besideFrom: from, besideTo: to })} />
        )}
      </div>
    </Card>
  )
}

type Range = { from: string; to: string }

function DayRange({ value: { from, to }, onChange }: { value: Range; onChange(next: Range): void }) {
  const { t } = useTranslation('money')
  const first = `${months().at(-1)}-01`
  const today = isoDay(dayOf(Date.now(), getSession().account.timezone))
  return (
    <>
      <DayInput label={t('from')} value={from} min={first} max={to} onChange={(day) => day && onChange({ from: day, to })} />
      <DayInput
        label={t('to')}
        value={to}
        min={from}
        max={today > to ? today : to}
        onChange={(day) => day && onChange({ from, to: day })}
      />
    </>
  )
}

/** Its first and last day. */
function daysOfMonth(month: string): Range {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}
