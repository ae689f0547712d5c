import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { importList, undoImport } from '#app/data/imports.ts'
import { Card } from '#app/ui/Card.tsx'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Import } from '#contract/imports.ts'

/** States in which an import can be opened again. */
const RESUMED: ReadonlySet<string> = new Set(['READING', 'READY', 'RUNNING', 'FAILED'])

/** The latest imports: user, time and size; each can be undone as a whole. */
export function ImportList() {
  const { t } = useTranslation('imports')
  const { dateTime, number } = formats()
  const { data: imports = [] } = useQuery(importList())
  const [selected, setSelected] = useState<Import | null>(null)
  const undo = useServerMutation({
    ...undoImport,
    onSuccess: (state) => {
      setSelected(null)
      toastSuccess(t(state === 'UNDOING' ? 'beingUndone' : 'undone'))
    },
  })
  if (imports.length === 0) return null
  return (
    <Card aria-label={t('list')}>
      <Title order={2} mb="sm">
        {t('list')}
      </Title>
      <Stack gap="md">
        {imports.map((one) => (
          <Group key={one.id} justify="space-between" gap="sm">
            <div>
              <Text fw={600}>{one.name || t(`kind.${one.kind}`)}</Text>
              <Text size="sm" c="dimmed">
                {[t(`kind.${one.kind}`), dateTime(Date.parse(one.at)), one.by].filter(Boolean).join(' · ')}
              </Text>
              {one.counts && <Text size="sm">{t('countNew', { shown: number(one.counts.new) })}</Text>}
            </div>
            {one.state === 'DONE' ? (
              <Button
                variant="light"
                leftSection={<IconArrowBackUp size={20} aria-hidden />}
                onClick={() => {
                  undo.reset()
                  setSelected(one)
                }}
              >
                {t('undo')}
              </Button>
            ) : RESUMED.has(one.state) ? (
              <LinkButton to="/dashboard/import" search={{ kind: one.kind, upload: one.id }} variant="light">
                {t(`state.${one.state}`)}
              </LinkButton>
            ) : (
              <Text c="dimmed">{t(`state.${one.state}`)}</Text>
            )}
          </Group>
        ))}
      </Stack>
      <ConfirmDialog
        opened={selected !== null}
        title={t('undoTitle')}
        confirm={t('undo')}
        isDangerous
        isBusy={undo.isPending}
        onConfirm={() => selected && undo.mutate(selected.id)}
        onClose={() => setSelected(null)}
      >
        <Text>{t('undoHelp')}</Text>
        {undo.errorText && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {t('undoFailed')} {undo.errorText}
          </Alert>
        )}
      </ConfirmDialog>
    </Card>
  )
}
