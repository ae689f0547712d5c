import { Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { reviewItems } from '#app/data/reviews.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { ReviewItem } from '#contract/reviews.ts'
import type { Page } from '#offline/api-client.ts'
import { GoneCard } from './GoneCard.tsx'
import { ReviewCard } from './ReviewCard.tsx'
import { groupsOf } from './review-groups.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/review-items')({ component: ReviewItemsScreen })

/** Implausible offline operations with their possible decisions. */
function ReviewItemsScreen() {
  const { t } = useTranslation('reviews')
  const list = useQuery(reviewItems())
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        breadcrumb={[{ label: t('dashboard'), link: { to: '/dashboard' } }, { label: t('title') }]}
      />
      <Items list={list.data} error={list.error} onRetry={() => void list.refetch()} />
    </>
  )
}

function Items({ list, error, onRetry }: { list: Page<ReviewItem[]> | undefined; error: unknown; onRetry(): void }) {
  const { t } = useTranslation('reviews')
  const why = useWhyNot()
  if (!list && error) return <ErrorState title={t('unreachable')} text={why(error).text} onRetry={onRetry} />
  if (!list) return <ListSkeleton rows={3} height={160} />
  const { items, pageDetails } = list
  if (items.length === 0)
    return (
      <EmptyState
        icon={<IconCircleCheck />}
        title={t('none')}
        text={t('noneText')}
        action={<LinkButton to="/dashboard">{t('toDashboard')}</LinkButton>}
      />
    )
  return (
    <Stack gap="md" component="ol" m={0} p={0}>
      {groupsOf(items).map((group) =>
        group.length > 1 ? <GoneCard key={group[0].id} items={group} /> : <ReviewCard key={group[0].id} item={group[0]} />,
      )}
      {pageDetails.hasNext && <Text c="dimmed">{t('more', { count: pageDetails.totalElements - items.length })}</Text>}
    </Stack>
  )
}
