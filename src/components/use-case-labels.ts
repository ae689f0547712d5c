import { useTranslation } from 'react-i18next'
import { type Cased, casesOf } from '#domain/warehouse/cases.ts'

/** Pieces as cases, "2 cases + 3 pieces"; empty if there is no full case. */
export function useCaseLabels(): (pieces: number, product: Cased) => string {
  const { t } = useTranslation('cases')
  return (all, product) => {
    const split = casesOf(all, product)
    if (!split) return ''
    const cases = t('cases', { count: split.cases })
    return split.pieces === 0 ? cases : t('both', { cases, pieces: t('pieces', { count: split.pieces }) })
  }
}
