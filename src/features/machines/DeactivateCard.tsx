import { Button, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { deactivateMachine } from '#app/data/machine-today.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Machine } from '#contract/machines.ts'
import classes from './MachineCards.module.css'
import { TitledCard } from './TitledCard.tsx'

/** Deactivates a machine after a confirmation. */
export function DeactivateCard({ machine }: { machine: Machine }) {
  const { t } = useTranslation('machines')
  const why = useWhyNot()
  const router = useRouter()
  const [isConfirming, setConfirming] = useState(false)
  // The outcome is shown even if this card is not: the user may have left it, or the machine may already be missing on this device.
  const deactivation = useServerMutation({
    ...deactivateMachine(machine.id),
    onSuccess: () => {
      toastSuccess(t('deactivated', { machine: machine.name }))
      if (router.state.location.pathname === `/dashboard/machines/${machine.id}`) void router.navigate({ to: '/dashboard/machines' })
    },
    onError: (error) => toastError(why(error).title),
  })
  const deactivate = () => deactivation.mutate(undefined, { onSettled: () => setConfirming(false) })
  return (
    <TitledCard title={t('deactivate')}>
      <Text c="dimmed">{t('deactivateMeans')}</Text>
      <div className={classes.buttons}>
        <Button color="red" variant="light" size="md" onClick={() => setConfirming(true)}>
          {t('deactivate')}
        </Button>
      </div>
      <ErrorText text={deactivation.errorText} />
      <ConfirmDialog
        opened={isConfirming}
        title={t('deactivateTitle', { machine: machine.name })}
        confirm={t('deactivate')}
        onConfirm={deactivate}
        onClose={() => setConfirming(false)}
        isBusy={deactivation.isPending}
        isDangerous
      >
        <Text>{t('deactivateMeans')}</Text>
      </ConfirmDialog>
    </TitledCard>
  )
}
