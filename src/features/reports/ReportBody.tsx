import { Text } from '@mantine/core'
import { IconReportOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { UnlessNoMachines } from '#app/components/NoMachines.tsx'
import { StoredNote } from '#app/components/StoredNote.tsx'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { formats } from '#app/data/formats.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import { figuresOf } from './reports.queries.ts'

type Props<T> = {
  report: Pick<UseQueryResult<T>, 'data' | 'dataUpdatedAt' | 'error' | 'refetch'>
  /** Shown if it fails to load. */
  failed: string
  isEmpty(data: T): boolean
  /** Shown if it is empty, unless that means no sales. */
  empty?: string
  emptyText?: string
  children(data: T): ReactNode
}

/** A report: loading, failed, empty, or loaded; if it cannot be refreshed, the stored one with its age; figures of a replica with their moment. */
export function ReportBody<T>({ report: { data, dataUpdatedAt, error, refetch }, failed, isEmpty, empty, emptyText, children }: Props<T>) {
  const { t } = useTranslation('reports')
  const why = useWhyNot()
  if (data === undefined && error) return <ErrorState title={failed} text={why(error).text} onRetry={() => void refetch()} />
  if (data === undefined) return <ListSkeleton rows={6} height={56} />
  if (isEmpty(data))
    return (
      <UnlessNoMachines>
        <EmptyState icon={<IconReportOff />} title={empty ?? t('none')} text={emptyText ?? t('noneText')} />
      </UnlessNoMachines>
    )
  const at = figuresOf(Object(data))
  return (
    <>
      <StoredNote error={error} at={dataUpdatedAt} />
      {at !== undefined && (
        <Text role="status" c="dimmed" mb="sm">
          {t('figuresOf', { time: formats().dateTime(at) })}
        </Text>
      )}
      {children(data)}
    </>
  )
}
