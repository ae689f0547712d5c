import { Text } from '@mantine/core'
import { type UseMutationOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { sending, unsentOf } from '#app/data/outbox.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import type { CompanyId } from '#domain/ids.ts'
import { ErrorText } from './ErrorText.tsx'
import { GoingOverlay } from './GoingOverlay.tsx'
import { useServerMutation } from './use-server-mutation.ts'

/** A company to switch to. */
export type Goal = { id: CompanyId; name: string }

type Props = { goal: Goal | null; by: UseMutationOptions<unknown, Error, CompanyId>; onClose(): void; note?: string | undefined }

/** Confirms the switch to another company: unsent operations stay on this device for the current one and are hidden meanwhile. */
export function SwitchDialog({ goal, by, onClose, note }: Props) {
  const { t } = useTranslation('company')
  const { data: now } = useQuery({ ...sending(), enabled: goal !== null })
  const change = useServerMutation(by)
  const [isGoing, setGoing] = useState(false)
  const [here] = useState(() => getSession().account.companyName)
  const unsent = now ? unsentOf(now) : 0
  if (isGoing) return <GoingOverlay label={t('going', { name: goal?.name })} />
  return (
    <ConfirmDialog
      opened={goal !== null}
      title={t('switch.title', { name: goal?.name })}
      confirm={t('switch.confirm')}
      cancel={t('switch.stay')}
      onConfirm={() => goal && change.mutate(goal.id, { onSuccess: () => setGoing(true) })}
      onClose={onClose}
      isBusy={change.isPending}
    >
      <Text>{unsent > 0 ? t('switch.unsent', { count: unsent, company: here }) : t('switch.text')}</Text>
      {note && <Text>{note}</Text>}
      <ErrorText text={change.errorText} />
    </ConfirmDialog>
  )
}
