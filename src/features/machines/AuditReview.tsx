import { Alert, Button, Group, Table } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { formats } from '#app/data/formats.ts'
import { machineList } from '#app/data/machines.ts'
import { CardsSkeleton } from '#app/ui/Skeletons.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { identityKey } from '#domain/dex/identity.ts'
import figures from './AuditCard.module.css'
import classes from './AuditReview.module.css'
import { type ReviewedAudit, ReviewRow } from './AuditReviewRow.tsx'
import { auditFiles } from './audit-files.ts'
import { type AssignedAudit, auditsPreview, recordAudit, reviewable } from './audits.queries.ts'
import { LeftOutFiles } from './LeftOutFiles.tsx'

/** A table of all read-outs in the files before anything is booked, each with its machine, which can be selected by hand. */
export function AuditReview({ files, onDone }: { files: readonly File[]; onDone: () => void }) {
  const { t } = useTranslation('audits')
  const why = useWhyNot()
  const { number, money } = formats()
  const client = useQueryClient()
  const [machines, setMachines] = useState<Readonly<Record<string, number | null>>>({})
  const [left, setLeft] = useState<Readonly<Record<string, boolean>>>({})
  const [sure, setSure] = useState<Readonly<Record<string, boolean>>>({})
  const [isBusy, setBusy] = useState(false)
  const { data: known = [] } = useQuery(machineList())
  const { data } = useQuery(auditFiles(files))
  const audits = reviewable(data?.audits ?? []).map((audit): AssignedAudit => ({ ...audit, machine: machines[audit.opId] ?? null }))
  const { data: answer, isPending, isFetching } = useQuery(auditsPreview(audits))
  if (!data) return <CardsSkeleton />
  const rows = audits.map((audit, index): ReviewedAudit => {
    const row = answer?.state === 'answered' ? (answer.value[index] ?? null) : null
    const preview = row?.preview ?? null
    const isReady =
      preview !== null && preview.kind !== 'known' && !left[audit.opId] && (!preview.needsConfirmation || sure[audit.opId] === true)
    return { audit, machine: row?.machine ?? null, matchedBy: row?.matchedBy ?? null, preview, isReady }
  })
  const ready = rows.filter(({ isReady }) => isReady)

  /** A serial number belongs to one machine. */
  const assign = ({ audit }: ReviewedAudit, machine: number | null) => {
    const identity = identityKey(audit.reading)
    const same = audits.filter(({ opId, reading }) => opId === audit.opId || (identity !== null && identityKey(reading) === identity))
    setMachines((before) => ({ ...before, ...Object.fromEntries(same.map(({ opId }) => [opId, machine])) }))
  }
  const tick = ({ audit: { opId } }: ReviewedAudit, isRecorded: boolean) => {
    setLeft((before) => ({ ...before, [opId]: !isRecorded }))
    setSure((before) => ({ ...before, [opId]: isRecorded }))
  }
  const record = async () => {
    setBusy(true)
    const kept = await Promise.all(
      ready.map(({ audit, machine, preview }) =>
        machine ? recordAudit(machine.id, audit, preview?.needsConfirmation ?? false).catch(() => null) : null,
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
      <LeftOutFiles files={data.leftOut} />
      {data.audits.length > audits.length && (
        <Alert color="orange" mt="md">
          {t('tooMany', { most: number(audits.length) })}
        </Alert>
      )}
      {answer && answer.state !== 'answered' && <ErrorText text={`${why(answer).title}. ${why(answer).text}`} />}
      {audits.length > 0 && isPending && <CardsSkeleton />}
      {answer?.state === 'answered' && rows.length > 0 && (
        <div className={classes.scroll}>
          <Table aria-label={t('review')} className={classes.table}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('file')}</Table.Th>
                <Table.Th scope="col">{t('machine')}</Table.Th>
                <Table.Th scope="col">{t('readAt')}</Table.Th>
                <Table.Th scope="col" className={figures.figure}>
                  {t('new')}
                </Table.Th>
                <Table.Th scope="col" className={figures.figure}>
                  {t('turnover')}
                </Table.Th>
                <Table.Th scope="col">{t('recordColumn')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <ReviewRow
                  key={row.audit.opId}
                  row={row}
                  machines={known}
                  onMachine={(machine) => assign(row, machine)}
                  onRecord={(isRecorded) => tick(row, isRecorded)}
                />
              ))}
            </Table.Tbody>
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th scope="row" colSpan={3}>
                  {t('sum')}
                </Table.Th>
                <Table.Td className={figures.figure}>
                  {number(ready.reduce((sum, { preview }) => sum + (preview?.pieces ?? 0), 0))}
                </Table.Td>
                <Table.Td className={figures.figure}>
                  {money(ready.reduce((sum, { preview }) => sum + (preview?.turnover ?? 0), 0))}
                </Table.Td>
                <Table.Td />
              </Table.Tr>
            </Table.Tfoot>
          </Table>
        </div>
      )}
      <Group mt="md">
        {audits.length > 0 && (
          <Button loading={isBusy || isFetching} disabled={ready.length === 0} onClick={() => void record()}>
            {t('record', { count: ready.length })}
          </Button>
        )}
        <Button variant="default" onClick={onDone}>
          {t('cancel')}
        </Button>
      </Group>
    </>
  )
}
