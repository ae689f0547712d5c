import { Button, Group, Modal, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { siteInfo } from '#app/data/session.ts'

/** How to order more devices from the operator of this server. */
export function OrderDevices() {
  const { t } = useTranslation('devices')
  const { data: site } = useQuery(siteInfo())
  const [isOpen, setOpen] = useState(false)
  if (!site) return null
  const address = `mailto:${site.supportEmail}?subject=${encodeURIComponent(t('order.title'))}`
  return (
    <>
      <Button size="md" variant="default" onClick={() => setOpen(true)}>
        {t('order.title')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('order.title')} closeButtonProps={{ 'aria-label': t('common:close') }}>
        <Text>{t('order.text', { email: site.supportEmail })}</Text>
        <Group justify="flex-end" mt="md">
          <Button component="a" size="md" href={address} leftSection={<IconMail size={18} aria-hidden />} data-autofocus>
            {t('order.write')}
          </Button>
        </Group>
      </Modal>
    </>
  )
}
