import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { restart } from '#app/data/machine-today.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { NeedsAction } from '#contract/dashboard.ts'

/** Restarts a machine after a confirmation. */
export function RestartMachine({ machine }: Pick<NeedsAction, 'machine'>) {
  const { t } = useTranslation('machines')
  const [isOpen, setOpen] = useState(false)
  const restarting = useKeyedMutation(restart(machine.id))
  const close = () => {
    setOpen(false)
    restarting.reset()
  }
  const restartNow = () =>
    restarting.mutate(
      {},
      {
        onSuccess: () => {
          toastSuccess(t('restarted'))
          close()
        },
      },
    )
  return (
    <>
      <Button
        variant="default"
        size="sm"
        aria-label={t('dashboard:today.actionFor', { action: t('restart'), machine: machine.name })}
        onClick={() => setOpen(true)}
      >
        {t('restart')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('restartConfirm', { machine: machine.name })}
        confirm={t('restart')}
        isBusy={restarting.isPending}
        onClose={close}
        onConfirm={restartNow}
      >
        <Text>{t('restartMeans')}</Text>
        <ErrorText text={restarting.errorText} />
      </ConfirmDialog>
    </>
  )
}
