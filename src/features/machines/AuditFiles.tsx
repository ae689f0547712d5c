import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { CardsSkeleton } from '#app/ui/Skeletons.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Machine } from '#contract/machines.ts'
import { identityKey } from '#domain/dex/identity.ts'
import type { Moment } from '#domain/time.ts'
import { auditFiles, type FoundAudit } from './audit-files.ts'
import { recordAudit } from './audits.queries.ts'
import { FoundAuditView } from './FoundAuditView.tsx'
import { LeftOutFiles } from './LeftOutFiles.tsx'
import classes from './MachineCards.module.css'

/** The user's decisions about an audit: when it was read, and whether a doubtful one is booked. */
type ReadOutChoice = { readAt?: Moment; waits: boolean; confirm?: boolean }

/** The content of the files, for review before it is recorded. */
export function AuditFiles({ machine, files, onDone }: { machine: Machine; files: readonly File[]; onDone: () => void }) {
  const { t } = useTranslation('audits')
  const [choicesOf, setSaid] = useState<Readonly<Record<string, ReadOutChoice>>>({})
  const [isBusy, setBusy] = useState(false)
  const { data } = useQuery(auditFiles(files))
  if (!data) return <CardsSkeleton />
  const audits = data.audits.map((audit): FoundAudit => {
    const readAt = choicesOf[audit.opId]?.readAt
    return readAt === undefined ? audit : { ...audit, readAt, readAtFrom: 'PERSON' }
  })
  const choose = (opId: string, word: Partial<ReadOutChoice>) =>
    setSaid((before) => ({ ...before, [opId]: { waits: false, ...before[opId], ...word } }))
  const ready = audits.filter(({ opId }) => !choicesOf[opId]?.waits)

  const record = async () => {
    setBusy(true)
    const kept = await Promise.all(
      ready.map((audit) => recordAudit(machine.id, audit, choicesOf[audit.opId]?.confirm ?? false).catch(() => null)),
    )
    setBusy(false)
    if (kept.some((keeping) => keeping === null || ('notKept' in keeping && keeping.notKept === 'full'))) return toastError(t('notKept'))
    toastSuccess(t('kept', { count: ready.length }))
    onDone()
  }
  const identities = new Set(audits.flatMap(({ reading }) => identityKey(reading) ?? []))
  return (
    <>
      {identities.size > 1 && (
        <Alert color="orange" mt="md" icon={<IconAlertTriangle aria-hidden />}>
          {t('several', { count: identities.size, shown: formats().number(identities.size) })}
          {getSession().account.companyRole === 'ROLE_MANAGER' && (
            <LinkButton to="/dashboard/more/read-outs" variant="light" mt="xs">
              {t('page')}
            </LinkButton>
          )}
        </Alert>
      )}
      <LeftOutFiles files={data.leftOut} />
      {audits.map((audit) => (
        <FoundAuditView
          key={audit.opId}
          machine={machine}
          audit={audit}
          onReadAt={(readAt) => choose(audit.opId, { readAt })}
          onDecide={(decision) => choose(audit.opId, decision)}
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
