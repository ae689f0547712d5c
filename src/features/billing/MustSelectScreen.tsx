import { Anchor, Button, Group } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { homeOf, mustSelectPlan } from '#app/data/home.ts'
import { forgetSignIn, refreshAccount, signedIn, siteInfo } from '#app/data/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'

export const Route = createFileRoute('/pricing')({
  beforeLoad: async () => {
    const account = await signedIn()
    if (!account) throw redirect({ to: '/login', replace: true })
    if (!mustSelectPlan(account)) throw redirect({ to: homeOf(account), replace: true })
    return { account }
  },
  component: MustSelectScreen,
})

function MustSelectScreen() {
  const { t } = useTranslation('billing')
  const { account } = Route.useRouteContext()
  const { data: site } = useQuery(siteInfo())
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  const askAgain = async () => {
    setAsking(true)
    await refreshAccount()
    setAsking(false)
    await router.invalidate()
  }
  const leave = async () => {
    await forgetSignIn()
    await router.navigate({ to: '/login', replace: true })
  }
  return (
    <main>
      <Card component="div" p="lg" maw={520} mx="auto" my="xl">
        <EmptyState
          isPage
          icon={<IconReceipt />}
          title={t('mustSelect.title', { company: account.companyName })}
          text={
            <>
              <p>{t('mustSelect.text')}</p>
              {site && <Anchor href={`mailto:${site.supportEmail}`}>{site.supportEmail}</Anchor>}
            </>
          }
          action={
            <Group justify="center">
              <Button loading={isAsking} onClick={() => void askAgain()}>
                {t('mustSelect.again')}
              </Button>
              <Button variant="default" onClick={() => void leave()}>
                {t('mustSelect.leave')}
              </Button>
            </Group>
          }
        />
      </Card>
    </main>
  )
}
