import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { QrCode } from '#app/components/QrCode.tsx'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { type Invited, invitationAddress } from '#contract/invitations.ts'
import { fromIso } from '#domain/time.ts'
import { ShareActions } from './ShareActions.tsx'

/** The link of an invitation: shown once, as a QR code and to be copied or shared. */
export function InvitationDialog({ invited, onClose }: { invited: Invited | null; onClose(): void }) {
  const { t } = useTranslation('employees')
  return (
    <Modal
      opened={invited !== null}
      onClose={onClose}
      title={invited ? t('link.title', { name: nameOf(invited) }) : ''}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {invited && <Shown invited={invited} onClose={onClose} />}
    </Modal>
  )
}

const nameOf = ({ user: { firstName, lastName } }: Invited) => `${firstName} ${lastName}`.trim()

function Shown({ invited, onClose }: { invited: Invited; onClose(): void }) {
  const { t } = useTranslation('employees')
  const { expiresAt, sentTo, token, user } = invited
  const address = invitationAddress(window.location.origin, token)
  const message = t('link.message', { name: user.firstName, company: getSession().account.companyName, address })
  return (
    <Stack gap="md" align="center">
      <Text w="100%">{t('link.text', { until: formats().dateTime(fromIso(expiresAt)) })}</Text>
      <QrCode address={address} label={t('link.code', { name: nameOf(invited) })} isLarge />
      <TextInput
        w="100%"
        size="md"
        label={t('link.label')}
        value={address}
        readOnly
        variant="filled"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {sentTo && (
        <Text w="100%" size="sm" c="dimmed">
          {t('link.sentTo', { address: sentTo })}
        </Text>
      )}
      <ShareActions message={message} copied={address} copyLabel={t('link.copy')} onDone={onClose} />
    </Stack>
  )
}
