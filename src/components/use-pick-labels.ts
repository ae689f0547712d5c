import { useTranslation } from 'react-i18next'
import type { PickListLabels } from '#app/data/pick-list.ts'
import { useCaseLabels } from './use-case-labels.ts'

/** The texts of a pick list, in the reader's language. */
export function usePickLabels(): PickListLabels {
  const { t, i18n } = useTranslation('stock')
  const casesOf = useCaseLabels()
  const labels = {
    product: t('pick.product'),
    quantity: t('pick.quantity'),
    cases: t('cases:column'),
    all: t('pick.all'),
    page: t('pick.page'),
  }
  return { title: t('pick.title'), fileName: t('pick.fileName'), labels, casesOf, language: i18n.language }
}
