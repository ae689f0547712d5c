import { useTranslation } from 'react-i18next'
import { unitOf } from '#app/data/activity.ts'
import type { Activity } from '#contract/activity.ts'
import { useAlertWords } from './alert-words.ts'

/** What happened, in a few words: "Refilled: 12 pieces". What is not known yet goes by its own name. */
export function useActivityWords(): (activity: Activity) => string {
  const { t } = useTranslation('activity')
  const alertWords = useAlertWords()
  return ({ type, alertType, stockChangeType, changes, user, details: { isUndo, device, version, serviceman, slotNumber, issueType } }) => {
    if (isUndo) return t(type === 'CASKET_MONEY_CHANGE' ? 'undone.withdrawal' : 'undone.stock')
    switch (type) {
      case 'MACHINE_REFILLED': {
        const pieces = changes.filter(({ product }) => unitOf(product) === 'PIECE').reduce((sum, { amount }) => sum + amount, 0)
        return pieces > 0 ? t('refilled', { count: pieces }) : t('does.MACHINE_REFILLED')
      }
      case 'ALERT_UP':
      case 'ALERT_DOWN':
        return t(`does.${type}`, { alert: alertWords(alertType ?? 'ALERT') })
      case 'MACHINE_STOCK_CHANGED':
      case 'INVENTORY_CHANGED':
        return t(`changed.${stockChangeType ?? type}`, { defaultValue: t(`does.${type}`) })
      case 'DEVICE_CONNECTED':
      case 'DEVICE_DISCONNECTED':
        return device ? t(`device.${type}`, { device }) : t(`does.${type}`)
      case 'DEVICE_FIRMWARE_UPDATED':
        return t('does.DEVICE_FIRMWARE_UPDATED', { version: version ?? '?' })
      case 'NEW_CUSTOMER_ISSUE':
        return issueType ? t('issues:reported', { issue: t(`issues:type.${issueType}`) }) : t('does.NEW_CUSTOMER_ISSUE')
      case 'SERVICEMAN_ASSIGNED':
      case 'SERVICEMAN_REVOKED':
        return t(`does.${type}`, { serviceman: serviceman ?? '?' })
      case 'SLOT_CREATED':
      case 'SLOT_DELETED':
        return slotNumber ? t(`slot.${type}`, { slot: slotNumber }) : t(`does.${type}`)
      case 'CASKET_MONEY_CHANGE':
        return t(user ? 'withdrawn' : 'does.CASKET_MONEY_CHANGE')
      default:
        return t(`does.${type}`, { defaultValue: type.toLowerCase().replaceAll('_', ' ') })
    }
  }
}
