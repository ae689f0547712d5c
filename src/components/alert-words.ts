import { useTranslation } from 'react-i18next'

/** What an alert of a machine is called; one that nobody has put into words yet, by its code. */
export function useAlertWords() {
  const { t } = useTranslation('machines')
  return (code: string) => t(`alert.${code}`, { defaultValue: wordsOf(code) })
}

export const wordsOf = (code: string) => {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
