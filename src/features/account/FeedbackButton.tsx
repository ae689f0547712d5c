import { valibotResolver } from '@hookform/resolvers/valibot'
import { Button, Text, Textarea } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useField } from '#app/components/form/use-field.ts'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import * as data from '#app/data/account.ts'
import { siteInfo } from '#app/data/session.ts'
import { toastSuccess } from '#app/ui/toasts.ts'
import { sendFeedback } from '#contract/feedback.ts'

const MAX_LENGTH = 4000

/** A feedback form; shown only if the server has a feedback address. */
export function FeedbackButton() {
  const { t } = useTranslation('settings')
  const { data: site } = useQuery(siteInfo())
  const [isOpen, setOpen] = useState(false)
  if (!site?.feedback) return null
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" leftSection={<IconMessage2 size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('place.feedback')}
      </Button>
      <FormDialog opened={isOpen} onClose={close} title={t('feedback.title')}>
        <FeedbackForm onClose={close} />
      </FormDialog>
    </>
  )
}

function FeedbackForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('settings')
  const why = useWhyNot()
  const form = useForm({ resolver: valibotResolver(sendFeedback.body), mode: 'onTouched', defaultValues: { text: '' } })
  const field = useField(form)
  const mutation = useServerMutation({
    ...data.sendFeedback,
    onSuccess: () => {
      toastSuccess(t('feedback.sent'))
      onClose()
    },
  })
  return (
    <Form
      form={form}
      onSubmit={mutation.mutate}
      submit={t('feedback.send')}
      mutation={mutation}
      errorText={(error) => `${t('feedback.failed')} ${why(error).text}`}
      onCancel={onClose}
    >
      <Text>{t('feedback.text')}</Text>
      <Textarea {...field('text')} label={t('feedback.label')} autosize minRows={4} maxRows={12} maxLength={MAX_LENGTH} data-autofocus />
    </Form>
  )
}
