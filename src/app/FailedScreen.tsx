import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { StoreTooNew } from '#offline/store.ts'

/** Site data are blocked, or this is a private window of a browser that keeps nothing there. */
function keepsNothing(error: unknown): boolean {
  try {
    return !localStorage || !indexedDB || (error instanceof Error && ['SecurityError', 'InvalidStateError'].includes(error.name))
  } catch {
    return true
  }
}

/** A page that could not be shown. What was recorded is in the database, and not touched by it. */
export function FailedScreen({ error }: ErrorComponentProps) {
  const { t } = useTranslation()
  if (keepsNothing(error)) return <ErrorState title={t('storageDenied')} text={t('storageDeniedText')} onRetry={() => location.reload()} />
  // From the beginning: a part of the app that could not be loaded is not asked for again otherwise.
  return <ErrorState title={t(error instanceof StoreTooNew ? 'tooOldHere' : 'appFailed')} onRetry={() => location.reload()} />
}
