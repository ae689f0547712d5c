import { Badge, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MachineTypeIcon } from '#app/components/MachineTypeIcon.tsx'
import { SignalBars } from '#app/components/SignalBars.tsx'
import { StateBadge } from '#app/components/StateBadge.tsx'
import type { Today } from '#app/data/machine-today.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { Machine } from '#contract/machines.ts'
import { kindOf } from '#domain/machines/machine.ts'
import { useAlertWords } from './ToldCards.tsx'

type Back = Pick<LinkProps, 'to'>

export function MachineHead({ machine, today, back }: { machine: Machine; today?: Today | undefined; back: Back }) {
  const { t } = useTranslation('machines')
  const alertWords = useAlertWords()
  const { state, stateCause, signalStrength } = today ?? machine
  return (
    <PageHeader
      title={machine.name}
      subtitle={machine.address}
      breadcrumb={[{ label: t('title'), link: back }, { label: machine.name }]}
      actions={
        <>
          {today?.groups.map(({ machineGroupId, name }) => (
            <Badge key={machineGroupId} size="lg" color="gray" variant="light" tt="none">
              {name}
            </Badge>
          ))}
          {signalStrength !== undefined && kindOf(state) !== 'offline' && <SignalBars strength={signalStrength} />}
          <MachineTypeIcon type={machine.type} size={26} />
          <StateBadge state={state} />
          {stateCause !== undefined && <Text span>{alertWords(stateCause)}</Text>}
        </>
      }
    />
  )
}

export function UnknownMachine({ back }: { back: Back }) {
  const { t } = useTranslation('machines')
  return (
    <EmptyState
      icon={<IconPlugConnectedX />}
      title={t('notHere')}
      text={t('notHereNextStep')}
      action={<LinkButton {...back}>{t('toMachines')}</LinkButton>}
    />
  )
}
