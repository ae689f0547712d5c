import { notifications } from '@mantine/notifications'
import i18n from 'i18next'

// A toast repeats what the screen shows: it disappears after 4 seconds, and is never the only place of an error.
export const TOAST_MS = 4_000

const show = (message: string, color?: string): void => {
  notifications.show({ message, ...(color && { color }), closeButtonProps: { 'aria-label': i18n.t('close') } })
}

export const toastSuccess = (message: string): void => show(message, 'green')
export const toastError = (message: string): void => show(message, 'red')
export const toastInfo = (message: string): void => show(message)
