import { Alert, Anchor, Button, Stack } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconFileSpreadsheet, IconHourglass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { isOpenTo } from '#app/data/home.ts'
import { toastError } from '#app/ui/toasts.ts'
import { useServerMutation } from './use-server-mutation.ts'

const FILES = '/dashboard/reports'

type Props = { request(language: string): Promise<string | null>; label?: string; isEmpty?: boolean | undefined }

/**
 * Exports the list as a spreadsheet: downloaded, or created in the background if it takes long. `request` returns its URL, or null if it is
 * sent by mail. With a `key`, it resets when the filters change. `isEmpty`: the list is known to have no rows, so there is nothing to export.
 */
export function ExportTable({ request, label, isEmpty = false }: Props) {
  const { t, i18n } = useTranslation('transactions')
  const table = useServerMutation({ mutationFn: request, meta: { invalidates: [['exports']] } })
  if (isEmpty) return null
  if (table.data)
    return (
      <Button component="a" href={table.data} download size="md" leftSection={<IconDownload size={20} aria-hidden />}>
        {t('export.download')}
      </Button>
    )
  return (
    <Stack gap="xs" align="flex-end">
      <Button
        variant="light"
        size="md"
        loading={table.isPending}
        leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
        onClick={() => table.mutate(i18n.language, { onError: () => toastError(t('export.failed')) })}
      >
        {label ?? t('export.ask')}
      </Button>
      {table.data === null && (
        <Alert color="slate" maw={420} icon={<IconHourglass aria-hidden />} role="status">
          {t('refusals:REPORT_BY_MAIL')}{' '}
          {isOpenTo(getSession().account, FILES) && (
            <Anchor component={Link} to={FILES}>
              {t('export.files')}
            </Anchor>
          )}
        </Alert>
      )}
      {table.errorText && (
        <Alert color="red" maw={420} icon={<IconAlertTriangle aria-hidden />}>
          {table.errorText}
        </Alert>
      )}
    </Stack>
  )
}
