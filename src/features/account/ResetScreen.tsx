import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { WriteToSupport } from './WriteToSupport.tsx'

export const Route = createFileRoute('/reset')({ component: ResetScreen })

function ResetScreen() {
  const { t } = useTranslation('account')
  return <WriteToSupport title={t('reset.title')} text={t('reset.text')} />
}
