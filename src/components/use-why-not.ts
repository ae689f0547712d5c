import { useTranslation } from 'react-i18next'
import { whyNot } from '#app/data/why-not.ts'

/** Why something came to nothing, in words. `reason` tells a refusal from what may pass by itself. */
export type WhyWords = { reason: ReturnType<typeof whyNot>['reason']; title: string; text: string }

/** Gives the words for an answer, or for the error that a query threw. */
export function useWhyNot(): (cause: unknown) => WhyWords {
  const { t } = useTranslation()
  return (cause) => {
    const why = whyNot(cause)
    if (why.reason === 'refused')
      return {
        reason: why.reason,
        title: t('whyNot.refused.title'),
        text: t(`refusals:${why.code}`, { defaultValue: t('refusals:UNKNOWN', { code: why.code }) }),
      }
    const status = why.reason === 'failed' && why.status !== null ? ` (${why.status})` : ''
    return { reason: why.reason, title: t(`whyNot.${why.reason}.title`), text: t(`whyNot.${why.reason}.text`, { status }) }
  }
}
