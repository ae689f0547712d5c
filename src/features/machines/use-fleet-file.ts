import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { shareOf } from '#app/data/machines.ts'
import { saveFile } from '#app/ui/save-file.ts'
import { csvOf } from '#domain/csv.ts'
import type { FleetMachine } from './fleet-machine.ts'

/** Saves machines with the figures of the list as a CSV file; works without a network. */
export function useFleetFile(): (machines: readonly FleetMachine[]) => void {
  const { t } = useTranslation('machines')
  const { locale } = formats()
  return (machines) => {
    const head = [
      t('column.name'),
      t('type'),
      t('address'),
      t('column.state'),
      t('column.alerts'),
      t('column.lastRefill'),
      `${t('column.stock')} (%)`,
      t('column.sold'),
      t('column.turnover'),
      t('column.cash'),
      t('group'),
    ]
    const rows = machines.map((machine) => [
      machine.name,
      t(machine.type),
      machine.address,
      t(`common:machineState.${machine.state}`),
      machine.alerts?.length ?? 0,
      machine.lastRefill,
      Math.round((shareOf(machine) ?? 0) * 100),
      machine.today?.soldToday,
      machine.today?.turnoverToday,
      machine.today?.cashInMachine,
      machine.today?.groups.map(({ name }) => name).join(', '),
    ])
    saveFile(new File([csvOf([head, ...rows], locale)], `${t('title')}.csv`, { type: 'text/csv' }))
  }
}
