import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { StoreTooNew } from '#offline/store.ts'

/** A page that could not be shown. What was recorded is in the database, and not touched by it. */
export function FailedScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  if (error instanceof StoreTooNew) return <ErrorState title={t('tooOldHere')} onRetry={() => location.reload()} />
  return <ErrorState title={t('appFailed')} onRetry={reset} />
}
