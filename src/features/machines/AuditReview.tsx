import { Alert, Button, Checkbox, Group, Select, Table, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AssignedAudit, auditsPreview, readFiles, recordAudit } from '#app/data/audits.ts'
import { formats } from '#app/data/formats.ts'
import { machineList } from '#app/data/machines.ts'
import { CardsSkeleton } from '#app/ui/Skeletons.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { AuditPreview } from '#contract/machines.ts'
import { fromIso } from '#domain/time.ts'
import classes from './AuditCard.module.css'
import { AuditReasons } from './AuditReasons.tsx'

/** As many as the server looks at together. */
const MOST = 250

type Row = { machine: { id: number; name: string } | null; matchedBy: 'SERIAL' | 'HAND' | null; preview: AuditPreview | null }

/** One table of all read-outs in some files, before anything is booked: each with its machine, which can be chosen by hand. */
export function AuditReview({ files, onDone }: { files: readonly File[]; onDone: () => void }) {
  const { t } = useTranslation('audits')
  const { t: refusals } = useTranslation('refusals')
  const { number } = formats()
  const client = useQueryClient()
  const [machines, setMachines] = useState<Readonly<Record<string, number | null>>>({})
  const [left, setLeft] = useState<Readonly<Record<string, boolean>>>({})
  const [sure, setSure] = useState<Readonly<Record<string, boolean>>>({})
  const [isBusy, setBusy] = useState(false)
  const { data: known = [] } = useQuery(machineList())
  const { data } = useQuery({
    queryKey: ['auditFiles', ...files.map(({ name, size, lastModified }) => `${name}/${size}/${lastModified}`), files],
    queryFn: () => readFiles(files),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const audits = (data?.audits ?? []).slice(0, MOST).map((audit): AssignedAudit => ({ ...audit, machine: machines[audit.opId] ?? null }))
  const { data: answer, isPending, isFetching } = useQuery(auditsPreview(audits))
  if (!data) return <CardsSkeleton />
  const rowOf = (index: number): Row | null => (answer?.state === 'answered' ? (answer.value[index] ?? null) : null)
  const rows = audits.map((audit, index) => {
    const row = rowOf(index)
    const preview = row?.preview ?? null
    const isReady =
      preview !== null && preview.kind !== 'known' && !left[audit.opId] && (!preview.needsConfirmation || sure[audit.opId] === true)
    return { audit, row, preview, isReady }
  })
  const ready = rows.filter(({ isReady }) => isReady)

  const record = async () => {
    setBusy(true)
    const kept = await Promise.all(
      ready.map(({ audit, row, preview }) =>
        row?.machine ? recordAudit(row.machine.id, audit, preview?.needsConfirmation ?? false).catch(() => null) : null,
      ),
    )
    setBusy(false)
    if (kept.some((keeping) => keeping === null || ('notKept' in keeping && keeping.notKept === 'full'))) return toastError(t('notKept'))
    toastSuccess(t('kept', { count: ready.length }))
    void client.invalidateQueries({ queryKey: ['recordedAudits'] })
    onDone()
  }
  return (
    <>
      {data.unreadable.map(({ name, why, line }) => (
        <Alert key={name} color="red" mt="md" icon={<IconAlertTriangle aria-hidden />} title={name}>
          {t(`unreadable.${why}`, { line })}
        </Alert>
      ))}
      {data.audits.length > MOST && (
        <Alert color="orange" mt="md">
          {t('tooMany', { most: number(MOST) })}
        </Alert>
      )}
      {answer && answer.state !== 'answered' && (
        <Alert color="red" mt="md">
          {answer.state === 'refused'
            ? refusals(answer.code, { defaultValue: refusals('UNKNOWN', { code: answer.code }) })
            : t('offlineReview')}
        </Alert>
      )}
      {audits.length > 0 && isPending && <CardsSkeleton />}
      {answer?.state === 'answered' && (
        <Table.ScrollContainer minWidth={720} mt="md">
          <Table aria-label={t('review')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('file')}</Table.Th>
                <Table.Th scope="col">{t('machine')}</Table.Th>
                <Table.Th scope="col">{t('readAt')}</Table.Th>
                <Table.Th scope="col" className={classes.figure}>
                  {t('new')}
                </Table.Th>
                <Table.Th scope="col" className={classes.figure}>
                  {t('turnover')}
                </Table.Th>
                <Table.Th scope="col">{t('recordColumn')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ audit, row, preview, isReady }) => (
                <ReviewRow
                  key={audit.opId}
                  audit={audit}
                  row={row}
                  preview={preview}
                  isReady={isReady}
                  machines={known}
                  onMachine={(id) => setMachines((before) => ({ ...before, [audit.opId]: id }))}
                  onRecord={(isRecorded) => {
                    setLeft((before) => ({ ...before, [audit.opId]: !isRecorded }))
                    setSure((before) => ({ ...before, [audit.opId]: isRecorded }))
                  }}
                />
              ))}
            </Table.Tbody>
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th scope="row" colSpan={3}>
                  {t('sum')}
                </Table.Th>
                <Table.Td className={classes.figure}>
                  {number(ready.reduce((sum, { preview }) => sum + (preview?.pieces ?? 0), 0))}
                </Table.Td>
                <Table.Td className={classes.figure}>
                  {formats().money(ready.reduce((sum, { preview }) => sum + (preview?.turnover ?? 0), 0))}
                </Table.Td>
                <Table.Td />
              </Table.Tr>
            </Table.Tfoot>
          </Table>
        </Table.ScrollContainer>
      )}
      <Group mt="md">
        <Button loading={isBusy || isFetching} disabled={ready.length === 0} onClick={() => void record()}>
          {t('record', { count: ready.length })}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('cancel')}
        </Button>
      </Group>
    </>
  )
}

