import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { siteInfo } from '#app/data/session.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { AuthPage } from './AuthPage.tsx'
import classes from './LoginScreen.module.css'

export const Route = createFileRoute('/get-started')({ component: GetStartedScreen })

type Step = { title: string; text: string }

/** First steps for a new user. */
function GetStartedScreen() {
  const { t } = useTranslation('account')
  const { data: site } = useQuery(siteInfo())
  return (
    <AuthPage title={t('start.title')} isWide>
      <Text c="dimmed" mb="md">
        {t('start.text')}
      </Text>
      <ol className={classes.steps}>
        {(t('start.steps', { returnObjects: true }) as Step[]).map(({ title, text }, index) => (
          <li key={title}>
            <Text fw={600}>{title}</Text>
            <Text c="dimmed">{index === 0 && site?.sendsMail === false ? t('noMail.firstStep') : text}</Text>
          </li>
        ))}
      </ol>
      <Group mt="lg" gap="sm">
        <LinkButton to="/register" size="md">
          {t('createAccount')}
        </LinkButton>
        <LinkButton to="/login" size="md" variant="default">
          {t(site?.demo ? 'start.demo' : 'signIn')}
        </LinkButton>
      </Group>
    </AuthPage>
  )
}
