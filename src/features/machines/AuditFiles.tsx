import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FoundAudit, readFiles, recordAudit } from '#app/data/audits.ts'
import { CardsSkeleton } from '#app/ui/Skeletons.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Machine } from '#contract/machines.ts'
import type { Moment } from '#domain/time.ts'
import { FoundAuditView } from './FoundAuditView.tsx'
import classes from './MachineCards.module.css'

/** What somebody made of an audit: when it was read, whether it stands in the way of the others, and that it is of this machine. */
type Word = { readAt?: Moment; waits: boolean }

/** What stands in the files, to be looked at before it is recorded. */
export function AuditFiles({ machine, files, onDone }: { machine: Machine; files: readonly File[]; onDone: () => void }) {
  const { t } = useTranslation('audits')
  const [said, setSaid] = useState<Readonly<Record<string, Word>>>({})
  const [isBusy, setBusy] = useState(false)
  const { data } = useQuery({
    queryKey: ['auditFiles', ...files.map(({ name, size, lastModified }) => `${name}/${size}/${lastModified}`), files],
    queryFn: () => readFiles(files),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (!data) return <CardsSkeleton />
  const audits = data.audits.map((audit): FoundAudit => ({ ...audit, readAt: said[audit.opId]?.readAt ?? audit.readAt }))
  const say = (opId: string, word: Partial<Word>) =>
    setSaid((before) => ({ ...before, [opId]: { waits: false, ...before[opId], ...word } }))
  const ready = audits.filter(({ opId }) => !said[opId]?.waits)

  const record = async () => {
    setBusy(true)
    const kept = await Promise.all(ready.map((audit) => recordAudit(machine.id, audit).catch(() => null)))
    setBusy(false)
    if (kept.some((keeping) => keeping === null || ('notKept' in keeping && keeping.notKept === 'full'))) return toastError(t('notKept'))
    toastSuccess(t('kept', { count: ready.length }))
    onDone()
  }
  return (
    <>
      {data.unreadable.map(({ name, why, line }) => (
        <Alert key={name} color="red" mt="md" icon={<IconAlertTriangle aria-hidden />} title={name}>
          {t(`unreadable.${why}`, { line })}
        </Alert>
      ))}
      {audits.map((audit) => (
        <FoundAuditView
          key={audit.opId}
          machine={machine}
          audit={audit}
          onReadAt={(readAt) => say(audit.opId, { readAt })}
          onWait={(waits) => say(audit.opId, { waits })}
        />
      ))}
      <div className={classes.buttons}>
        {audits.length > 0 && (
          <Button size="md" loading={isBusy} disabled={ready.length === 0} onClick={() => void record()}>
            {t('record', { count: ready.length })}
          </Button>
        )}
        <Button size="md" variant="default" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
      {audits.length > ready.length && (
        <Text c="dimmed" size="sm" mt="xs">
          {t('someWait', { count: audits.length - ready.length })}
        </Text>
      )}
    </>
  )
}
