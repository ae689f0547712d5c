import { Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Card } from './Card.tsx'

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Placeholder for rows. */
export function ListSkeleton({ rows = 6, height = 64 }: { rows?: number; height?: number }) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs" role="status" aria-label={t('loading')}>
      {rowsOf(rows).map((row) => (
        <Skeleton key={row} height={height} radius="md" />
      ))}
    </Stack>
  )
}

/** Placeholder for cards with a few words and a bar. */
export function CardsSkeleton({ cards = 4 }: { cards?: number }) {
  const { t } = useTranslation()
  return (
    <Stack gap="sm" role="status" aria-label={t('loading')}>
      {rowsOf(cards).map((card) => (
        <Card key={card} component="div">
          <Skeleton height={20} width="55%" mb="sm" />
          <Skeleton height={14} width="80%" mb="sm" />
          <Skeleton height={10} radius="xl" />
        </Card>
      ))}
    </Stack>
  )
}

/** Placeholder for a whole page. */
export const PageSkeleton = () => (
  <>
    <Skeleton height={32} width={220} mb="lg" />
    <ListSkeleton />
  </>
)
