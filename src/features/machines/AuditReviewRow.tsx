import { Checkbox, Select, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { AuditPreview } from '#contract/dex-audits.ts'
import { identityKey } from '#domain/dex/identity.ts'
import { fromIso } from '#domain/time.ts'
import figures from './AuditCard.module.css'
import { AuditReasons } from './AuditReasons.tsx'
import classes from './AuditReview.module.css'
import type { AssignedAudit } from './audits.queries.ts'
import { useAuditWarnings } from './use-audit-warnings.ts'

/** One of several audits, with its effect and whether it will be recorded. */
export type ReviewedAudit = {
  audit: AssignedAudit
  machine: { id: number; name: string } | null
  matchedBy: 'SERIAL' | 'HAND' | null
  preview: AuditPreview | null
  isReady: boolean
}

type Props = {
  row: ReviewedAudit
  machines: readonly { id: number; name: string }[]
  onMachine: (id: number | null) => void
  onRecord: (isRecorded: boolean) => void
}

export function ReviewRow({ row: { audit, machine, matchedBy, preview, isReady }, machines, onMachine, onRecord }: Props) {
  const { t } = useTranslation('audits')
  const { number, money, dateTime } = formats()
  const warnings = useAuditWarnings()(preview)
  const { model, serial } = audit.reading.machine
  const isNew = preview !== null && preview.kind !== 'known'
  const isDamaged = preview?.warnings.includes('AUDIT_DAMAGED') ?? false
  const unassigned = identityKey(audit.reading) === null ? t('untold') : t('unassigned')
  return (
    <>
      <Table.Tr>
        <Table.Td className={figures.name}>
          {audit.name}
          <Text size="xs" c="dimmed">
            {[model, serial].filter(Boolean).join(' · ') || t('noName')}
          </Text>
          {(preview?.kind === 'known' || preview?.kind === 'first' || preview?.kind === 'other') && (
            <Text size="xs">{t(preview.kind)}</Text>
          )}
          {preview?.isCut && <Note text={t('cut')} />}
          {isDamaged && <Note text={t('damaged')} />}
          {warnings.map((warning) => (
            <Note key={warning} text={warning} />
          ))}
        </Table.Td>
        <Table.Td>
          <Select
            aria-label={t('machineOf', { file: audit.name })}
            placeholder={t('chooseMachine')}
            data={machines.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={machine ? String(machine.id) : null}
            onChange={(value) => onMachine(value === null ? null : Number(value))}
            searchable
            error={machine ? undefined : unassigned}
            description={matchedBy === 'SERIAL' ? t('bySerial') : undefined}
          />
        </Table.Td>
        <Table.Td>
          {dateTime(preview ? fromIso(preview.readAt) : audit.readAt)}
          <Text size="xs" c="dimmed">
            {t(`readAtFrom.${preview?.readAtFrom ?? audit.readAtFrom}`)}
          </Text>
        </Table.Td>
        <Table.Td className={figures.figure} data-label={t('new')}>
          {preview ? number(preview.pieces) : '–'}
        </Table.Td>
        <Table.Td className={figures.figure} data-label={t('turnover')}>
          {preview?.turnover === undefined ? '–' : money(preview.turnover)}
        </Table.Td>
        <Table.Td>
          <Checkbox
            aria-label={t('recordOf', { file: audit.name })}
            disabled={!isNew}
            checked={isReady}
            onChange={(event) => onRecord(event.currentTarget.checked)}
          />
        </Table.Td>
      </Table.Tr>
      {preview?.needsConfirmation && (
        <Table.Tr>
          <Table.Td colSpan={6} className={classes.whole}>
            <AuditReasons reasons={preview.reasons}>
              <Text size="sm">{t('tickToConfirm')}</Text>
            </AuditReasons>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

const Note = ({ text }: { text: string }) => (
  <Text size="xs" c="orange">
    {text}
  </Text>
)
