import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18n from 'i18next'
import { SECOND } from '#domain/time.ts'
import classes from './undo-toast.module.css'

/** Long enough to read what was recorded and to reach the button. */
const UNDO_MS = 10 * SECOND

/** A toast that can take back what it reports. A newer one replaces it, because only the last step is taken back here. */
export function toastWithUndo(message: string, undo: () => void): void {
  notifications.hide(ID)
  notifications.show({
    id: ID,
    color: 'green',
    autoClose: UNDO_MS,
    closeButtonProps: { 'aria-label': i18n.t('close') },
    message: (
      <span className={classes.toast}>
        <span>{message}</span>
        <Button
          variant="light"
          className={classes.undo}
          onClick={() => {
            notifications.hide(ID)
            undo()
          }}
        >
          {i18n.t('outbox:undo')}
        </Button>
      </span>
    ),
  })
}

const ID = 'undo'
