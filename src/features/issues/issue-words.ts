import { useTranslation } from 'react-i18next'
import { wordsOf } from '#app/components/alert-words.ts'

/** What a customer found wrong; what a newer server knows goes by its own name. */
export function useIssueWords() {
  const { t } = useTranslation('issues')
  return (type: string) => t(`kind.${type}`, { defaultValue: wordsOf(type) })
}
