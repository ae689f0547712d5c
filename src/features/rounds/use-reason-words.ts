import { useTranslation } from 'react-i18next'
import type { Reason } from '#contract/rounds.ts'

/** Why a stop was planned, in words; null without a reason, or for one that this version does not know. */
export function useReasonWords(): (why: Reason | null) => string | null {
  const { t } = useTranslation('rounds')
  return (why) => (why === null ? null : t(`why.${why.code}`, { ...why.values, defaultValue: '' }) || null)
}
