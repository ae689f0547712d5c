import { Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ShareActions } from './ShareActions.tsx'
import classes from './Team.module.css'

export type Credentials = { name: string; login: string; password: string }

/** The credentials of a new employee: shown once, to be copied or shared. */
export function CredentialsDialog({ made, onClose }: { made: Credentials | null; onClose(): void }) {
  const { t } = useTranslation('employees')
  return (
    <Modal
      opened={made !== null}
      onClose={onClose}
      title={t('made.title')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {made && <Shown made={made} onClose={onClose} />}
    </Modal>
  )
}

function Shown({ made: { name, login, password }, onClose }: { made: Credentials; onClose(): void }) {
  const { t } = useTranslation('employees')
  const text = t('made.message', { address: window.location.origin, login, password })
  return (
    <Stack gap="md">
      <Text>{t('made.text', { name })}</Text>
      <dl className={classes.credentials}>
        <dt>{t('column.login')}</dt>
        <dd>{login}</dd>
        <dt>{t('field.plainPassword')}</dt>
        <dd>{password}</dd>
      </dl>
      <ShareActions message={text} copied={text} copyLabel={t('made.copy')} onDone={onClose} />
    </Stack>
  )
}
