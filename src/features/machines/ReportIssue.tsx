import { Alert, Anchor, Button, Radio, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { IconCircleCheck, IconCloudOff, IconQrcodeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguagePicker } from '#app/components/LanguagePicker.tsx'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { captchaToken, prepareCaptcha } from '#app/data/captcha-token.ts'
import { reportIssue, type Stood } from '#app/data/issues.ts'
import { siteInfo } from '#app/data/session.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { ISSUE_MOST } from '#contract/issues.ts'
import { ISSUE_TYPES, type IssueType } from '#domain/issues.ts'
import classes from './ReportIssue.module.css'

type Props = { token: string; stood: Stood }

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

function ReportForm({ token, name }: { token: string; name: string }) {
  const { t } = useTranslation('issues')
  const { data: site } = useQuery(siteInfo())
  const [identifier, setIdentifier] = useState(() => crypto.randomUUID())
  const [type, setType] = useState<IssueType | null>(null)
  const [details, setDetails] = useState('')
  const [contactDetails, setContact] = useState('')
  const [stage, setStage] = useState<'form' | 'busy' | 'sent' | 'tooMany' | 'failed'>('form')
  const [cause, setCause] = useState<unknown>(null)
  const why = useWhyNot()
  useEffect(() => {
    if (site) prepareCaptcha(site, 'issue')
  }, [site])

  const send = async () => {
    if (!type) return
    setStage('busy')
    const captcha = site ?? { captcha: 'altcha' as const, recaptchaSiteKey: null }
    try {
      const answer = await reportIssue(token, { identifier, type, details, contactDetails }, await captchaToken(captcha, 'issue'))
      if (answer.state === 'answered') return setStage('sent')
      setCause(answer)
      setStage(answer.state === 'unreachable' && answer.status === 429 ? 'tooMany' : 'failed')
    } catch (error) {
      console.error(error)
      setCause(error)
      setStage('failed')
    }
  }
  const another = () => {
    setIdentifier(crypto.randomUUID())
    setType(null)
    setDetails('')
    setStage('form')
  }
  if (stage === 'sent')
    return (
      <EmptyState
        isPage
        icon={<IconCircleCheck />}
        color="teal"
        title={t('sent')}
        text={<span role="status">{t(contactDetails.trim() ? 'sentAndAnswered' : 'sentText', { machine: name })}</span>}
        action={
          <Button variant="default" onClick={another}>
            {t('another')}
          </Button>
        }
      />
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack gap="lg">
        <header>
          <Text c="dimmed">{t('machine')}</Text>
          <Title order={1} size="h2">
            {name}
          </Title>
        </header>
        <Radio.Group
          label={t('what')}
          size="md"
          value={type}
          onChange={(chosen) => setType(ISSUE_TYPES.find((one) => one === chosen) ?? null)}
        >
          <div className={classes.types}>
            {ISSUE_TYPES.map((one) => (
              <Radio key={one} value={one} label={t(`type.${one}`)} className={classes.type ?? ''} />
            ))}
          </div>
        </Radio.Group>
        <Textarea
          label={t('details')}
          description={t('detailsHint')}
          size="md"
          autosize
          minRows={3}
          maxLength={ISSUE_MOST.details}
          value={details}
          onChange={({ currentTarget: { value } }) => setDetails(value)}
        />
        <TextInput
          label={t('contact')}
          description={t('contactHint')}
          size="md"
          maxLength={ISSUE_MOST.contactDetails}
          value={contactDetails}
          onChange={({ currentTarget: { value } }) => setContact(value)}
        />
        {(stage === 'tooMany' || stage === 'failed') && (
          <Alert color="red" role="alert">
            {t(stage)} {stage === 'failed' && why(cause).text}
          </Alert>
        )}
        <Button type="submit" size="lg" loading={stage === 'busy'} disabled={type === null}>
          {t('send')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('whoReads')}
        </Text>
      </Stack>
    </form>
  )
}
