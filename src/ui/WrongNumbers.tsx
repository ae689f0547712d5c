import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Why nothing can be recorded: a number field holds text that cannot be used. */
export function WrongNumbers() {
  const { t } = useTranslation()
  return (
    <Text role="status" size="sm" c="var(--mantine-color-error)">
      {t('number.correctFirst')}
    </Text>
  )
}
