import { Alert, Button, Code, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#app/components/CopyButton.tsx'
import classes from './Developer.module.css'

/** A secret that is shown only once, to be copied. */
export function SecretOnce({ title, secret, onClose }: { title: string; secret: string; onClose(): void }) {
  const { t } = useTranslation('developer')
  return (
    <Stack gap="md">
      <Alert color="slate" role="status" title={title}>
        {t('copyNow')}
      </Alert>
      <Code block className={classes.secret ?? ''}>
        {secret}
      </Code>
      <Group justify="flex-end" gap="sm" data-actions>
        <CopyButton text={secret} label={t('copy')} copiedLabel={t('copied')} />
        <Button size="md" onClick={onClose}>
          {t('done')}
        </Button>
      </Group>
    </Stack>
  )
}
