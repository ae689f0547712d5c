import { useTranslation } from 'react-i18next'
import type { Reason } from '#contract/rounds.ts'

/** Why a stop was planned, in words; null without a reason, or for one that this version does not know. */
export function useReasonWords(): (why: Reason | null) => string | null {
  const { i18n } = useTranslation()
  return (why) => {
    const key = `rounds:why.${why?.code}`
    return why !== null && i18n.exists(key) ? i18n.t(key, why.values) : null
  }
}
