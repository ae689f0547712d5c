import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Replaces a part of a screen that cannot be fetched. */
export function PartMissing() {
  const { t } = useTranslation('common')
  return (
    <Alert color="orange" role="status">
      {t('partMissing')}
    </Alert>
  )
}
