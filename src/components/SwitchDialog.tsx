import { Center, Loader, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { goOnThere } from '#app/data/branches.ts'
import { getSession } from '#app/data/device.ts'
import { sending, unsentOf } from '#app/data/outbox.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import type { CompanyId } from '#domain/ids.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { useAsking } from './use-asking.ts'

/** A company to switch to. */
export type Goal = { id: CompanyId; name: string }

type Props = { goal: Goal | null; by(id: CompanyId): Promise<Answer<unknown>>; onClose(): void }

/** Confirms the switch to another company: unsent operations stay on this device for the current one and are hidden meanwhile. */
export function SwitchDialog({ goal, by, onClose }: Props) {
  const { t } = useTranslation('company')
  const { data: now } = useQuery({ ...sending(), enabled: goal !== null })
  const { isBusy, trouble, ask } = useAsking()
  const [isGoing, setGoing] = useState(false)
  const [here] = useState(() => getSession().account.companyName)
  const unsent = now ? unsentOf(now) : 0
  useEffect(() => {
    if (isGoing) void goOnThere()
  }, [isGoing])
  const go = async () => {
    if (goal && (await ask(() => by(goal.id)))) setGoing(true)
  }
  if (isGoing)
    return (
      <Modal
        opened
        fullScreen
        withCloseButton={false}
        closeOnEscape={false}
        onClose={() => {}}
        aria-label={t('going', { name: goal?.name })}
      >
        <Center mih="80dvh">
          <Loader role="status" aria-label={t('going', { name: goal?.name })} />
        </Center>
      </Modal>
    )
  return (
    <ConfirmDialog
      opened={goal !== null}
      title={t('switch.title', { name: goal?.name })}
      confirm={t('switch.confirm')}
      cancel={t('switch.stay')}
      onConfirm={() => void go()}
      onClose={onClose}
      isBusy={isBusy}
    >
      <Text>{unsent > 0 ? t('switch.unsent', { count: unsent, company: here }) : t('switch.text')}</Text>
      {trouble && (
        <Text role="alert" c="var(--mantine-color-error)">
          {trouble}
        </Text>
      )}
    </ConfirmDialog>
  )
}
