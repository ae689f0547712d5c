import { Alert, Progress, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryError } from '#app/components/QueryError.tsx'
import { formats } from '#app/data/formats.ts'
import { storedPhotos } from '#app/data/photos.ts'
import { Card } from '#app/ui/Card.tsx'
import type { ReceivedOf } from '#contract/endpoint.ts'
import type { photoUsage } from '#contract/problems.ts'

/** How many photos the company has stored, and how many it may. */
export function PhotoSpace() {
  const { t } = useTranslation('company')
  const { data, error, isPending, refetch } = useQuery(storedPhotos())
  return (
    <Card aria-labelledby="photo-space">
      <Title order={2} id="photo-space" mb="xs">
        {t('photos.title')}
      </Title>
      {data ? (
        <Usage {...data} />
      ) : isPending ? (
        <Skeleton height={60} radius="md" />
      ) : (
        <QueryError error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

const MEGABYTE = 1024 * 1024

function Usage({ count, bytes, maxCount, maxBytes, days }: ReceivedOf<typeof photoUsage>) {
  const { t } = useTranslation('company')
  const { number, megabytes } = formats()
  const sizeOf = (size: number) => megabytes(Math.ceil(size / MEGABYTE))
  const share = Math.min(1, Math.max(count / maxCount, bytes / maxBytes))
  return (
    <>
      <Progress value={share * 100} aria-label={t('photos.title')} mb="xs" {...(share >= 1 ? { color: 'red' } : {})} />
      <Text>{t('photos.used', { number: number(count), most: number(maxCount), size: sizeOf(bytes), room: sizeOf(maxBytes) })}</Text>
      <Text size="sm" c="dimmed">
        {t('photos.days', { days: number(days) })}
      </Text>
      {share >= 1 && (
        <Alert color="red" mt="sm">
          {t('photos.full')}
        </Alert>
      )}
    </>
  )
}
