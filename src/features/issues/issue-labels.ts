import { useTranslation } from 'react-i18next'
import { plain } from '#domain/machines/alert-names.ts'

/** The type of a report; unknown types of a newer server have their own name. */
export function useIssueLabels() {
  const { t } = useTranslation('issues')
  return (type: string) => t(`kind.${type}`, { defaultValue: plain(type) })
}
