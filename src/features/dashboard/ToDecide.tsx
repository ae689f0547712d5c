import { Alert } from '@mantine/core'
import { IconHelpHexagon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { reviewCount } from '#app/data/reviews.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'

/** A link to open review items; nothing without any. */
export function ToDecide() {
  const { t } = useTranslation('reviews')
  const { data: count = 0 } = useQuery(reviewCount())
  if (count === 0) return null
  return (
    <Alert color="orange" variant="light" icon={<IconHelpHexagon aria-hidden />} title={t('badge', { count })}>
      {t('badgeText')}
      <div>
        <LinkButton to="/dashboard/review-items" mt="sm" size="md">
          {t('open')}
        </LinkButton>
      </div>
    </Alert>
  )
}
