import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { acceptTerms, accountSettings } from '#app/data/account.ts'
import { LegalText } from './LegalText.tsx'
import classes from './TermsModal.module.css'

/** Blocks the app until the company's terms are accepted or the user signs out, but not while offline. */
export function TermsModal({ onLeave }: { onLeave(): void }) {
  const { t } = useTranslation('settings')
  const { data: settings } = useQuery(accountSettings())
  const { mutate, isPending, errorText } = useKeyedMutation(acceptTerms)
  return (
    <Modal
      opened={settings?.tosAccepted === false}
      onClose={() => {}}
      title={t('terms.title')}
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <Text>{t('terms.text')}</Text>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
        <section className={classes.text} tabIndex={0} aria-label={t('terms.title')}>
          <LegalText of="terms" titles={3} />
        </section>
        <ErrorText text={errorText} />
        <Group justify="flex-end" gap="sm" data-actions>
          <Button variant="default" size="md" onClick={onLeave}>
            {t('terms.leave')}
          </Button>
          <Button size="md" loading={isPending} onClick={() => mutate({})}>
            {t('terms.accept')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
