import { Badge, Group, Text } from '@mantine/core'
import { IconCoffee } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlertLabels } from '#app/components/alert-labels.ts'
import { MachineCode } from '#app/components/MachineCode.tsx'
import { MachineLeft } from '#app/components/operations/MachineLeft.tsx'
import { SignalBars } from '#app/components/SignalBars.tsx'
import { StateBadge } from '#app/components/StateBadge.tsx'
import { getSession } from '#app/data/device.ts'
import type { Today } from '#app/data/machine-today.ts'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { VendingMachineIcon } from '#app/ui/VendingMachineIcon.tsx'
import type { Machine } from '#contract/machines.ts'
import type { MachineId } from '#domain/ids.ts'
import { kindOf } from '#domain/machines/machine.ts'
import classes from './MachineHead.module.css'

type Back = Pick<LinkProps, 'to'>

type Props = {
  machine: Machine
  today?: Today | undefined
  back: Back
  /** Further actions beside the status. */
  actions?: ReactNode
  /** Next to the code of the sticker, which is left out without them. */
  children?: ReactNode
}

/** Name and status of a machine. */
export function MachineHead({ machine, today, back, actions, children }: Props) {
  const { t } = useTranslation('machines')
  const alertLabel = useAlertLabels()
  const { state, stateCause, alerts, signalStrength } = today ?? machine
  const Icon = machine.type === 'COFFEE' ? IconCoffee : VendingMachineIcon
  return (
    <>
      <PageHeader
        title={machine.name}
        subtitle={machine.address}
        breadcrumb={[{ label: t('title'), link: back }, { label: machine.name }]}
        actions={
          <>
            {today?.groups.map(({ machineGroupId, name }) => (
              <Badge key={machineGroupId} size="lg" color="gray" variant="light">
                {name}
              </Badge>
            ))}
            {signalStrength !== undefined && kindOf(state) !== 'offline' && <SignalBars strength={signalStrength} />}
            <Badge size="lg" variant="default" leftSection={<Icon size={18} stroke={1.6} aria-hidden />}>
              {t(machine.type)}
            </Badge>
            {/* On a phone the menu stays in the line of the state, if it fits. */}
            <Group gap="xs">
              <StateBadge state={state} alerts={alerts} />
              {stateCause !== undefined && <Text span>{alertLabel(stateCause)}</Text>}
              {actions}
            </Group>
          </>
        }
      />
      {children && (
        <Card aria-label={t('code')} className={classes.strip}>
          {children}
          <MachineCode machine={machine} />
        </Card>
      )}
    </>
  )
}

export function UnknownMachine({ machineId, back }: { machineId: MachineId; back: Back }) {
  const { t } = useTranslation('machines')
  const isManager = getSession().account.companyRole === 'ROLE_MANAGER'
  return (
    <MachineLeft
      machineId={machineId}
      never={
        isManager ? { title: t('unknownMachine'), text: t('unknownMachineNextStep') } : { title: t('notHere'), text: t('notHereNextStep') }
      }
      action={
        <Group>
          <LinkButton {...back}>{t('toMachines')}</LinkButton>
          {isManager && (
            <LinkButton to="/dashboard/settings/deactivated-machines" variant="default">
              {t('deactivatedMachines')}
            </LinkButton>
          )}
        </Group>
      }
    />
  )
}
