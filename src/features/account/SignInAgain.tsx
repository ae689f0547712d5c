import { Alert, Button, Modal, Text } from '@mantine/core'
import { IconLogin } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { homeOf } from '#app/data/home.ts'
import { sending, unsentOf } from '#app/data/outbox.ts'
import { siteInfo } from '#app/data/session.ts'
import { showSignIn, useIsSignInOpen } from '#app/ui/sign-in-dialog.ts'
import type { Account } from '#contract/account.ts'
import { LoginForm } from './LoginForm.tsx'

/** Shown after the session has expired: work can continue, and a sign-in in place sends it. */
export function SignInAgain({ account }: { account: Account }) {
  const { t } = useTranslation('account')
  const { data: now } = useQuery(sending())
  const connection = now?.connection?.state
  const waiting = now ? unsentOf(now) : 0
  const { data: site } = useQuery(siteInfo())
  const isOpen = useIsSignInOpen()
  const router = useRouter()
  const queryClient = useQueryClient()
  if (connection !== 'signed-out' && connection !== 'wrong-account') return null
  const goOn = async (now: Account) => {
    showSignIn(false)
    if (now.userId === account.userId && now.companyId === account.companyId) return router.invalidate()
    // Another user: the screen is cleared, and the first user's operations are stored for them.
    queryClient.clear()
    await router.navigate({ to: homeOf(now), replace: true })
    await router.invalidate()
  }
  return (
    <>
      <Alert role="alert" color="orange" icon={<IconLogin aria-hidden />} mb="md">
        <Text mb="xs">{t(connection === 'wrong-account' ? 'again.other' : 'again.banner')}</Text>
        {waiting > 0 && <Text mb="xs">{t('again.waiting', { count: waiting })}</Text>}
        <Button size="sm" color="orange" onClick={() => showSignIn(true)}>
          {t('again.open')}
        </Button>
      </Alert>
      <Modal
        opened={isOpen}
        onClose={() => showSignIn(false)}
        title={t('again.title')}
        closeButtonProps={{ 'aria-label': t('again.close') }}
      >
        <Text c="dimmed" mb="md">
          {t('again.text')}
        </Text>
        <LoginForm login={connection === 'signed-out' ? account.login : ''} site={site ?? null} onSignedIn={(now) => void goOn(now)} />
      </Modal>
    </>
  )
}
