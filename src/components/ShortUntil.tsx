import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { daysAhead, type Until } from '#app/data/missing.ts'
import type { Shortages } from '#app/data/shortages.ts'
import { useUntilLabels } from './use-until-labels.ts'

type Props = {
  /** Undefined: nothing is selected yet. */
  value: Until | undefined
  onChange(until: Until): void
  label?: string
  /** The shortages by then, once they are computed. */
  shortages: Shortages | undefined
}

/** Selects between current shortages and those at the end of a day without a visit; shows for how many machines there is no forecast. */
export function ShortUntil({ value, onChange, label, shortages }: Props) {
  const { t } = useTranslation('stock')
  const words = useUntilLabels()
  const days = daysAhead()
  const choices = [{ value: NOW, label: words(null) }, ...days.map((day) => ({ value: day, label: words(day) }))]
  return (
    <NativeSelect
      label={label ?? t('until.label')}
      description={value && shortages ? meaning(shortages) : undefined}
      inputWrapperOrder={['label', 'input', 'description']}
      size="md"
      mb="md"
      maw={MAX_WIDE}
      data={value === undefined ? [{ value: '', label: t('until.choose') }, ...choices] : choices}
      value={value === undefined ? '' : (value ?? NOW)}
      onChange={({ currentTarget: { value: chosen } }) => onChange(days.find((day) => day === chosen) ?? null)}
    />
  )

  function meaning({ machines, asNow }: Shortages): string {
    if (asNow === machines) return t('until.unknown')
    return asNow === 0 ? t('until.help') : `${t('until.help')} ${t('until.asNow', { count: asNow })}`
  }
}

const NOW = 'now'
const MAX_WIDE = '36rem'
