import { valibotResolver } from '@hookform/resolvers/valibot'
import { Alert, Anchor, Button, Radio, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { IconCircleCheck, IconCloudOff, IconQrcodeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { useControlledField } from '#app/components/form/use-controlled-field.ts'
import { useField } from '#app/components/form/use-field.ts'
import { LanguagePicker } from '#app/components/LanguagePicker.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { captchaToken, prepareCaptcha } from '#app/data/captcha.ts'
import { type MachineLookup, reportIssue } from '#app/data/issues.ts'
import { NotAnswered } from '#app/data/server-requests.ts'
import { siteInfo } from '#app/data/session.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { line, text } from '#contract/fields.ts'
import { ISSUE_LIMITS } from '#contract/issues.ts'
import { ISSUE_TYPES } from '#domain/issues.ts'
import classes from './ReportIssue.module.css'

type Props = { token: string; stood: MachineLookup }

/** For customers without a sign-in: shows the machine, and a form to report a problem. */
export function ReportIssue({ token, stood }: Props) {
  const { t } = useTranslation('issues')
  const why = useWhyNot()
  const router = useRouter()
  useEffect(() => {
    document.title = t('common:windowTitle', { page: t('windowTitle') })
  }, [t])
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        {stood.state === 'there' && <ReportForm token={token} name={stood.name} />}
        {stood.state === 'unknown' && <EmptyState isPage icon={<IconQrcodeOff />} title={t('unknown')} text={t('unknownText')} />}
        {stood.state === 'unreachable' && (
          <EmptyState
            isPage
            icon={<IconCloudOff />}
            title={why(stood.why).title}
            text={why(stood.why).text}
            action={<Button onClick={() => void router.invalidate()}>{t('common:tryAgain')}</Button>}
          />
        )}
        <footer className={classes.foot}>
          <Anchor renderRoot={(props) => <Link to="/login" search={{ next: `/m/${token}` }} {...props} />}>{t('staff')}</Anchor>
          <LanguagePicker />
        </footer>
      </div>
    </main>
  )
}

const Report = v.object({
  type: v.pipe(v.nullable(v.picklist(ISSUE_TYPES)), v.picklist(ISSUE_TYPES)),
  details: text(ISSUE_LIMITS.details),
  contactDetails: line(ISSUE_LIMITS.contactDetails),
})
const EMPTY = { type: null, details: '', contactDetails: '' }

function ReportForm({ token, name }: { token: string; name: string }) {
  const { t } = useTranslation('issues')
  const { data: site } = useQuery(siteInfo())
  const [identifier, setIdentifier] = useState(() => crypto.randomUUID())
  const form = useForm({ resolver: valibotResolver(Report), mode: 'onTouched', defaultValues: EMPTY })
  const field = useField(form)
  const type = useControlledField(form)('type')
  const report = useServerMutation(reportIssue(token))
  useEffect(() => {
    if (site) prepareCaptcha(site, 'issue')
  }, [site])

  const captcha = () => captchaToken(site ?? { captcha: 'altcha', recaptchaSiteKey: null }, 'issue')
  const another = () => {
    setIdentifier(crypto.randomUUID())
    form.reset({ ...EMPTY, contactDetails: form.getValues('contactDetails') })
    report.reset()
  }
  if (report.isSuccess)
    return (
      <EmptyState
        isPage
        icon={<IconCircleCheck />}
        color="green"
        title={t('sent')}
        text={<span role="status">{t(form.getValues('contactDetails').trim() ? 'sentAndAnswered' : 'sentText', { machine: name })}</span>}
        action={
          <Button variant="default" onClick={another}>
            {t('another')}
          </Button>
        }
      />
    )
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((input) => report.mutate({ report: { identifier, ...input }, captcha }))(event)}
    >
      <Stack gap="lg">
        <header>
          <Text c="dimmed">{t('machine')}</Text>
          <Title order={1}>{name}</Title>
        </header>
        <Radio.Group label={t('what')} {...type} onChange={(chosen) => type.onChange(ISSUE_TYPES.find((one) => one === chosen) ?? null)}>
          <div className={classes.types}>
            {ISSUE_TYPES.map((one) => (
              <Radio key={one} value={one} label={t(`type.${one}`)} className={classes.type ?? ''} />
            ))}
          </div>
        </Radio.Group>
        <Textarea
          label={t('details')}
          description={t('detailsHint')}
          {...field('details')}
          autosize
          minRows={3}
          maxLength={ISSUE_LIMITS.details}
        />
        <TextInput
          label={t('contact')}
          description={t('contactHint')}
          {...field('contactDetails')}
          autoComplete="on"
          maxLength={ISSUE_LIMITS.contactDetails}
        />
        {report.errorText && (
          <Alert color="red" role="alert">
            {isTooMany(report.error) ? t('tooMany') : `${t('failed')} ${report.errorText}`}
          </Alert>
        )}
        <Button type="submit" size="lg" loading={report.isPending} disabled={!form.formState.isValid}>
          {t('send')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('whoReads')}
        </Text>
      </Stack>
    </form>
  )
}

const isTooMany = (error: unknown): boolean =>
  error instanceof NotAnswered && error.answer?.state === 'unreachable' && error.answer.status === 429
