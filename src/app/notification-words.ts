import { useTranslation } from 'react-i18next'
import { useAlertWords } from '#app/components/alert-words.ts'
import type { Notification } from '#contract/notifications.ts'

/** What a notification says. What a newer server tells is told as something that happened. */
export function useNotificationWords(): (notification: Notification) => string {
  const { t } = useTranslation('notifications')
  const alertWords = useAlertWords()
  return ({ message, values }) => {
    const { alertType = 'ALERT', issueType = 'OTHER', version = '?' } = values
    const issue = t(`issues:kind.${issueType}`, { defaultValue: t('issues:kind.OTHER') })
    return t(`message.${message}`, { ...values, version, issue, alert: alertWords(String(alertType)), defaultValue: t('message.OTHER') })
  }
}
