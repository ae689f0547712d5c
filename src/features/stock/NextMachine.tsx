import { Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { nextMachine } from '#app/data/next-machine.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { MachineId } from '#domain/ids.ts'
import classes from './StockCards.module.css'
import type { StockArea } from './stock-area.ts'

type Props = {
  machineId: MachineId
  area: StockArea
  /** Beside another main action. */
  isQuiet?: boolean
}

/** The next step after a machine: the nearest one with shortages, or the list if there is none. */
export function NextMachineButton({ machineId, area, isQuiet = false }: Props) {
  const { t } = useTranslation('stock')
  // A manager's machines are beside this one, and too many to be a way.
  const isWay = area.isVisit ?? false
  const { data: next = isWay ? undefined : null } = useQuery({ ...nextMachine(useQueryClient(), machineId), enabled: isWay })
  if (next === undefined) return null
  const className = `${classes.action} ${classes.grow}`
  const variant = isQuiet ? 'default' : 'filled'
  if (next === null)
    return (
      <LinkButton {...area.list} className={className} variant={variant}>
        {t(area.isRound ? 'day:close.back' : 'visit.toList')}
      </LinkButton>
    )
  return (
    <LinkButton
      {...area.machine(next.machine.id)}
      className={className}
      variant={variant}
      rightSection={<IconArrowRight size={22} aria-hidden />}
    >
      {t('visit.next', { machine: next.machine.name })}
      {next.metres !== null && (
        <Text span inherit fw={400} className={classes.away}>
          {' '}
          {formats().distance(next.metres)}
        </Text>
      )}
    </LinkButton>
  )
}
