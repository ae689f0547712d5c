import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The claim code with which a device gets its key: the server returns it only once. */
export function ClaimCode({ device, onClose }: { device: { imei: string; claimCode: string } | null; onClose(): void }) {
  const { t } = useTranslation('devices')
  return (
    <Modal
      opened={device !== null}
      onClose={onClose}
      closeOnClickOutside={false}
      title={t('code.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {device && (
        <Stack gap="md">
          <Text>{t('code.text', { device: device.imei })}</Text>
          <Code block fz="xl" ta="center" data-figures>
            {device.claimCode}
          </Code>
          <Text size="sm" c="dimmed">
            {t('code.once')}
          </Text>
          <Group justify="flex-end" gap="sm">
            <CopyButton value={device.claimCode}>
              {({ copied, copy }) => (
                <Button variant="default" size="md" onClick={copy}>
                  {t(copied ? 'code.copied' : 'code.copy')}
                </Button>
              )}
            </CopyButton>
            <Button size="md" onClick={onClose}>
              {t('code.done')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
