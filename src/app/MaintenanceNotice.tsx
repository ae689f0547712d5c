import { Alert } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { siteInfo } from '#app/data/session.ts'

/** Said by whoever runs the server: one can go on, and some figures may be missing. */
export function MaintenanceNotice() {
  const { t } = useTranslation('settings')
  const { data: site } = useQuery(siteInfo())
  if (!site?.maintenance) return null
  return (
    <Alert role="status" color="orange" icon={<IconTool aria-hidden />} title={t('maintenance.title')} mb="md">
      {t('maintenance.text')}
    </Alert>
  )
}
