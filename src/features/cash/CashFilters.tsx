import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { GroupSelect, MachineSelect } from '#app/components/MachineFilters.tsx'
import { getSession } from '#app/data/device.ts'
import { Card } from '#app/ui/Card.tsx'
import { DayInput } from '#app/ui/DayInput.tsx'
import layout from '#app/ui/list-page.module.css'
import type { Machine } from '#contract/machines.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { PERIODS } from '#domain/sales/periods.ts'
import classes from './Cash.module.css'
import type { CashSearch } from './cash-search.ts'

type Props = { search: CashSearch; machines: readonly Machine[]; onNarrow(next: Partial<CashSearch>): void }

const OWN = 'OWN'
const EARLIEST = '2018-02-01'

/** Filters withdrawals by time, group and machine. */
export function CashFilters({ search: { period = 'LAST_30_DAYS', from, to, group, machine }, machines, onNarrow }: Props) {
  const { t } = useTranslation('reports')
  const isOwn = from !== undefined && to !== undefined
  const today = isoDay(dayOf(Date.now(), getSession().account.timezone))
  const choosePeriod = (value: string) => {
    const chosen = PERIODS.find((one) => one === value)
    if (chosen) onNarrow({ period: chosen === 'LAST_30_DAYS' ? undefined : chosen, from: undefined, to: undefined })
    else onNarrow({ from: from ?? today, to: to ?? today })
  }
  return (
    <Card aria-label={t('filters')}>
      <div className={layout.filters}>
        <NativeSelect
          label={t('period')}
          data={[...PERIODS, OWN].map((value) => ({ value, label: t(`transactions:periods.${value}`) }))}
          value={isOwn ? OWN : period}
          onChange={({ currentTarget: { value } }) => choosePeriod(value)}
        />
        <GroupSelect value={group} onChange={(next) => onNarrow({ group: next })} />
        <MachineSelect machines={machines} value={machine} onChange={(next) => onNarrow({ machine: next })} />
        {isOwn && (
          <div className={classes.own}>
            <DayInput
              size="sm"
              label={t('transactions:own.from')}
              value={from ?? ''}
              min={EARLIEST}
              max={to ?? today}
              onChange={(day) => day && onNarrow({ from: day, period: undefined })}
            />
            <DayInput
              size="sm"
              label={t('transactions:own.until')}
              value={to ?? ''}
              min={from ?? EARLIEST}
              max={today}
              onChange={(day) => day && onNarrow({ to: day, period: undefined })}
            />
          </div>
        )}
      </div>
    </Card>
  )
}
