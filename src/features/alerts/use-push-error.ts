import { useTranslation } from 'react-i18next'
import type { Subscribing } from '#app/data/push.ts'

/** Why this device could not be subscribed, and what to do; null if it could. */
export function usePushError(outcome: Subscribing | undefined): string | null {
  const { t } = useTranslation('alerts')
  const texts = {
    done: null,
    denied: t('push.denied'),
    'not-now': t('push.notNow'),
    failed: t('push.failed'),
    serverFailed: t('common:whyNot.failed.text', { status: '' }),
    refused: t('refusals:PUSH_SERVICE_UNKNOWN'),
  }
  return outcome ? texts[outcome] : null
}
