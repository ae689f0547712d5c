import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { DayInput } from '#app/ui/DayInput.tsx'
import { useLateValue } from '#app/ui/late-value.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { PERIODS } from '#domain/sales/periods.ts'
import { EARLIEST_DAY, type PeriodSearch } from './period-search.ts'

const OWN = 'OWN'

type Props = {
  search: PeriodSearch
  onChange(next: PeriodSearch): void
  /** False if the list always has a period. */
  hasAnyTime?: boolean
}

/** Filters a list by time: any time, a period, or from one day to another. */
export function PeriodFilter({ search, onChange, hasAnyTime = true }: Props) {
  const { t } = useTranslation('transactions')
  const { period = '', from = '', until = '' } = search
  const hasOwn = from !== '' && until !== ''
  const [typed, setTyped] = useState({ from, until })
  const [isOwn, setOwn] = useState(hasOwn)
  const report = useLateValue([period, from, until].join(), () => {
    setTyped({ from, until })
    setOwn(hasOwn)
  })
  const today = isoDay(dayOf(Date.now(), getSession().account.timezone))
  const isBackwards = typed.from !== '' && typed.until !== '' && typed.until < typed.from

  const choose = (value: string) => {
    setOwn(value === OWN)
    setTyped({ from: '', until: '' })
    const chosen = PERIODS.find((one) => one === value)
    report([chosen, '', ''].join())
    onChange({ period: chosen, from: undefined, until: undefined })
  }
  const type = (next: typeof typed) => {
    setTyped(next)
    if (!next.from || !next.until || next.until < next.from) return
    report(['', next.from, next.until].join())
    onChange({ period: undefined, ...next })
  }
  return (
    <>
      <NativeSelect
        label={t('period')}
        data={[
          ...(hasAnyTime ? [{ value: '', label: t('anyTime') }] : []),
          ...PERIODS.map((value) => ({ value: value as string, label: t(`periods.${value}`) })),
          { value: OWN, label: t('periods.OWN') },
        ]}
        value={isOwn ? OWN : period}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      {isOwn && (
        <>
          <DayInput
            size="sm"
            label={t('own.from')}
            value={typed.from}
            min={EARLIEST_DAY}
            max={today}
            onChange={(from) => type({ ...typed, from })}
          />
          <div>
            <DayInput
              size="sm"
              label={t('own.until')}
              value={typed.until}
              min={EARLIEST_DAY}
              max={today}
              onChange={(until) => type({ ...typed, until })}
            />
            {isBackwards && (
              <Text role="alert" size="sm" c="var(--mantine-color-error)">
                {t('own.backwards')}
              </Text>
            )}
          </div>
        </>
      )}
    </>
  )
}
