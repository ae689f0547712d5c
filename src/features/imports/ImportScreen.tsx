import { Alert, Button, FileButton, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconFileUpload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { useKeyedMutation, useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { cancelUpload, importFile, importStatus, previewFile, runUpload, unreadableReason, uploadFile } from '#app/data/imports.ts'
import { NotAnswered } from '#app/data/server-requests.ts'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { ImportPreview } from '#contract/import-preview.ts'
import { type ImportChoices, TABLE_FILES } from '#contract/imports.ts'
import { wallClock } from '#domain/calendar.ts'
import { IMPORT_KINDS, type ImportKind, isUnderWay } from '#domain/imports.ts'
import { MINUTE } from '#domain/time.ts'
import { ColumnMapping } from './ColumnMapping.tsx'
import { FileCounts } from './FileCounts.tsx'
import { FileReading } from './FileReading.tsx'
import { ImportButton } from './ImportButton.tsx'
import { ImportList } from './ImportList.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { StateWords } from './StateWords.tsx'
import { useUploadReading } from './use-upload-reading.ts'
import { withChoices } from './with-choices.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/import')({
  validateSearch: v.object({
    kind: v.optional(v.fallback(v.optional(v.picklist(IMPORT_KINDS)), undefined)),
    /** The upload of a large file, which continues when the page is opened again. */
    upload: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined)),
  }),
  component: ImportScreen,
})

/** Where the result of an import is shown, if not among the machines. */
const RESULTS: Partial<Record<ImportKind, { to: '/dashboard/transactions' | '/dashboard/rounds'; label: string }>> = {
  SALES: { to: '/dashboard/transactions', label: 'toSales' },
  ROUTES: { to: '/dashboard/rounds', label: 'toRounds' },
}

