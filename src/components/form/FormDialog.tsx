import { Modal, type ModalProps, Text } from '@mantine/core'
import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { useIsSignInOpen } from '#app/ui/sign-in-dialog.ts'
import { useBackCloses } from '#app/ui/use-back-closes.ts'

/** `dirty`: closing the dialog would lose input. `saving`: it would hide whether the input was saved. */
type FormState = 'clean' | 'dirty' | 'saving'

const FormInDialog = createContext<(state: FormState) => void>(() => {})

/** Reports the state of a form to the dialog around it, before a click can follow what the user sees. */
export function useFormInDialog(state: FormState): void {
  const noteState = useContext(FormInDialog)
  useLayoutEffect(() => {
    noteState(state)
    return () => noteState('clean')
  }, [noteState, state])
}

type Props = Pick<ModalProps, 'opened' | 'onClose' | 'size' | 'title' | 'closeOnClickOutside' | 'children'>

/** A dialog with a form. If closing it would lose input, it requests a confirmation first; while the
 * input is being saved, it stays open. Its content is mounted only while it is open. */
export function FormDialog({ opened, onClose, children, ...props }: Props) {
  const { t } = useTranslation()
  const state = useRef<FormState>('clean')
  const noteState = useRef((now: FormState) => {
    state.current = now
  })
  const [isConfirming, setConfirming] = useState(false)
  const isSigningIn = useIsSignInOpen()
  // The input was removed with the form.
  if (!opened && isConfirming) setConfirming(false)
  const discard = () => {
    state.current = 'clean'
    setConfirming(false)
    onClose()
  }
  const close = () => {
    if (state.current === 'dirty') setConfirming(true)
    if (state.current === 'clean') onClose()
  }
  useBackCloses(opened, close)
  return (
    <Modal
      {...props}
      opened={opened}
      onClose={close}
      closeOnEscape={!isConfirming && !isSigningIn}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <FormInDialog value={noteState.current}>{opened && children}</FormInDialog>
      {/* Mounted on demand: otherwise the Escape that opens it would also close it, in a listener that runs after a render. */}
      {isConfirming && (
        <ConfirmDialog
          opened
          title={t('unsaved.title')}
          confirm={t('unsaved.discard')}
          cancel={t('unsaved.keep')}
          isDangerous
          onConfirm={discard}
          onClose={() => setConfirming(false)}
        >
          <Text>{t('unsaved.text')}</Text>
        </ConfirmDialog>
      )}
    </Modal>
  )
}
