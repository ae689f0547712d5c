import { Title } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { hasShortages, isOpenTo } from '#app/data/home.ts'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import doors from './LoginScreen.module.css'
import classes from './Settings.module.css'

export const Route = createFileRoute('/_signed-in/dashboard/guide')({ component: GuideScreen })

type Topics = readonly (readonly [name: string, to: string])[]

const SHORTAGES = '/dashboard/shortages'

const MANAGERS: Topics = [
  ['machines', '/dashboard/settings/create-machine'],
  ['slots', SHORTAGES],
  ['devices', '/dashboard/more/devices-list'],
  ['visits', SHORTAGES],
  ['restock', '/dashboard/machines'],
  ['count', '/dashboard/machines'],
  ['cash', '/dashboard/more/cash-withdrawal'],
  ['alerts', '/dashboard/settings/alerts'],
  ['offline', '/install'],
]
const SERVICEMEN: Topics = [
  ['restock', '/dashboard/serviceman/machines'],
  ['count', '/dashboard/serviceman/machines'],
  ['sticker', '/scan'],
  ['note', '/dashboard/serviceman/machines'],
  ['offline', '/install'],
]

/** A guide to the main tasks of each role. It is available offline, like every text. */
function GuideScreen() {
  const { t } = useTranslation('guide')
  const { account } = getSession()
  const topics = account.companyRole === 'ROLE_MANAGER' ? MANAGERS : SERVICEMEN
  const isOpen = (to: string) => isOpenTo(account, to) && (hasShortages(account) || to !== SHORTAGES)
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('text')} />
      <div className={classes.cards}>
        {topics
          .filter(([, to]) => isOpen(to))
          .map(([name, to]) => {
            const title = t(`topic.${name}.title`)
            return (
              <Card key={name} aria-label={title}>
                <Title order={2} mb="sm">
                  {title}
                </Title>
                <ol className={doors.steps}>
                  {(t(`topic.${name}.steps`, { returnObjects: true }) as string[]).map((step) => (
                    <li key={step}>{step}</li>
                  ))}
                </ol>
                <LinkButton to={to} variant="light" mt="md" aria-label={`${t('open')}: ${title}`}>
                  {t('open')}
                </LinkButton>
              </Card>
            )
          })}
      </div>
    </>
  )
}
