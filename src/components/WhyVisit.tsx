import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { daysWithoutSales, shareOf } from '#app/data/machines.ts'
import type { Machine } from '#contract/machines.ts'

/** Why a machine needs a visit: it sells nothing although it should, or slots are empty. */
export function WhyVisit({ machine }: { machine: Machine }) {
  const { t } = useTranslation('machines')
  const days = daysWithoutSales(machine, Date.now())
  if (days !== null)
    return (
      <Text span inherit c="red" fw={500}>
        {t('noSalesFor', { count: days })}
      </Text>
    )
  if (shareOf(machine) === null) return t('noStockLevel')
  return machine.emptyPlaces > 0 ? t('emptyPlaces', { count: machine.emptyPlaces }) : t('noEmptyPlaces')
}
