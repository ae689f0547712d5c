import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBackCloses } from './use-back-closes.ts'

type Props = {
  opened: boolean
  title: string
  /** The consequences, with numbers. */
  children: ReactNode
  confirm: string
  cancel?: string
  onConfirm(): void
  onClose(): void
  isDangerous?: boolean
  isBusy?: boolean
  isDisabled?: boolean
  /** Another action of the dialog is the main one. */
  isQuiet?: boolean
}

/** Asks for confirmation. Nothing changes until it is confirmed. It stays open while the request runs, so that its outcome is seen. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirm,
  cancel,
  onConfirm,
  onClose,
  isDangerous = false,
  isBusy = false,
  isDisabled = false,
  isQuiet = false,
}: Props) {
  const { t } = useTranslation()
  const close = () => {
    if (!isBusy) onClose()
  }
  useBackCloses(opened, close)
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': t('close'), disabled: isBusy }}>
      <Stack gap="md">
        {children}
        <Group justify="flex-end" gap="sm" data-actions>
          <Button variant="default" size="md" disabled={isBusy} onClick={close}>
            {cancel ?? t('cancel')}
          </Button>
          {/* The action is already done while the dialog fades out, so a second tap must not repeat it. */}
          <Button
            size="md"
            variant={isQuiet ? 'default' : 'filled'}
            color={isDangerous ? 'red' : 'teal'}
            loading={isBusy}
            disabled={isDisabled || !opened}
            onClick={onConfirm}
            data-autofocus
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
