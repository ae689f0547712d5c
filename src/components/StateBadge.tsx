import { IconCircleCheckFilled, IconPlayerStopFilled, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { kindOf, type MachineState } from '#domain/machines/machine.ts'
import classes from './StateBadge.module.css'

const ICONS = {
  running: IconCircleCheckFilled,
  stopped: IconPlayerStopFilled,
  warning: IconRefresh,
  offline: IconPlugConnectedX,
} as const

/** How a machine is: in a word, an icon and a colour. Plain elements: a long list draws it for every row. */
export function StateBadge({ state }: { state: MachineState }) {
  const { t } = useTranslation()
  const kind = kindOf(state)
  const Icon = ICONS[kind]
  return (
    <span className={classes.badge} data-kind={kind}>
      <Icon size={14} aria-hidden />
      {t(`machineState.${state}`)}
    </span>
  )
}