/** Imports a company's own data: select a file, review how it is read, and import it. Large files are uploaded first. */
function ImportScreen() {
  const { t } = useTranslation('imports')
  const why = useWhyNot()
  const { number } = formats()
  const { kind: chosenKind, upload: uploadId } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [choices, setChoices] = useState<ImportChoices>({})
  /** The last reading of a file that is not uploaded, also while it is read again. */
  const [found, setFound] = useState<ImportPreview | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const abort = useRef<AbortController | null>(null)
  const { data: status, error: statusError } = useQuery({ ...importStatus(uploadId ?? ''), enabled: uploadId !== undefined })
  const state = uploadId === undefined ? undefined : status?.state
  // The server detects the kind of a large file if none was chosen.
  const kind = (uploadId === undefined ? undefined : status?.kind) ?? chosenKind ?? 'MACHINES'
  useEffect(() => {
    if (uploadId !== undefined && kind !== chosenKind) void navigate({ search: { kind, upload: uploadId }, replace: true })
  }, [uploadId, kind, chosenKind, navigate])
  useEffect(() => () => abort.current?.abort(), [])

  // Of several readings only the result of the last one counts.
  const reading = useMutation(previewFile)
  const importing = useKeyedMutation(importFile)
  const upload = useServerMutation({ ...uploadFile, onSettled: () => setProgress(null) })
  const uploadReading = useUploadReading(uploadId, state)
  const { isWaiting } = uploadReading
  useEffect(() => {
    if ((state === 'READY' || state === 'READING') && !isWaiting) setChoices((before) => ({ ...status?.choices, ...before }))
  }, [state, status, isWaiting])
  const run = useServerMutation(runUpload)
  const cancellation = useServerMutation(cancelUpload)
  const resetAll = () => {
    for (const { reset } of [reading, importing, upload, uploadReading, run, cancellation]) reset()
  }
  const uploadInParts = (selected: File, of: ImportKind, isKindChosen: boolean) => {
    abort.current = new AbortController()
    setProgress(0)
    upload.mutate(
      { kind: of, file: selected, onProgress: setProgress, signal: abort.current.signal },
      {
        onSuccess: (importId) => {
          const open = () => void navigate({ search: { kind: of, upload: importId ?? undefined }, replace: true })
          if (importId !== null) uploadReading.mutate({ importId, choices: isKindChosen ? {} : { anyKind: true } }, { onSettled: open })
        },
      },
    )
  }
  const showFor = (selected: File, of: ImportKind) => ({
    onSuccess: (result: ImportPreview | 'too-large') => {
      if (result === 'too-large') {
        setFound(null)
        return uploadInParts(selected, of, chosenKind !== undefined || of !== kind)
      }
      if (result.likely && chosenKind === undefined) return readAs(selected, result.likely)
      setFound(result)
    },
    onError: () => setFound(null),
  })
  const read = (selected: File, of: ImportKind, chosen: ImportChoices) => {
    resetAll()
    setChoices(chosen)
    reading.mutate({ kind: of, file: selected, choices: chosen }, showFor(selected, of))
  }
  const readAs = (selected: File, of: ImportKind) => {
    void navigate({ search: { kind: of }, replace: true })
    read(selected, of, {})
  }
  const select = async (selected: File | null) => {
    if (!selected) return
    setFile(selected)
    if (uploadId !== undefined) await navigate({ search: { kind }, replace: true })
    read(selected, kind, {})
  }
  // While an uploaded file is read again, the server still has its last reading.
  const uploaded = state === 'READY' || state === 'READING' || state === 'DONE' ? (status?.preview ?? null) : null
  const last = uploadId === undefined ? found : uploaded
  const isReading = reading.isPending || uploadReading.isReading
  const preview = last && isReading ? withChoices(last, choices) : last
  const added = preview?.counts?.new ?? preview?.rows ?? 0
  const hasProblems = preview !== null && preview.problems.length > 0 && !choices.leaveOut
  const isEmpty = added + (preview?.counts?.known ?? 0) === 0
  const blocked = hasProblems ? t('problemsFirst', { leaveOut: t('leaveOut') }) : isEmpty ? t('nothingToImport') : null
  const change = (chosen: ImportChoices) => {
    if (uploadId === undefined) return file ? read(file, kind, chosen) : undefined
    const { leaveOut, ...others } = chosen
    const { leaveOut: _, ...before } = choices
    setChoices(chosen)
    // Leaving out bad rows does not change how the file is read.
    if (JSON.stringify(others) !== JSON.stringify(before)) uploadReading.readAgain(others)
  }
  const confirm = (shown: ImportPreview) => {
    const saveAs = name.trim() ? { saveAs: name.trim() } : {}
    if (uploadId !== undefined) return run.mutate({ importId: uploadId, ...(choices.leaveOut ? { leaveOut: true } : {}), ...saveAs })
    if (!file) return
    const input = { kind, file, choices: { ...choices, mapping: shown.mapping, ...saveAs } }
    importing.mutate(input, showFor(file, kind))
  }
  const cancel = () => {
    const leave = () => void navigate({ search: { kind }, replace: true })
    if (progress !== null) abort.current?.abort()
    else if (uploadId === undefined) leave()
    else cancellation.mutate(uploadId, { onSettled: leave })
  }
  const isBusy = reading.isPending || importing.isPending || upload.isPending || run.isPending
  const error = importing.error ?? reading.error ?? upload.error ?? uploadReading.error ?? run.error ?? cancellation.error ?? statusError
  const refusal = error instanceof NotAnswered ? error.code : null
  const failure =
    refusal !== null
      ? { code: refusal, reason: unreadableReason(error) }
      : state === 'FAILED'
        ? { code: 'IMPORT_UNREADABLE', reason: status?.why ?? null }
        : null
  // Some reasons name the record: DUPLICATE_KEY 17.
  const [reason, record] = failure?.reason?.split(' ') ?? []

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
                resetAll()
                setFound(null)
                if (file && progress === null) read(file, chosen, {})
              }}
            />
            <FileButton accept={TABLE_FILES} onChange={(selected) => void select(selected)}>
              {(props) => (
                <Button
                  {...props}
                  variant={file ? 'default' : 'filled'}
                  loading={isBusy}
                  leftSection={<IconFileUpload size={20} aria-hidden />}
                >
                  {t(file ? 'another' : 'choose')}
                </Button>
              )}
            </FileButton>
          </Group>
          <Text size="sm" c="dimmed" mt="sm">
            {file?.name ?? status?.name ?? t(`hint.${kind}`)}
          </Text>
        </Card>
        {(progress !== null || (state && isUnderWay(state))) && (
          <ImportProgress
            state={progress !== null ? 'UPLOADING' : (state ?? 'READING')}
            progress={progress ?? status?.progress ?? 0}
            onCancel={cancel}
          />
        )}
        {failure && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
            {reason ? t(`unreadable.${reason}`, { record, defaultValue: t('failed') }) : t(`refusals:${failure.code}`, t('failed'))}
          </Alert>
        )}
        {error && refusal === null && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
            {why(error).text}
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
              to={RESULTS[kind]?.to ?? '/dashboard/machines'}
              search={kind === 'SALES' ? spanOf(preview) : {}}
              variant="light"
              mt="xs"
            >
              {t(RESULTS[kind]?.label ?? 'toMachines')}
            </LinkButton>
          </Alert>
        )}
        {preview && !preview.done && (file || uploadId) && (
          <>
            <FileReading preview={preview} choices={choices} onChange={change} />
            <ColumnMapping preview={preview} choices={choices} onChange={change} />
            <StateWords preview={preview} choices={choices} onChange={change} />
            <FileCounts preview={preview} choices={choices} onChange={change} />
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
                  <ImportButton added={added} blocked={blocked} isBusy={isBusy || isReading} onClick={() => confirm(preview)} />
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
