import { IconAlertTriangleFilled, IconCircleCheckFilled, IconPlayerStopFilled, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isMalfunction } from '#domain/machines/alert-names.ts'
import { kindOf, type MachineState } from '#domain/machines/machine.ts'
import classes from './StateBadge.module.css'

const ICONS = {
  running: IconCircleCheckFilled,
  stopped: IconPlayerStopFilled,
  warning: IconRefresh,
  offline: IconPlugConnectedX,
} as const

type Props = {
  state: MachineState
  alerts?: readonly { code: string }[] | undefined
  /** Shows faults alone, because a machine with faults runs. Screen readers still read both. */
  isShort?: boolean
}

/** The state of a machine as a word, an icon and a colour. Plain elements, because a long list renders it in every row. */
export function StateBadge({ state, alerts, isShort = false }: Props) {
  const { t } = useTranslation()
  const own = kindOf(state)
  const hasFault = own === 'running' && isFaulty(alerts)
  const kind = hasFault ? 'warning' : own
  const Icon = hasFault ? IconAlertTriangleFilled : ICONS[kind]
  return (
    <span className={classes.badge} data-kind={kind}>
      <Icon size={14} aria-hidden />
      <span className={isShort && hasFault ? classes.hidden : undefined}>
        {t(`machineState.${state}`)}
        {hasFault && ' · '}
      </span>
      {hasFault && <span className={isShort ? classes.first : undefined}>{t('machines:withFaults')}</span>}
    </span>
  )
}

const isFaulty = (alerts: Props['alerts'] = []) => alerts.some(({ code }) => isMalfunction(code))

/** Whether a machine does not simply run. */
export const needsBadge = ({ state, alerts }: Pick<Props, 'state' | 'alerts'>): boolean => kindOf(state) !== 'running' || isFaulty(alerts)
