import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { reviewCount } from '#app/data/reviews.ts'
import classes from './Shell.module.css'

/** The number of open review items, on their navigation item. */
export function ReviewBadge() {
  const { t } = useTranslation('reviews')
  const { data: count = 0 } = useQuery(reviewCount())
  if (count === 0) return null
  return (
    <span className={classes.badge} role="img" aria-label={t('badge', { count })}>
      {count > 99 ? '99+' : count}
    </span>
  )
}
