import { useTranslation } from 'react-i18next'
import { unitOf } from '#app/data/activity.ts'
import { formats } from '#app/data/formats.ts'
import type { Activity } from '#contract/activity.ts'
import type { VolumeType } from '#domain/products/product.ts'
import { useAlertLabels } from './alert-labels.ts'

const UNDONE = { CASKET_MONEY_CHANGE: 'undone.withdrawal', COLLECTION_COUNTED: 'undone.count' } as const

/** An activity in a few words: "Refilled: 12 pieces". An unknown type is shown by its name. */
export function useActivityLabels(): (activity: Activity) => string {
  const { t } = useTranslation('activity')
  const alertLabel = useAlertLabels()
  return ({
    type,
    alertType,
    stockChangeType,
    changes,
    user,
    details: { isUndo, device, version, serviceman, slotNumber, issueType, cause, outcome, isReactivation },
  }) => {
    if (isUndo) return t(UNDONE[type as keyof typeof UNDONE] ?? 'undone.stock')
    switch (type) {
      case 'MACHINE_REFILLED': {
        const sumOf = (unit: VolumeType) =>
          changes.filter(({ product }) => unitOf(product) === unit).reduce((sum, { amount }) => sum + amount, 0)
        const pieces = sumOf('PIECE')
        const amounts = (['GRAM', 'MILLILITRE'] as const).flatMap((unit) => (sumOf(unit) > 0 ? [formats().amount(sumOf(unit), unit)] : []))
        if (pieces > 0) return [t('refilled', { count: pieces }), ...amounts].join(', ')
        return amounts.length > 0 ? t('refilledAmounts', { amounts: amounts.join(', ') }) : t('does.MACHINE_REFILLED')
      }
      case 'ALERT_UP':
      case 'ALERT_DOWN':
        return t(`does.${type}`, { alert: alertLabel(alertType ?? 'ALERT') })
      case 'INVENTORY_CHANGED':
        if (stockChangeType === 'ADJUST') return t('changed.WAREHOUSE_ADJUST')
        return t(`changed.${stockChangeType ?? type}`, { defaultValue: t(`does.${type}`) })
      case 'MACHINE_STOCK_CHANGED':
        return t(`changed.${stockChangeType ?? type}`, { defaultValue: t(`does.${type}`) })
      case 'DEVICE_CONNECTED':
      case 'DEVICE_DISCONNECTED':
        return device ? t(`device.${type}`, { device }) : t(`does.${type}`)
      case 'DEVICE_FIRMWARE_UPDATED':
        return t('does.DEVICE_FIRMWARE_UPDATED', { version: version ?? '?' })
      case 'MACHINE_CREATED':
        return t(isReactivation ? 'reactivated' : 'does.MACHINE_CREATED')
      case 'SENT_CREDIT':
      case 'SENT_RESTART':
        return outcome ? t(`command.${type}.${outcome}`) : t(`does.${type}`)
      case 'NEW_CUSTOMER_ISSUE':
        return issueType ? t('issues:reported', { issue: t(`issues:type.${issueType}`) }) : t('does.NEW_CUSTOMER_ISSUE')
      case 'PROBLEM_REPORTED':
        return cause ? t('problems:reported', { cause: t(`problems:cause.${cause}`, { defaultValue: cause }) }) : t('does.PROBLEM_REPORTED')
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
