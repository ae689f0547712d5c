import { Modal, type ModalProps, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/** A dialog with a form without a draft: once it has input, Esc, the close button and a click outside ask before it is discarded. */
export function FormModal({ opened, onClose, children, closeOnEscape = true, ...props }: ModalProps) {
  const { t } = useTranslation()
  const isTyped = useRef(false)
  const [isAsking, setAsking] = useState(false)
  // The input was removed with the form.
  if (!opened && isAsking) setAsking(false)
  const close = () => {
    if (isTyped.current) setAsking(true)
    else onClose()
  }
  return (
    <Modal
      {...props}
      opened={opened}
      onClose={close}
      closeOnEscape={closeOnEscape && !isAsking}
      onExitTransitionEnd={() => (isTyped.current = false)}
    >
      {/* Events of nested dialogs bubble to here as well; they belong to the form. */}
      <div
        onInput={() => {
          isTyped.current = true
        }}
      >
        {children}
      </div>
      {/* Mounted on demand: otherwise the Escape that opens it would also close it, in a listener that runs after a render. */}
      {isAsking && (
        <ConfirmDialog
          opened
          title={t('unsaved.title')}
          confirm={t('unsaved.discard')}
          cancel={t('unsaved.keep')}
          isDangerous
          onConfirm={() => {
            isTyped.current = false
            setAsking(false)
            onClose()
          }}
          onClose={() => setAsking(false)}
        >
          <Text>{t('unsaved.text')}</Text>
        </ConfirmDialog>
      )}
    </Modal>
  )
}
