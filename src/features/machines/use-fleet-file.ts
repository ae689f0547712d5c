import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { shareOf } from '#app/data/machines.ts'
import { letPageRespond, saveFile } from '#app/ui/save-file.ts'
import type { SheetColumn, SheetRow } from '#documents/workbook.js'
import { wallClock } from '#domain/calendar.ts'
import { fromIso } from '#domain/time.ts'
import type { FleetMachine } from './fleet-machine.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Saves machines with the figures of the list as an xlsx file; works without a network. */
export function useFleetFile(): (machines: readonly FleetMachine[]) => Promise<void> {
  const { t } = useTranslation('machines')
  return async (machines) => {
    const { xlsxOf } = await import('#documents/xlsx.ts')
    const { currency, decimals } = formats()
    const { timezone } = getSession().account
    const name = t('title')
    const columns: SheetColumn[] = [
      { head: t('column.name'), kind: 'text', width: 32 },
      { head: t('type'), kind: 'text', width: 14 },
      { head: t('address'), kind: 'text', width: 40 },
      { head: t('column.state'), kind: 'text', width: 18 },
      { head: t('column.alerts'), kind: 'whole', width: 10 },
      { head: t('column.lastRefill'), kind: 'moment', width: 20 },
      { head: `${t('column.stock')} (%)`, kind: 'whole', width: 12 },
      { head: t('column.sold'), kind: 'whole', width: 12 },
      { head: `${t('column.turnover')} (${currency})`, kind: 'amount', width: 18 },
      { head: `${t('column.cash')} (${currency})`, kind: 'amount', width: 18 },
      { head: t('group'), kind: 'text', width: 32 },
      { head: t('opening.title'), kind: 'text', width: 32 },
    ]
    const rowOf = (machine: FleetMachine): SheetRow => {
      const { today, lastRefill } = machine
      const share = shareOf(machine)
      return [
        machine.name,
        t(machine.type),
        machine.address,
        t(`common:machineState.${machine.state}`),
        machine.alerts?.length ?? 0,
        lastRefill ? wallClock(fromIso(lastRefill), timezone) : null,
        share === null ? null : Math.round(share * 100),
        today?.soldToday ?? null,
        today?.turnoverToday ?? null,
        today?.cashInMachine ?? null,
        today?.groups.map((group) => group.name).join(', ') ?? null,
        machine.openingHours ?? null,
      ]
    }
    function* rows() {
      for (const machine of machines) yield rowOf(machine)
    }
    saveFile(new File([await xlsxOf(rows(), { name, columns, decimals }, letPageRespond)], `${name}.xlsx`, { type: XLSX }))
  }
}
