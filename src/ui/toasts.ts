import { type NotificationData, notifications } from '@mantine/notifications'
import i18n from 'i18next'

// A toast repeats what the screen shows: it disappears after 4 seconds, and is never the only place of an error.
const TOAST_MS = 4_000

/**
 * Shows a toast for a time that counts from when it was painted, because a slow page may paint seconds after the call. The time starts
 * again after the focus was in the toast or the page was hidden. Mantine does the same for the pointer.
 */
export function showToast(data: NotificationData, ms: number = TOAST_MS): string {
  const id = notifications.show({
    ...data,
    autoClose: false,
    closeButtonProps: { 'aria-label': i18n.t('close') },
    onOpen: () => {
      document.addEventListener('visibilitychange', onVisibility)
      start()
    },
    onClose: (closed) => {
      document.removeEventListener('visibilitychange', onVisibility)
      data.onClose?.(closed)
    },
    onFocus: () => closeAfter(false),
    onBlur: () => start(),
  })
  const closeAfter = (autoClose: number | false) => notifications.update({ id, message: data.message, autoClose })
  // Frames are painted only while the page is visible.
  const start = () => requestAnimationFrame(() => requestAnimationFrame(() => closeAfter(document.hidden ? false : ms)))
  const onVisibility = () => (document.hidden ? closeAfter(false) : start())
  return id
}

const show = (message: string, color?: string): void => {
  showToast({ message, ...(color && { color }) })
}

export const toastSuccess = (message: string): void => show(message, 'green')
export const toastError = (message: string): void => show(message, 'red')
export const toastInfo = (message: string): void => show(message)
