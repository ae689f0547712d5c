import { useTranslation } from 'react-i18next'
import { useAlertLabels } from '#app/components/alert-words.ts'
import { formats } from '#app/data/formats.ts'
import type { Notification } from '#contract/notifications.ts'
import { toDecimal } from '#domain/money.ts'

/** The text of a notification. An unknown one from a newer server has a generic text. */
export function useNotificationLabels(): (notification: Notification) => string {
  const { t } = useTranslation('notifications')
  const alertWords = useAlertLabels()
  return ({ message, values }) => {
    const { alertType = 'ALERT', issueType = 'OTHER', version = '?' } = values
    const amount = typeof values.minor === 'number' ? { amount: formats().money(toDecimal(values.minor, formats().currency)) } : {}
    const issue = t(`issues:kind.${issueType}`, { defaultValue: t('issues:kind.OTHER') })
    return t(`message.${message}`, {
      ...values,
      ...amount,
      version,
      issue,
      alert: alertWords(String(alertType)),
      defaultValue: t('message.OTHER'),
    })
  }
}
