import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { User } from '#contract/users.ts'
import { changeUser } from './users.queries.ts'

/** Confirms disabling or enabling a user. */
export function EnableDialog({ user, onClose }: { user: User | null; onClose(): void }) {
  const { t } = useTranslation('employees')
  const { mutate, isPending, errorText, reset } = useKeyedMutation({
    ...changeUser,
    onSuccess: () => {
      toastSuccess(t('settings:saved'))
      onClose()
    },
    onError: () => toastError(t('failed')),
  })
  const name = user ? `${user.firstName} ${user.lastName}`.trim() : ''
  const way = user?.enabled ? 'disable' : 'enable'
  const close = () => {
    reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={user !== null}
      title={t(`${way}Title`, { name })}
      confirm={t(way)}
      onConfirm={() => user && mutate({ userId: user.userId, enabled: !user.enabled })}
      onClose={close}
      isBusy={isPending}
      isDangerous={way === 'disable'}
    >
      <Text>{t(`${way}Text`)}</Text>
      <ErrorText text={errorText} />
    </ConfirmDialog>
  )
}
