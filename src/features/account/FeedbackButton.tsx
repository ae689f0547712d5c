import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { sendFeedback } from '#app/data/account.ts'
import { siteInfo } from '#app/data/session.ts'
import { useDirtyForm } from '#app/ui/dirty-forms.ts'
import { FormModal } from '#app/ui/FormModal.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Answer } from '#offline/sync-calls.ts'

const LONGEST = 4000

/** A feedback form; shown only if the server has a feedback address. */
export function FeedbackButton() {
  const { t } = useTranslation('settings')
  const { data: site } = useQuery(siteInfo())
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [cause, setCause] = useState<Answer<unknown> | null>(null)
  const why = useWhyNot()
  useDirtyForm(text !== '')
  if (!site?.feedback) return null
  const send = async () => {
    setBusy(true)
    const answer = await sendFeedback(text.trim())
    setBusy(false)
    setCause(answer.state === 'answered' ? null : answer)
    if (answer.state !== 'answered') return
    setText('')
    setOpen(false)
    toastSuccess(t('feedback.sent'))
  }
  return (
    <>
      <Button variant="default" leftSection={<IconMessage2 size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('place.feedback')}
      </Button>
      <FormModal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('feedback.title')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <Stack gap="md">
          <Text>{t('feedback.text')}</Text>
          <Textarea
            label={t('feedback.label')}
            autosize
            minRows={4}
            maxRows={12}
            maxLength={LONGEST}
            value={text}
            onChange={({ currentTarget: { value } }) => setText(value)}
            data-autofocus
          />
          {cause && (
            <Text role="alert" c="var(--mantine-color-error)">
              {t('feedback.failed')} {why(cause).text}
            </Text>
          )}
          <Group justify="flex-end">
            <Button size="md" loading={isBusy} disabled={text.trim() === ''} onClick={() => void send()}>
              {t('feedback.send')}
            </Button>
          </Group>
        </Stack>
      </FormModal>
    </>
  )
}
