import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Shown when recording is blocked because a number field contains invalid text. */
export function WrongNumbers() {
  const { t } = useTranslation()
  return (
    <Text role="status" size="sm" c="var(--mantine-color-error)">
      {t('number.correctFirst')}
    </Text>
  )
}
