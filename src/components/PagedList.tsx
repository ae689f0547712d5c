import { Group, Loader, NativeSelect, Pagination, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { Listed } from '#app/data/warehouse.ts'
import { Card } from '#app/ui/Card.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import { useExistingPage } from './use-existing-page.ts'
import { useWhyNot } from './use-why-not.ts'

type Props<T> = {
  label: string
  list: Pick<UseQueryResult<Listed<T>>, 'data' | 'error' | 'isFetching' | 'isPlaceholderData'> & { refetch(): Promise<unknown> }
  /** Counts from 1. */
  page: number
  size: number
  /** Absent if there is only one. */
  sizes?: readonly number[]
  onPage(page: number): void
  onSize?(size: number): void
  /** Shown if there are no rows. */
  empty: ReactNode
  /** `isComplete`: the page contains the whole list. */
  children(rows: T[], isComplete: boolean): ReactNode
}

/** A paged list of the server: loading, empty, failed, or loaded. */
export function PagedList<T>({ label, list, page, size, sizes, onPage, onSize, empty, children }: Props<T>) {
  const { t } = useTranslation('warehouse')
  const why = useWhyNot()
  const { number } = formats()
  useExistingPage(page, list.isPlaceholderData ? undefined : list.data?.pageDetails.totalPages)
  if (list.error && !list.data) {
    const { title, text } = why(list.error)
    return <ErrorState title={title} text={text} onRetry={() => void list.refetch()} />
  }
  if (!list.data) return <ListSkeleton rows={8} height={48} />
  const { items, pageDetails } = list.data
  if (items.length === 0 && page === 1) return empty
  return (
    <Card aria-label={label} p={0}>
      {children(items, pageDetails.totalPages <= 1)}
      <Group justify="space-between" p="md">
        <Group gap="sm">
          <Text size="sm" c="dimmed" aria-live="polite">
            {t('total', { count: pageDetails.totalElements, shown: number(pageDetails.totalElements) })}
          </Text>
          {sizes && (
            <NativeSelect
              aria-label={t('rowsPerPage')}
              data={sizes.map(String)}
              value={String(size)}
              onChange={({ currentTarget: { value } }) => onSize?.(Number(value))}
            />
          )}
          {list.isFetching && <Loader size="xs" role="status" aria-label={t('common:loading')} />}
          {list.error && (
            <Text size="sm" role="status" c="var(--mantine-color-error)">
              {why(list.error).title}
            </Text>
          )}
        </Group>
        {pageDetails.totalPages > 1 && (
          <Pagination
            total={pageDetails.totalPages}
            siblings={0}
            value={page}
            onChange={onPage}
            aria-label={t('pages')}
            getControlProps={(control) => ({ 'aria-label': t(`page.${control}`) })}
            getItemProps={(shown) => ({ 'aria-label': t('page.of', { number: shown }) })}
          />
        )}
      </Group>
    </Card>
  )
}