type ReviewRowProps = {
  audit: AssignedAudit
  row: Row | null
  preview: AuditPreview | null
  isReady: boolean
  machines: readonly { id: number; name: string }[]
  onMachine: (id: number | null) => void
  onRecord: (isRecorded: boolean) => void
}

function ReviewRow({ audit, row, preview, isReady, machines, onMachine, onRecord }: ReviewRowProps) {
  const { t } = useTranslation('audits')
  const { number, money, dateTime } = formats()
  const { machine } = audit.reading
  const isNew = preview !== null && preview.kind !== 'known'
  const isDamaged = preview?.warnings.includes('AUDIT_DAMAGED') ?? false
  return (
    <>
      <Table.Tr>
        <Table.Td className={classes.name}>
          {audit.name}
          <Text size="xs" c="dimmed">
            {[machine.model, machine.serial].filter(Boolean).join(' · ') || t('noName')}
          </Text>
        </Table.Td>
        <Table.Td>
          <Select
            aria-label={t('machineOf', { file: audit.name })}
            placeholder={t('chooseMachine')}
            data={machines.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={row?.machine ? String(row.machine.id) : null}
            onChange={(value) => onMachine(value === null ? null : Number(value))}
            searchable
            error={row && !row.machine ? t('unassigned') : undefined}
            description={row?.matchedBy === 'SERIAL' ? t('bySerial') : undefined}
          />
        </Table.Td>
        <Table.Td>
          {dateTime(preview ? fromIso(preview.readAt) : audit.readAt)}
          <Text size="xs" c="dimmed">
            {t(`readAtFrom.${preview?.readAtFrom ?? audit.readAtFrom}`)}
          </Text>
        </Table.Td>
        <Table.Td className={classes.figure}>{preview ? number(preview.pieces) : '–'}</Table.Td>
        <Table.Td className={classes.figure}>{preview?.turnover === undefined ? '–' : money(preview.turnover)}</Table.Td>
        <Table.Td>
          {preview?.kind === 'known' ? (
            <Text size="sm">{t('known')}</Text>
          ) : (
            <Checkbox
              aria-label={t('recordOf', { file: audit.name })}
              disabled={!isNew}
              checked={isReady}
              onChange={(event) => onRecord(event.currentTarget.checked)}
            />
          )}
          {preview?.kind === 'first' && <Text size="xs">{t('first')}</Text>}
          {(preview?.isCut || isDamaged) && (
            <Text size="xs" c="orange" title={isDamaged ? t('damaged') : t('cut')}>
              {t(isDamaged ? 'isDamaged' : 'isCut')}
            </Text>
          )}
        </Table.Td>
      </Table.Tr>
      {preview?.needsConfirmation && (
        <Table.Tr>
          <Table.Td colSpan={6}>
            <AuditReasons reasons={preview.reasons}>
              <Text size="sm">{t('tickToConfirm')}</Text>
            </AuditReasons>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}
