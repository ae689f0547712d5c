import { Alert, Button, FileButton, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconFileUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { bringFile, cancelUpload, importStatus, readUpload, runUpload, type TakenIn, uploadFile } from '#app/data/imports.ts'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { ImportChoices, ImportPreview } from '#contract/imports.ts'
import { wallClock } from '#domain/calendar.ts'
import { IMPORT_KINDS, type ImportKind, isUnderWay, MAX_UPLOAD_BYTES } from '#domain/imports.ts'
import { MINUTE } from '#domain/time.ts'
import { ColumnMapping } from './ColumnMapping.tsx'
import { FileCounts } from './FileCounts.tsx'
import { FileReading } from './FileReading.tsx'
import { ImportList } from './ImportList.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { StateWords } from './StateWords.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/import')({
  validateSearch: v.object({
    kind: v.optional(v.fallback(v.optional(v.picklist(IMPORT_KINDS)), undefined)),
    /** The upload of a large file, which continues when the page is opened again. */
    upload: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined)),
  }),
  component: ImportScreen,
})

/** Imports a company's own data: select a file, review how it is read, and import it. Large files are uploaded first. */
function ImportScreen() {
  const { t } = useTranslation('imports')
  const why = useWhyNot()
  const { number } = formats()
  const { kind = 'MACHINES', upload } = Route.useSearch()
  const navigate = Route.useNavigate()
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [seen, setSeen] = useState<TakenIn | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [name, setName] = useState('')
  const [choices, setChoices] = useState<ImportChoices>({})
  const [uploaded, setUploaded] = useState<number | null>(null)
  /** Counts requests, so that outdated responses are ignored. */
  const turns = useRef(0)
  const uploading = useRef<AbortController | null>(null)
  const { data: status, error } = useQuery({ ...importStatus(upload ?? ''), enabled: upload !== undefined })
  const state = upload === undefined ? undefined : status?.state
  useEffect(() => {
    if (state === 'READY') setChoices((before) => ({ ...status?.choices, ...before }))
    if (state) void client.invalidateQueries({ queryKey: ['imports'] })
  }, [state, status, client])
  useEffect(() => () => uploading.current?.abort(), [])

  /** Shows the server's response about an upload, or the error. */
  const settle = async (asking: ReturnType<typeof readUpload>) => {
    const answer = await asking
    if (answer.state === 'answered') client.setQueryData(importStatus(answer.value.id).queryKey, answer.value)
    else if (answer.state === 'refused') setSeen({ state: 'refused', code: answer.code, reason: null })
    else setSeen({ state: 'unreachable', why: answer })
    await client.invalidateQueries({ queryKey: ['imports'] })
  }
  const uploadInParts = async (of: File, asked: ImportKind) => {
    if (of.size > MAX_UPLOAD_BYTES) return setSeen({ state: 'refused', code: 'IMPORT_UNREADABLE', reason: 'TOO_LARGE' })
    const abort = new AbortController()
    uploading.current = abort
    setSeen(null)
    setUploaded(0)
    const answer = await uploadFile({ kind: asked, file: of }, { onProgress: setUploaded, signal: abort.signal })
    setUploaded(null)
    if (answer === null) return
    if (answer.state !== 'answered')
      return setSeen(
        answer.state === 'refused' ? { state: 'refused', code: answer.code, reason: null } : { state: 'unreachable', why: answer },
      )
    await settle(readUpload(answer.value.id, {}))
    await navigate({ search: { kind: asked, upload: answer.value.id }, replace: true })
  }
  const bring = async (of: File, wanted: ImportKind, said: ImportChoices, confirm = false) => {
    setBusy(true)
    setChoices(said)
    const turn = ++turns.current
    const result = await bringFile({ kind: wanted, file: of, choices: said, confirm })
    if (turn !== turns.current) return
    setSeen(result)
    if (result.state === 'too-large') await uploadInParts(of, wanted)
    setBusy(false)
    if (confirm) await client.invalidateQueries({ queryKey: ['imports'] })
  }
  const choose = async (chosen: File | null) => {
    if (!chosen) return
    setFile(chosen)
    if (upload !== undefined) await navigate({ search: { kind }, replace: true })
    await bring(chosen, kind, {})
  }
  const preview =
    upload === undefined
      ? seen?.state === 'understood'
        ? seen.preview
        : null
      : state === 'READY' || state === 'DONE'
        ? (status?.preview ?? null)
        : null
  const added = preview?.counts?.new ?? preview?.rows ?? 0
  const again = (said: ImportChoices) => {
    if (upload === undefined) return file ? void bring(file, kind, said) : undefined
    const { leaveOut, ...others } = said
    const { leaveOut: _, ...before } = choices
    setChoices(said)
    // Leaving out bad rows does not change how the file is read.
    if (JSON.stringify(others) !== JSON.stringify(before)) void settle(readUpload(upload, others))
  }
  const confirm = (shown: ImportPreview) => {
    const saveAs = name.trim() ? { saveAs: name.trim() } : {}
    if (upload !== undefined) return void settle(runUpload(upload, { ...(choices.leaveOut ? { leaveOut: true } : {}), ...saveAs }))
    if (file) void bring(file, kind, { ...choices, mapping: shown.mapping, ...saveAs }, true)
  }
  const failure = seen?.state === 'refused' ? seen : state === 'FAILED' ? { code: 'IMPORT_UNREADABLE', reason: status?.why ?? null } : null

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
                if (file && uploaded === null) void bring(file, chosen, {})
              }}
            />
            <FileButton accept=".csv,.txt,.xlsx" onChange={(chosen) => void choose(chosen)}>
              {(props) => (
                <Button {...props} loading={isBusy} leftSection={<IconFileUpload size={20} aria-hidden />}>
                  {t(file ? 'another' : 'choose')}
                </Button>
              )}
            </FileButton>
          </Group>
          <Text size="sm" c="dimmed" mt="sm">
            {file?.name ?? status?.name ?? t(`hint.${kind}`)}
          </Text>
        </Card>
        {(uploaded !== null || (upload !== undefined && state && isUnderWay(state))) && (
          <ImportProgress
            state={uploaded !== null ? 'UPLOADING' : (state ?? 'READING')}
            progress={uploaded ?? status?.progress ?? 0}
            onCancel={async () => {
              if (uploaded !== null) return uploading.current?.abort()
              if (upload !== undefined) await settle(cancelUpload(upload))
              await navigate({ search: { kind }, replace: true })
            }}
          />
        )}
        {failure && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
            {failure.reason ? t(`unreadable.${failure.reason}`, t('failed')) : t(`refusals:${failure.code}`, t('failed'))}
          </Alert>
        )}
        {(seen?.state === 'unreachable' || error) && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
            {why(seen?.state === 'unreachable' ? seen.why : error).text}
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
        {preview && !preview.done && (file || upload) && (
          <>
            <FileReading preview={preview} choices={choices} onChange={again} />
            <ColumnMapping preview={preview} choices={choices} onChange={again} />
            <StateWords preview={preview} choices={choices} onChange={again} />
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
                    onClick={() => confirm(preview)}
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

/** The days of the imported sales, as a filter of the transaction list. */
function spanOf({ period }: ImportPreview) {
  if (!period) return {}
  const zone = getSession().account.timezone
  const wall = (at: number) => new Date(wallClock(at, zone)).toISOString().slice(0, 16)
  return { from: wall(Date.parse(period.from)), until: wall(Date.parse(period.until) + MINUTE) }
}
