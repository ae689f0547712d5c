import { Alert, Anchor, Text, Title } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { siteInfo } from '#app/data/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { BrowserWarning } from './BrowserWarning.tsx'
import classes from './LoginScreen.module.css'
import { SignInFooter } from './SignInFooter.tsx'

type Props = { title: string; children: ReactNode; isWide?: boolean; needsMail?: boolean }

/** The layout of pages before sign-in. `needsMail`: shows a notice if the server sends no mails. */
export function AuthPage({ title, children, isWide = false, needsMail = false }: Props) {
  const { t } = useTranslation('account')
  const { data: site } = useQuery(siteInfo())
  useEffect(() => {
    document.title = t('common:windowTitle', { page: title })
  }, [t, title])
  return (
    <main className={classes.page}>
      <div className={classes.column} data-wide={isWide || undefined}>
        <header className={classes.head}>
          <img src="/icons/favicon.svg" alt="" width={48} height={48} />
          <div>
            <Text fw={600} size="xl" lh={1.2}>
              Roundsman
            </Text>
            <Text c="dimmed">{t('tagline')}</Text>
          </div>
        </header>
        <BrowserWarning />
        {needsMail && site && !site.sendsMail && (
          <Alert role="status" color="orange" icon={<IconMailOff aria-hidden />} title={t('noMail.title')}>
            {t('noMail.text')}{' '}
            <Anchor inherit href={`mailto:${site.supportEmail}`}>
              {site.supportEmail}
            </Anchor>
          </Alert>
        )}
        <Card component="div" p="lg">
          <Title order={1} size="h2" mb="sm">
            {title}
          </Title>
          {children}
        </Card>
        <SignInFooter />
      </div>
      <Notifications position="bottom-right" limit={3} />
    </main>
  )
}
