import { useTranslation } from 'react-i18next'
import { alertName, partName } from '#domain/machines/alert-names.ts'

/** Names of machine alerts and of parts on the MDB bus. */
function useNames() {
  const { t } = useTranslation('machines')
  const known = (key: string) => t(key, { defaultValue: '', part: '{{part}}' }) || undefined
  return { alert: (key: string) => known(`alert.${key}`), part: (key: string) => known(`mdbPart.${key}`) }
}

export function useAlertLabels() {
  const names = useNames()
  return (code: string) => alertName(code, names)
}

export function usePartLabels() {
  const { t } = useTranslation('machines')
  const names = useNames()
  return {
    part: (type: string) => partName(type, names),
    status: (status: string) => t(`mdbStatus.${status.toUpperCase()}`, { defaultValue: partName(status, names) }),
  }
}
