import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { QueryError } from '#app/components/QueryError.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import type { RecordedAudit } from '#contract/dex-audits.ts'
import type { MachineId } from '#domain/ids.ts'
import { fromIso } from '#domain/time.ts'
import classes from './AuditCard.module.css'
import { AuditReasons } from './AuditReasons.tsx'
import { type AuditStatus, decideAudit, recordedAudits, unsentAudits } from './audits.queries.ts'
import { MachineLink } from './MachineLink.tsx'

type Props = { machineId: MachineId | null; size: number; status?: AuditStatus | null }
type Decision = { audit: RecordedAudit; what: 'undo' | 'confirm' }

const COLOURS = { BOOKED: 'green', HELD: 'orange', UNDONE: 'gray' } as const

/** Recorded read-outs of one machine or all: user, effect, and undo. */
export function RecordedAudits({ machineId, size, status = null }: Props) {
  const { t } = useTranslation('audits')
  const [page, setPage] = useState(0)
  const [deciding, setDeciding] = useState<Decision | null>(null)
  const decision = useKeyedMutation(decideAudit)
  const { data, error, refetch } = useQuery(recordedAudits(machineId, page, size, status))
  const { data: unsent } = useQuery(unsentAudits())
  const before = useRef(unsent)
  useEffect(() => {
    // The server has received a read-out of this device.
    if (before.current !== undefined && before.current !== unsent) void refetch()
    before.current = unsent
  }, [unsent, refetch])
  const isManager = getSession().account.companyRole === 'ROLE_MANAGER'
  const close = () => {
    decision.reset()
    setDeciding(null)
  }
  // A machine's page shows once, in its header, that the server is unreachable.
  if (!data && error && machineId === null) return <QueryError error={error} onRetry={() => void refetch()} />
  if (!data || (data.items.length === 0 && page === 0 && machineId !== null)) return null
  return (
    <section aria-label={t('recorded')} className={classes.audit}>
      <Title order={machineId === null ? 2 : 3} size="h3">
        {t('recorded')}
      </Title>
      {data.items.length === 0 && <Text c="dimmed">{t('none')}</Text>}
      <ul className={classes.list}>
        {data.items.map((audit) => (
          <AuditRow key={audit.id} audit={audit} isOfAll={machineId === null} onDecide={isManager ? setDeciding : null} />
        ))}
      </ul>
      {(page > 0 || data.pageDetails.hasNext) && (
        <Group mt="xs">
          <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('newer')}
          </Button>
          <Button variant="default" disabled={!data.pageDetails.hasNext} onClick={() => setPage(page + 1)}>
            {t('older')}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={deciding !== null}
        title={t(deciding?.what === 'confirm' ? 'ask.confirm' : 'ask.undo')}
        confirm={t(deciding?.what === 'confirm' ? 'do.confirm' : 'do.undo')}
        onConfirm={() => deciding && decision.mutate(deciding, { onSuccess: close })}
        onClose={close}
        isBusy={decision.isPending}
        isDangerous={deciding?.what === 'undo'}
      >
        <Text>{t(deciding?.what === 'confirm' ? 'means.confirm' : 'means.undo')}</Text>
        <ErrorText text={decision.errorText} />
      </ConfirmDialog>
    </section>
  )
}

function AuditRow({
  audit,
  isOfAll,
  onDecide,
}: {
  audit: RecordedAudit
  isOfAll: boolean
  onDecide: ((decision: Decision) => void) | null
}) {
  const { t } = useTranslation('audits')
  const { number, money, dateTime } = formats()
  const { status, kind, pieces, turnover, by, confirmed, undone } = audit
  const when = (at: string) => dateTime(fromIso(at))
  const brought =
    kind === 'first' || kind === 'other'
      ? t('brought.base')
      : [t('brought.pieces', { count: pieces, shown: number(pieces) }), ...(turnover === undefined ? [] : [money(turnover)])].join(' · ')
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Group gap="xs">
          {isOfAll && <MachineLink machine={audit.machine} />}
          <Text fw={600}>{when(audit.readAt)}</Text>
          <Badge variant="light" color={COLOURS[status]}>
            {t(`status.${status}`)}
          </Badge>
          {audit.isCut && (
            <Badge variant="light" color="orange">
              {t('isCut')}
            </Badge>
          )}
          {audit.warnings.includes('AUDIT_DAMAGED') && (
            <Badge variant="light" color="orange" title={t('damaged')}>
              {t('isDamaged')}
            </Badge>
          )}
        </Group>
        {status === 'BOOKED' && <Text size="sm">{brought}</Text>}
        <Text size="sm" c="dimmed">
          {[
            by ? t('broughtBy', { who: by, at: when(audit.receivedAt) }) : when(audit.receivedAt),
            t(`readAtFrom.${audit.readAtFrom}`),
          ].join(' · ')}
        </Text>
        {confirmed && (
          <Text size="sm" c="dimmed">
            {t('confirmedBy', { who: confirmed.by ?? '–', at: when(confirmed.at) })}
          </Text>
        )}
        {undone && (
          <Text size="sm" c="dimmed">
            {t('undoneBy', { who: undone.by ?? '–', at: when(undone.at) })}
          </Text>
        )}
        {status === 'HELD' && <AuditReasons reasons={audit.reasons} />}
      </div>
      {onDecide && (
        <Group gap="xs">
          {status !== 'BOOKED' && (
            <Button variant="light" onClick={() => onDecide({ audit, what: 'confirm' })}>
              {t('do.confirm')}
            </Button>
          )}
          {status !== 'UNDONE' && (
            <Button variant="default" onClick={() => onDecide({ audit, what: 'undo' })}>
              {t('do.undo')}
            </Button>
          )}
        </Group>
      )}
    </li>
  )
}
