import { useTranslation } from 'react-i18next'

/** The permissions of a scope, as text: the start of "Stock: read and write". */
export function useScopeLabels(): (scope: string) => string {
  const { t } = useTranslation('developer')
  return (scope) => {
    const [area = '', operation = ''] = scope.split(':')
    return t('scope', { area: t(`area.${area}`), operation: t(`deed.${operation}`) })
  }
}
