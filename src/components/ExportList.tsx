import { Button, Group, Loader, Progress, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { mutationOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { answered, NotAnswered } from '#app/data/server-requests.ts'
import { Card } from '#app/ui/Card.tsx'
import { toastError } from '#app/ui/toasts.ts'
import { deleteExport, type Export, listExports } from '#contract/exports.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { useServerMutation } from './use-server-mutation.ts'

/** Files created in the background: download, cancel or delete. */
export function ExportList() {
  const { t } = useTranslation('reports')
  const { data: files = [] } = useQuery(exportList())
  if (files.length === 0) return null
  return (
    <Card aria-label={t('files.title')} mb="md">
      <Title order={2}>{t('files.title')}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('files.help')}
      </Text>
      <Stack gap="md">
        {files.map((file) => (
          <ExportRow key={file.id} file={file} />
        ))}
      </Stack>
    </Card>
  )
}

function ExportRow({ file }: { file: Export }) {
  const { t } = useTranslation('reports')
  const { dateTime, percentage } = formats()
  const removal = useServerMutation(removeExport)
  const isOpen = file.state === 'WAITING' || file.state === 'MAKING'
  const name = file.name ?? t(`files.kind.${file.kind}`)
  const when = file.expires
    ? t('files.until', { date: dateTime(Date.parse(file.expires)) })
    : t('files.asked', { date: dateTime(Date.parse(file.asked)) })
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text fw={600}>{name}</Text>
        <Group gap="xs">
          {isOpen && <Loader size="xs" aria-hidden />}
          <Text size="sm" c="dimmed" role="status">
            {[t(`files.state.${file.state}`), ...(file.state === 'MAKING' ? [percentage(file.progress)] : []), when].join(' · ')}
          </Text>
        </Group>
        {file.state === 'MAKING' && <Progress value={file.progress * 100} aria-label={name} mt={4} />}
      </div>
      <Group gap="xs">
        {file.downloadUrl && (
          <Button
            component="a"
            href={file.downloadUrl}
            download
            leftSection={<IconDownload size={20} aria-hidden />}
            aria-label={t('common:labelled', { label: t('files.download'), value: name })}
          >
            {t('files.download')}
          </Button>
        )}
        <Button
          variant="default"
          loading={removal.isPending}
          onClick={() => removal.mutate(file.id, { onError: () => toastError(t('files.notRemoved')) })}
          aria-label={t('common:labelled', { label: t(isOpen ? 'files.cancel' : 'files.delete'), value: name })}
        >
          {t(isOpen ? 'files.cancel' : 'files.delete')}
        </Button>
      </Group>
    </Group>
  )
}

const isOpen = ({ state }: Export) => state === 'WAITING' || state === 'MAKING'

/** The user's background exports. Download URLs expire after 10 minutes, so the list is refetched before. */
const exportList = () =>
  queryOptions({
    queryKey: ['exports'],
    queryFn: () => answered(call(listExports)),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? 2 * SECOND : 5 * MINUTE),
    retry: false,
  })

/** Cancels or deletes a file; a missing file counts as deleted. */
const removeExport = mutationOptions({
  meta: { invalidates: [['exports']] },
  mutationFn: (exportId: string): Promise<unknown> =>
    answered(call(deleteExport, { params: { exportId } })).catch((error: unknown) => {
      if (!(error instanceof NotAnswered && error.code === 'NOT_FOUND')) throw error
    }),
})
