import { Badge } from '@mantine/core'
import { IconCircleCheckFilled, IconPlayerStopFilled, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { kindOf, type MachineState } from '#domain/machines/machine.ts'

const LOOKS = {
  running: { color: 'green', Icon: IconCircleCheckFilled },
  stopped: { color: 'red', Icon: IconPlayerStopFilled },
  warning: { color: 'orange', Icon: IconRefresh },
  offline: { color: 'slate', Icon: IconPlugConnectedX },
} as const

/** How a machine is: in a word, an icon and a colour. */
export function StateBadge({ state }: { state: MachineState }) {
  const { t } = useTranslation()
  const { color, Icon } = LOOKS[kindOf(state)]
  return (
    <Badge
      color={color}
      variant="light"
      tt="none"
      fw={600}
      size="lg"
      leftSection={<Icon size={14} aria-hidden />}
      style={{ flexShrink: 0 }}
    >
      {t(`machineState.${state}`)}
    </Badge>
  )
}
