import { Button } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import i18n from 'i18next'
import { SECOND } from '#domain/time.ts'
import { showToast } from './toasts.ts'
import classes from './undo-toast.module.css'

/** Long enough to read what was recorded and to reach the button. */
const UNDO_MS = 10 * SECOND

/** As many as a phone shows above its bottom bar. */
const MAX_SHOWN = 3

/** The ids of the toasts that are shown, the oldest first. */
let shown: readonly string[] = []
const remove = (id: string | undefined) => {
  shown = shown.filter((other) => other !== id)
}

/** A toast that can take back what it reports. Several steps in a row have a toast each; the oldest gives way to the newest. */
export function toastWithUndo(message: string, undo: () => void): void {
  const [oldest] = shown
  let before: EventTarget | null = null
  if (oldest !== undefined && shown.length >= MAX_SHOWN) {
    remove(oldest)
    notifications.hide(oldest)
  }
  const data: NotificationData = {
    color: 'green',
    onClose: ({ id: closed }) => remove(closed),
    message: (
      <span className={classes.toast}>
        <span>{message}</span>
        <Button
          variant="light"
          className={classes.undo}
          onFocus={({ relatedTarget }) => {
            before = relatedTarget
          }}
          onClick={({ detail }) => {
            // With the keyboard: the button disappears, and a tap must not open the keyboard of a phone.
            if (detail === 0) focusAgain(before)
            notifications.hide(id)
            undo()
          }}
        >
          {i18n.t('outbox:undo')}
        </Button>
      </span>
    ),
  }
  const id = showToast(data, UNDO_MS)
  shown = [...shown, id]
}

/** Returns the focus to what had it before the toast, else to the heading of the page. */
function focusAgain(before: EventTarget | null): void {
  const heading = document.querySelector<HTMLElement>('h1')
  const target = before instanceof HTMLElement && before.isConnected ? before : heading
  if (target === heading && heading) heading.tabIndex = -1
  target?.focus({ preventScroll: true })
}
