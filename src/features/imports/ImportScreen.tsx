import { Alert, Button, FileButton, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconFileUpload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { useKeyedMutation, useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { cancelUpload, importFile, importStatus, previewFile, runUpload, unreadableReason, uploadFile } from '#app/data/imports.ts'
import { NotAnswered } from '#app/data/server-requests.ts'
import { Card } from '#app/ui/Card.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { ImportPreview } from '#contract/import-preview.ts'
import { type ImportChoices, TABLE_FILES } from '#contract/imports.ts'
import { IMPORT_KINDS, type ImportKind, isUnderWay } from '#domain/imports.ts'
import { ColumnMapping } from './ColumnMapping.tsx'
import { FileCounts } from './FileCounts.tsx'
import { FileReading } from './FileReading.tsx'
import { ImportButton } from './ImportButton.tsx'
import { ImportDone } from './ImportDone.tsx'
import { ImportList } from './ImportList.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { StateWords } from './StateWords.tsx'
import { useResultFocus } from './use-result-focus.ts'
import { useUploadReading } from './use-upload-reading.ts'
import { WrongChoice } from './WrongChoice.tsx'
import { changedChoices, withChoices } from './with-choices.ts'

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
  const whyNot = useWhyNot()
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
  const run = useServerMutation(runUpload)
  const cancellation = useServerMutation(cancelUpload)
  const resetAll = () => {
    for (const { reset } of [reading, importing, upload, uploadReading, run, cancellation]) reset()
  }
  /** The upload of the file that was selected here. */
  const ownUpload = useRef<string | undefined>(undefined)
  const startOver = useEffectEvent(() => {
    ownUpload.current = undefined
    setFile(null)
    setFound(null)
    setName('')
    setChoices({})
    resetAll()
  })
  // Another import than the one of this page has its own choices. Before they are added.
  useEffect(() => {
    if (uploadId !== undefined && uploadId !== ownUpload.current) startOver()
  }, [uploadId])
  useEffect(() => {
    // A choice with which the file could not be read is shown beside its reason.
    if ((state === 'READY' || state === 'READING' || state === 'FAILED') && !isWaiting)
      setChoices((before) => ({ ...status?.choices, ...before }))
  }, [state, status, isWaiting])
  const uploadInParts = (selected: File, of: ImportKind, isKindChosen: boolean) => {
    abort.current = new AbortController()
    setProgress(0)
    upload.mutate(
      { kind: of, file: selected, onProgress: setProgress, signal: abort.current.signal },
      {
        onSuccess: (importId) => {
          ownUpload.current = importId ?? undefined
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
    setFound(null)
    setName('')
    if (uploadId !== undefined) await navigate({ search: { kind }, replace: true })
    read(selected, kind, {})
  }
  // While an uploaded file is read again, and if that fails, the server still has its last reading.
  const hasReading = state === 'READY' || state === 'READING' || state === 'DONE' || state === 'FAILED'
  const last = uploadId === undefined ? found : hasReading ? (status?.preview ?? null) : null
  const isReading = reading.isPending || uploadReading.isReading
  const isUnread = !isReading && (reading.isError || uploadReading.isError || state === 'FAILED')
  const preview = last && (isReading || isUnread) ? withChoices(last, choices) : last
  const added = preview?.counts?.new ?? preview?.rows ?? 0
  const hasProblems = preview !== null && preview.problems.length > 0 && !choices.leaveOut
  const isEmpty = added + (preview?.counts?.known ?? 0) === 0
  const blocked = isUnread
    ? t('unreadFirst')
    : hasProblems
      ? t('problemsFirst', { leaveOut: t('leaveOut') })
      : isEmpty
        ? t('nothingToImport')
        : null
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
  const isWorking = isBusy || isReading || (state !== undefined && isUnderWay(state))
  const resultRef = useResultFocus(preview ? (preview.done ? 'done' : 'review') : null, isWorking)
  const error = importing.error ?? reading.error ?? upload.error ?? uploadReading.error ?? run.error ?? cancellation.error ?? statusError
  const refusal = error instanceof NotAnswered ? error.code : null
  const failure =
    refusal !== null
      ? { code: refusal, reason: unreadableReason(error) }
      : state === 'FAILED'
        ? { code: 'IMPORT_UNREADABLE', reason: status?.why ?? null }
        : null
  // Some reasons name the record: DUPLICATE_KEY 17.
  const [why, record] = failure?.reason?.split(' ') ?? []
  const reason = why
    ? t(`unreadable.${why}`, { record, defaultValue: t('failed') })
    : failure
      ? t(`refusals:${failure.code}`, t('failed'))
      : error && whyNot(error).text
  const wrong = reason && last && isUnread ? { choices: changedChoices(last, choices), reason } : null
  const isBesideField = wrong !== null && wrong.choices.length > 0

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
        {reason && !isBesideField && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
            {reason}
          </Alert>
        )}
        {preview?.done && <ImportDone ref={resultRef} kind={kind} preview={preview} added={added} />}
        {preview && !preview.done && (file || uploadId) && (
          <WrongChoice value={wrong}>
            <FileReading titleRef={resultRef} preview={preview} choices={choices} onChange={change} />
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
          </WrongChoice>
        )}
        <ImportList />
      </Stack>
    </>
  )
}
