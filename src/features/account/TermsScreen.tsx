import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AuthPage } from './AuthPage.tsx'
import { LegalText } from './LegalText.tsx'
import { WayBack } from './WayBack.tsx'

export const Route = createFileRoute('/terms')({ component: TermsScreen })

function TermsScreen() {
  const { t } = useTranslation('legal')
  return (
    <AuthPage title={t('terms.title')} isWide>
      <LegalText of="terms" />
      <WayBack />
    </AuthPage>
  )
}
