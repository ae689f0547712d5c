import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { siteInfo } from '#app/data/session.ts'

const READ = 'maintenanceRead'

/**
 * A maintenance notice: work can continue, and some figures may be missing. After it was read in this tab, it remains as a line above the
 * page. `children`: dialogs that open after it.
 */
export function MaintenanceNotice({ children }: { children: ReactNode }) {
  const { t } = useTranslation('settings')
  const { data: site, isPending } = useQuery(siteInfo())
  const [isRead, setRead] = useState(() => sessionStorage.getItem(READ) !== null)
  // Without a network the query fails at once, so nothing waits for it.
  if (isPending) return null
  if (!site?.maintenance) return children
  const close = () => {
    sessionStorage.setItem(READ, '1')
    setRead(true)
  }
  return (
    <>
      {isRead && children}
      <Modal opened={!isRead} onClose={close} title={t('maintenance.title')} closeButtonProps={{ 'aria-label': t('maintenance.close') }}>
        <Stack gap="md">
          <Text>{t('maintenance.text')}</Text>
          <Button size="md" onClick={close} data-autofocus>
            {t('maintenance.close')}
          </Button>
        </Stack>
      </Modal>
      <Alert role="status" color="orange" icon={<IconTool aria-hidden />} title={t('maintenance.title')} mb="md">
        {t('maintenance.text')}
      </Alert>
    </>
  )
}
