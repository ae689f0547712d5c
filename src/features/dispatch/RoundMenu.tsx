import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconClipboardList, IconDotsVertical, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import type { Round } from '#contract/rounds.ts'
import { isUntouched } from './board.ts'
import { deleteRound } from './dispatch.queries.ts'

/** What is needed less often for a round. */
export function RoundMenu({ round }: { round: Round }) {
  const { t } = useTranslation('dispatch')
  const [isAsking, setAsking] = useState(false)
  const remove = useServerMutation(deleteRound)
  const { user, date, state, stops } = round
  const close = () => {
    remove.reset()
    setAsking(false)
  }
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('roundMenu', { person: user.name })}>
            <IconDotsVertical size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            mih={44}
            leftSection={<IconClipboardList size={18} aria-hidden />}
            renderRoot={(props) => <Link to="/dashboard/visits" search={{ person: user.id, from: date, until: date }} {...props} />}
          >
            {t('visitsOf')}
          </Menu.Item>
          {isUntouched(round) && (
            <Menu.Item mih={44} color="red" leftSection={<IconTrash size={18} aria-hidden />} onClick={() => setAsking(true)}>
              {t('delete.do')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isAsking}
        title={t('delete.title', { person: user.name })}
        confirm={t('delete.do')}
        isDangerous
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(round.id, { onSuccess: close })}
        onClose={close}
      >
        <Text>{t('delete.text', { count: stops.length })}</Text>
        {state !== 'DRAFT' && <Text>{t('delete.published')}</Text>}
        <ErrorText text={remove.errorText} />
      </ConfirmDialog>
    </>
  )
}
