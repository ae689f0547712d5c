import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { acceptTerms, accountSettings } from '#app/data/account.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { LegalText } from './LegalText.tsx'
import classes from './TermsModal.module.css'

/** Blocks the app until the company's terms are accepted or the user logs out, but not while offline. */
export function TermsModal({ onLeave }: { onLeave(): void }) {
  const { t } = useTranslation('settings')
  const queryClient = useQueryClient()
  const { data: settings } = useQuery(accountSettings())
  const [isBusy, setBusy] = useState(false)
  const [cause, setCause] = useState<Answer<unknown> | null>(null)
  const why = useWhyNot()
  const accept = async () => {
    setBusy(true)
    const answer = await acceptTerms()
    setBusy(false)
    setCause(answer.state === 'answered' ? null : answer)
    if (answer.state === 'answered') queryClient.setQueryData(accountSettings().queryKey, answer.value)
  }
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
        {cause && (
          <Text role="alert" c="var(--mantine-color-error)">
            {why(cause).text}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={onLeave}>
            {t('terms.leave')}
          </Button>
          <Button size="md" loading={isBusy} onClick={() => void accept()}>
            {t('terms.accept')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
