import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AuthPage } from './AuthPage.tsx'
import { LegalText } from './LegalText.tsx'
import { WayBack } from './WayBack.tsx'

export const Route = createFileRoute('/privacy')({ component: PrivacyScreen })

function PrivacyScreen() {
  const { t } = useTranslation('legal')
  return (
    <AuthPage title={t('privacy.title')} isWide>
      <LegalText of="privacy" />
      <WayBack />
    </AuthPage>
  )
}
