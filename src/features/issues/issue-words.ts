import { useTranslation } from 'react-i18next'
import { plain } from '#domain/machines/alert-names.ts'

/** What a customer found wrong; what a newer server knows goes by its own name. */
export function useIssueWords() {
  const { t } = useTranslation('issues')
  return (type: string) => t(`kind.${type}`, { defaultValue: plain(type) })
}
