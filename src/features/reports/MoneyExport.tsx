import { Alert, Button, Menu, Stack } from '@mantine/core'
import { IconFileSpreadsheet, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { toastError } from '#app/ui/toasts.ts'
import { MONEY_FORMATS, type MoneyFormat } from '#contract/money.ts'
import { AccountsDialog } from './AccountsDialog.tsx'
import { type MoneyPeriod, moneyFile } from './money.queries.ts'

/** Downloads the figures as a file for accounting. DATEV posts one month. */
export function MoneyExport({ period, rates }: { period: MoneyPeriod; rates: readonly number[] }) {
  const { t, i18n } = useTranslation('money')
  const [isSetting, setSetting] = useState(false)
  const file = useServerMutation({ mutationFn: (format: MoneyFormat) => moneyFile(period, format, i18n.language) })
  const take = (format: MoneyFormat) =>
    file.mutate(format, {
      onSuccess: (address) => {
        if (address === null) return
        const link = document.createElement('a')
        link.href = address
        link.download = ''
        link.click()
      },
      onError: () => toastError(t('export.failed')),
    })
  const offered = MONEY_FORMATS.filter((format) => format !== 'datev' || 'month' in period)
  return (
    <Stack gap="xs" align="flex-end">
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="light" size="md" loading={file.isPending} leftSection={<IconFileSpreadsheet size={20} aria-hidden />}>
            {t('export.ask')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((format) => (
            <Menu.Item key={format} mih={48} onClick={() => take(format)}>
              {t(`export.${format}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item mih={48} leftSection={<IconSettings size={20} aria-hidden />} onClick={() => setSetting(true)}>
            {t('accounts.title')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {file.errorText && (
        <Alert color="red" maw={420}>
          {file.errorText}
        </Alert>
      )}
      <AccountsDialog opened={isSetting} rates={rates} onClose={() => setSetting(false)} />
    </Stack>
  )
}
