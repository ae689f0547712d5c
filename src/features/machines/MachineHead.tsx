import { IconPlugConnectedX } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MachineTypeIcon } from '#app/components/MachineTypeIcon.tsx'
import { StateBadge } from '#app/components/StateBadge.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { Machine } from '#contract/machines.ts'

type Back = Pick<LinkProps, 'to'>

export function MachineHead({ machine, back }: { machine: Machine; back: Back }) {
  const { t } = useTranslation('machines')
  return (
    <PageHeader
      title={machine.name}
      subtitle={machine.address}
      breadcrumb={[{ label: t('title'), link: back }, { label: machine.name }]}
      actions={
        <>
          <MachineTypeIcon type={machine.type} size={26} />
          <StateBadge state={machine.state} />
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
