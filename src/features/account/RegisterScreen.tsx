import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { WriteToSupport } from './WriteToSupport.tsx'

export const Route = createFileRoute('/register')({ component: RegisterScreen })

function RegisterScreen() {
  const { t } = useTranslation('account')
  return <WriteToSupport title={t('register.title')} text={t('register.text')} />
}
