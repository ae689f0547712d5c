import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isUnreachable } from '#app/data/app-errors.ts'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { StoreTooNew } from '#offline/store.ts'
import { MissingScreen } from './MissingScreen.tsx'

/** Site data is blocked, or this is a private window of a browser without storage. */
function isStorageRefused(error: unknown): boolean {
  try {
    return !localStorage || !indexedDB || (error instanceof Error && ['SecurityError', 'InvalidStateError'].includes(error.name))
  } catch {
    return true
  }
}

/** Shown if a page crashed. Recorded operations are in the database and not affected. */
export function FailedScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  if (isStorageRefused(error))
    return <ErrorState title={t('storageDenied')} text={t('storageDeniedText')} onRetry={() => location.reload()} />
  if (isUnreachable(error)) return <MissingScreen reset={reset} />
  return <ErrorState title={t(error instanceof StoreTooNew ? 'tooOldHere' : 'appFailed')} onRetry={() => location.reload()} />
}
