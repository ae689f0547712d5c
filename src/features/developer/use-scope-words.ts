import { useTranslation } from 'react-i18next'

/** What a scope lets a key do, in words: "Stock: read and write" begins so. */
export function useScopeWords(): (scope: string) => string {
  const { t } = useTranslation('developer')
  return (scope) => {
    const [area = '', operation = ''] = scope.split(':')
    return t('scope', { area: t(`area.${area}`), operation: t(`deed.${operation}`) })
  }
}
