import { ActionIcon } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { MachineId, SlotId } from '#domain/ids.ts'

/** For managers: who changed what at a machine. */
export function ChangesOfMachine({ machineId }: { machineId: MachineId }) {
  const { t } = useTranslation('auditLog')
  return (
    <LinkButton
      to="/dashboard/more/changes"
      search={{ machine: machineId }}
      variant="default"
      leftSection={<IconHistory size={18} aria-hidden />}
    >
      {t('link')}
    </LinkButton>
  )
}

type OfSlot = { machineId: MachineId; slot: { slotId: SlotId; slotNumber: string } }

/** For managers: who changed the price, product or maximum of a slot. */
export function ChangesOfSlot({ machineId, slot: { slotId, slotNumber } }: OfSlot) {
  const { t } = useTranslation('auditLog')
  const label = t('linkOf', { slot: slotNumber })
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={label}
      title={label}
      renderRoot={(props) => <Link to="/dashboard/more/changes" search={{ machine: machineId, slot: slotId }} {...props} />}
    >
      <IconHistory size={20} aria-hidden />
    </ActionIcon>
  )
}
