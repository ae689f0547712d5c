import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsking } from '#app/components/use-asking.ts'
import { changeUser } from '#app/data/users.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { User } from '#contract/users.ts'

/** Confirms disabling or enabling a user. */
export function EnableDialog({ user, onClose }: { user: User | null; onClose(): void }) {
  const { t } = useTranslation('employees')
  const client = useQueryClient()
  const { isBusy, trouble, ask } = useAsking()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const name = user ? `${user.firstName} ${user.lastName}`.trim() : ''
  const way = user?.enabled ? 'disable' : 'enable'
  const renew = () => setKey(crypto.randomUUID())
  const confirm = async () => {
    if (!user) return
    const changed = await ask(() => changeUser(user.userId, { enabled: !user.enabled }, key), renew)
    void client.invalidateQueries({ queryKey: ['users'] })
    if (!changed) return toastError(t('failed'))
    renew()
    toastSuccess(t('settings:saved'))
    onClose()
  }
  return (
    <ConfirmDialog
      opened={user !== null}
      title={t(`${way}Title`, { name })}
      confirm={t(way)}
      onConfirm={() => void confirm()}
      onClose={onClose}
      isBusy={isBusy}
      isDangerous={way === 'disable'}
    >
      <Text>{t(`${way}Text`)}</Text>
      {trouble && (
        <Text role="alert" c="var(--mantine-color-error)">
          {trouble}
        </Text>
      )}
    </ConfirmDialog>
  )
}
