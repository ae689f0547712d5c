import { Alert, Anchor, Button, Stack } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconFileSpreadsheet, IconHourglass } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { isOpenTo } from '#app/data/home.ts'
import type { TableAsked } from '#app/data/transactions.ts'
import { toastError } from '#app/ui/toasts.ts'
import { useWhyNot } from './use-why-not.ts'

const FILES = '/dashboard/reports'

/** Not requested, in progress, or finished. */
type Standing = { state: 'idle' } | { state: 'loading' } | TableAsked

/**
 * Exports the list as a spreadsheet: downloaded, or created in the background if it takes long. With a `key`, it resets when the filters
 * change.
 */
export function ExportTable({ ask }: { ask(language: string): Promise<TableAsked> }) {
  const { t, i18n } = useTranslation('transactions')
  const why = useWhyNot()
  const client = useQueryClient()
  const [standing, setStanding] = useState<Standing>({ state: 'idle' })
  const run = async () => {
    setStanding({ state: 'loading' })
    const asked = await ask(i18n.language)
    if (asked.state === 'refused') toastError(t('export.failed'))
    if (asked.state === 'by-mail') void client.invalidateQueries({ queryKey: ['exports'] })
    setStanding(asked)
  }
  if (standing.state === 'ready')
    return (
      <Button component="a" href={standing.address} download size="md" leftSection={<IconDownload size={20} aria-hidden />}>
        {t('export.download')}
      </Button>
    )
  return (
    <Stack gap="xs" align="flex-end">
      <Button
        variant="light"
        size="md"
        loading={standing.state === 'loading'}
        leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
        onClick={() => void run()}
      >
        {t('export.ask')}
      </Button>
      {standing.state === 'by-mail' && (
        <Alert color="teal" maw={420} icon={<IconHourglass aria-hidden />} role="status">
          {t('refusals:REPORT_BY_MAIL')}{' '}
          {isOpenTo(getSession().account, FILES) && (
            <Anchor component={Link} to={FILES}>
              {t('export.files')}
            </Anchor>
          )}
        </Alert>
      )}
      {standing.state === 'refused' && (
        <Alert color="red" maw={420} icon={<IconAlertTriangle aria-hidden />}>
          {why(standing.error).text}
        </Alert>
      )}
    </Stack>
  )
}
