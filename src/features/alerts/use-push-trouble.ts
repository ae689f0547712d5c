import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Subscribing } from '#app/data/push.ts'

/** Why this device could not be subscribed, and what to do. */
export function usePushTrouble() {
  const { t } = useTranslation('alerts')
  const [pushTrouble, setTrouble] = useState<string | null>(null)
  /** Returns whether it succeeded. */
  const note = (said: Subscribing): boolean => {
    const words = {
      done: null,
      denied: t('push.denied'),
      'not-now': t('push.notNow'),
      failed: t('push.failed'),
      serverFailed: t('common:whyNot.failed.text', { status: '' }),
      refused: t('refusals:PUSH_SERVICE_UNKNOWN'),
    }
    setTrouble(words[said])
    return said === 'done'
  }
  return { pushTrouble, note }
}
