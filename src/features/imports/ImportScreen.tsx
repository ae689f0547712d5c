import { Alert, Button, FileButton, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconFileUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { openHere } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { bringFile, type TakenIn } from '#app/data/imports.ts'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { ImportChoices, ImportPreview } from '#contract/imports.ts'
import { wallClock } from '#domain/calendar.ts'
import { IMPORT_KINDS, type ImportKind } from '#domain/imports.ts'
import { MINUTE } from '#domain/time.ts'
import { ColumnMapping } from './ColumnMapping.tsx'
import { FileCounts } from './FileCounts.tsx'
import { FileReading } from './FileReading.tsx'
import { ImportList } from './ImportList.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/import')({
  validateSearch: v.object({ kind: v.optional(v.fallback(v.optional(v.picklist(IMPORT_KINDS)), undefined)) }),
  component: ImportScreen,
})

/** Brings a company's own data in: choose a file, see how it is understood, and take it in. */
function ImportScreen() {
  const { t } = useTranslation('imports')
  const why = useWhyNot()
  const { kind = 'MACHINES' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [seen, setSeen] = useState<TakenIn | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [name, setName] = useState('')
  const [choices, setChoices] = useState<ImportChoices>({})
  const client = useQueryClient()
  const bring = async (of: File, asked: ImportKind, said: ImportChoices, confirm = false) => {
    setBusy(true)
    setChoices(said)
    setSeen(await bringFile({ kind: asked, file: of, choices: said, confirm }))
    setBusy(false)
    if (confirm) await client.invalidateQueries({ queryKey: ['imports'] })
  }
  const choose = (chosen: File | null) => {
    if (!chosen) return
    setFile(chosen)
    void bring(chosen, kind, {})
  }
  const preview = seen?.state === 'understood' ? seen.preview : null
  const { number } = formats()
  const added = preview?.counts?.new ?? preview?.rows ?? 0
  const again = (said: ImportChoices) => {
    if (file) void bring(file, kind, said)
  }

  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Stack gap="md">
        <Card aria-label={t('file')}>
          <Group align="end" gap="md">
            <NativeSelect
              label={t('what')}
              data={IMPORT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
              value={kind}
              onChange={({ currentTarget: { value } }) => {
                const chosen = IMPORT_KINDS.find((one) => one === value) ?? 'MACHINES'
                void navigate({ search: { kind: chosen }, replace: true })
                setSeen(null)
                if (file) void bring(file, chosen, {})
              }}
            />
            <FileButton accept=".csv,.txt,.xlsx" onChange={choose}>
              {(props) => (
                <Button {...props} loading={isBusy} leftSection={<IconFileUpload size={20} aria-hidden />}>
                  {t(file ? 'another' : 'choose')}
                </Button>
              )}
            </FileButton>
          </Group>
          <Text size="sm" c="dimmed" mt="sm">
            {file ? file.name : t(`hint.${kind}`)}
          </Text>
        </Card>
        {seen?.state === 'refused' && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
            {t(`refusals:${seen.code}`, t('failed'))}
          </Alert>
        )}
        {seen?.state === 'unreachable' && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
            {why(seen.why).text}
          </Alert>
        )}
        {preview?.done && (
          <Alert
            color="green"
            icon={<IconCircleCheck aria-hidden />}
            role="status"
            title={t('done', { count: added, shown: number(added) })}
          >
            <LinkButton
              to={kind === 'SALES' ? '/dashboard/transactions' : '/dashboard/machines'}
              search={kind === 'SALES' ? spanOf(preview) : {}}
              variant="light"
              mt="xs"
            >
              {t(kind === 'SALES' ? 'toSales' : 'toMachines')}
            </LinkButton>
          </Alert>
        )}
        {preview && !preview.done && file && (
          <>
            <FileReading preview={preview} choices={choices} onChange={again} />
            <ColumnMapping preview={preview} choices={choices} onChange={again} />
            <FileCounts preview={preview} choices={choices} onChange={again} />
            {preview.holds !== 'SETTLEMENT' && (
              <Card aria-label={t('confirmTitle')}>
                <Stack gap="md" align="flex-start">
                  <TextInput
                    label={t('saveAs')}
                    description={t('saveAsHelp')}
                    maxLength={60}
                    value={name}
                    onChange={({ currentTarget: { value } }) => setName(value)}
                  />
                  <Button
                    size="md"
                    disabled={added + (preview.counts?.known ?? 0) === 0 || (preview.problems.length > 0 && !choices.leaveOut)}
                    loading={isBusy}
                    onClick={() =>
                      void bring(
                        file,
                        kind,
                        { ...choices, mapping: preview.mapping, ...(name.trim() ? { saveAs: name.trim() } : {}) },
                        true,
                      )
                    }
                  >
                    {t('confirm', { count: added, shown: number(added) })}
                  </Button>
                </Stack>
              </Card>
            )}
          </>
        )}
        <ImportList />
      </Stack>
    </>
  )
}

/** The days that an import brought sales of, as the list of transactions is asked for them. */
function spanOf({ period }: ImportPreview) {
  if (!period) return {}
  const zone = openHere().account.timezone
  const wall = (at: number) => new Date(wallClock(at, zone)).toISOString().slice(0, 16)
  return { from: wall(Date.parse(period.from)), until: wall(Date.parse(period.until) + MINUTE) }
}
