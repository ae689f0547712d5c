import { Button, NativeSelect, Select } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MomentFields } from '#app/components/form/MomentFields.tsx'
import { GroupSelect } from '#app/components/MachineFilters.tsx'
import { MoreFilters } from '#app/components/MoreFilters.tsx'
import { useProductLabels } from '#app/components/use-product-labels.ts'
import { getSession } from '#app/data/device.ts'
import { catalogue } from '#app/data/slots.ts'
import { Card } from '#app/ui/Card.tsx'
import { useLateValue } from '#app/ui/late-value.ts'
import { NumberFields, useNumberFields } from '#app/ui/number-fields.ts'
import type { Machine } from '#contract/machines.ts'
import { wallClock } from '#domain/calendar.ts'
import type { MachineId } from '#domain/ids.ts'
import { SHOWN_TYPES } from '#domain/sales/transaction.ts'
import { toIso } from '#domain/time.ts'
import classes from './Sales.module.css'
import { EARLIEST, OFFERED, ownSpan, type SalesSearch } from './sales-search.ts'

type Props = {
  search: SalesSearch
  machineId: MachineId | null
  machines: readonly Machine[]
  onNarrow(next: Partial<SalesSearch>, machineId?: MachineId | null): void
}

const OWN = 'OWN'

/** Filters sales by time, machine, product and payment. On a phone all but the period are collapsed. */
export function SalesFilters({ search, machineId, machines, onNarrow }: Props) {
  const { t } = useTranslation('transactions')
  const { data: all } = useSuspenseQuery(catalogue())
  const labelOf = useProductLabels()
  const isNarrowed = machineId !== null || search.group !== undefined || search.type !== undefined || search.product !== undefined
  const hasOwn = search.from !== undefined && search.until !== undefined
  const [isOwn, setOwn] = useState(hasOwn)
  const { period = 'TODAY' } = search
  const report = useLateValue([period, search.from, search.until].join(), () => setOwn(hasOwn))
  // Ingredients are sold only as part of drinks.
  const products = all.filter(({ id, packaging }) => packaging !== 'INGREDIENT' || id === search.product)

  const choosePeriod = (value: string) => {
    setOwn(value === OWN)
    const chosen = OFFERED.find((one) => one === value)
    if (!chosen) return
    report([chosen, '', ''].join())
    onNarrow({ period: chosen === 'TODAY' ? undefined : chosen, from: undefined, until: undefined })
  }
  const offered = OFFERED.includes(period) ? OFFERED : [...OFFERED, period]

  return (
    <Card aria-label={t('filters')}>
      <div className={classes.filters}>
        <NativeSelect
          label={t('period')}
          data={[
            ...offered.map((value) => ({ value: value as string, label: t(`periods.${value}`) })),
            { value: OWN, label: t('periods.OWN') },
          ]}
          value={isOwn ? OWN : period}
          onChange={({ currentTarget: { value } }) => choosePeriod(value)}
        />
        <MoreFilters areSet={isNarrowed}>
          <GroupSelect value={search.group} onChange={(next) => onNarrow({ group: next })} />
          <Select
            label={t('column.machine')}
            placeholder={t('allMachines')}
            data={machines.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={machineId === null ? null : String(machineId)}
            onChange={(value) => onNarrow({}, value === null ? null : Number(value))}
            searchable
            clearable
            nothingFoundMessage={t('nothingFound')}
            clearButtonProps={{ 'aria-label': t('allMachines') }}
          />
          <Select
            label={t('column.product')}
            placeholder={t('allProducts')}
            data={products.map((product) => ({ value: String(product.id), label: labelOf(product) }))}
            value={search.product === undefined ? null : String(search.product)}
            onChange={(value) => onNarrow({ product: value === null ? undefined : Number(value) })}
            searchable
            clearable
            nothingFoundMessage={t('nothingFound')}
            clearButtonProps={{ 'aria-label': t('allProducts') }}
          />
          <NativeSelect
            label={t('column.type')}
            data={[
              { value: '', label: t('allTypes') },
              ...SHOWN_TYPES.map((value) => ({ value: value as string, label: t(`type.${value}`) })),
            ]}
            value={search.type ?? ''}
            onChange={({ currentTarget: { value } }) => onNarrow({ type: SHOWN_TYPES.find((type) => type === value) })}
          />
        </MoreFilters>
        {isOwn && (
          <OwnSpan
            from={search.from ?? ''}
            until={search.until ?? ''}
            onApply={(from, until) => onNarrow({ period: undefined, from, until })}
          />
        )}
      </div>
    </Card>
  )
}

/** Start and end to the hour, in the company's time zone. */
function OwnSpan({ from, until, onApply }: { from: string; until: string; onApply(from: string, until: string): void }) {
  const { t } = useTranslation('transactions')
  const [typed, setTyped] = useState({ from, until })
  const report = useLateValue([from, until].join(), () => setTyped({ from, until }))
  const latest = toIso(wallClock(Date.now(), getSession().account.timezone)).slice(0, 16)
  const verdict = ownSpan(typed, { from, until }, latest)
  const wrong = verdict === 'good' || verdict === 'incomplete' ? null : t(`own.${verdict}`)
  const { hasWrong, noteWrong } = useNumberFields()
  const canApply = verdict === 'good' && !hasWrong
  const shared = { size: 'sm', min: EARLIEST.slice(0, 10), max: latest.slice(0, 10) } as const
  return (
    <form
      className={classes.own}
      onSubmit={(event) => {
        event.preventDefault()
        if (!canApply) return
        report([typed.from, typed.until].join())
        onApply(typed.from, typed.until)
      }}
      noValidate
    >
      <NumberFields value={noteWrong}>
        <MomentFields label={t('own.from')} {...shared} value={typed.from} onChange={(wall) => setTyped({ from: wall, until: wall })} />
        <MomentFields
          label={t('own.until')}
          {...shared}
          error={wrong}
          value={typed.until}
          onChange={(until) => setTyped({ ...typed, until })}
        />
      </NumberFields>
      <Button type="submit" disabled={!canApply}>
        {t('own.apply')}
      </Button>
    </form>
  )
}
