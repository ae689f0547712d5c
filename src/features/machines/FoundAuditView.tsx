import { Alert, Box, Checkbox, Table, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MomentFields } from '#app/components/form/MomentFields.tsx'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { NumberFields, useNumberFields } from '#app/ui/number-fields.ts'
import type { AuditPreview } from '#contract/dex-audits.ts'
import type { Machine } from '#contract/machines.ts'
import { momentAt, wallClock } from '#domain/calendar.ts'
import { fromIso, type Moment, toIso } from '#domain/time.ts'
import classes from './AuditCard.module.css'
import { AuditFigures } from './AuditFigures.tsx'
import { AuditReasons } from './AuditReasons.tsx'
import type { FoundAudit } from './audit-files.ts'
import { auditPreview } from './audits.queries.ts'
import { useAuditWarnings } from './use-audit-warnings.ts'

type Props = {
  machine: Machine
  audit: FoundAudit
  onReadAt: (at: Moment) => void
  /** It is not recorded as it is: already known, or doubtful and not confirmed. */
  onDecide: (decision: { waits: boolean; confirm: boolean }) => void
}

/** One audit: its machine, when it was read, and its effect. */
export function FoundAuditView({ machine, audit, onReadAt, onDecide }: Props) {
  const { t } = useTranslation('audits')
  const { t: refusals } = useTranslation('refusals')
  const { dateTime } = formats()
  const { data: answer } = useQuery(auditPreview(machine.id, audit))
  const [isSure, setSure] = useState(false)
  const why = useWhyNot()
  const { companyRole, timezone } = getSession().account
  const isManager = companyRole === 'ROLE_MANAGER'
  const preview = answer?.state === 'answered' ? answer.value : null
  const { reading } = audit
  const { hasWrong, noteWrong } = useNumberFields()
  /** The entered time if it is incomplete or later than now. */
  const [refused, setRefused] = useState<string | null>(null)
  const hasNoTime = hasWrong || refused !== null
  const enter = (wall: string) => {
    const at = wall === '' ? null : momentAt(Date.parse(`${wall}Z`), timezone)
    const isPast = at !== null && at <= Date.now()
    setRefused(isPast ? null : wall)
    if (isPast) onReadAt(at)
  }
  const isDoubtful = preview?.needsConfirmation ?? false
  const isKnown = preview?.kind === 'known'
  // An employee's doubtful audit is stored, and a manager decides.
  const waits = isKnown || hasNoTime || (isDoubtful && isManager && !isSure)
  const report = useEffectEvent(onDecide)
  useEffect(() => report({ waits, confirm: isDoubtful && isSure }), [waits, isDoubtful, isSure])

  const about = [reading.machine.model, reading.machine.serial && t('serial', { serial: reading.machine.serial })]
    .filter(Boolean)
    .join(' · ')
  const readAt = preview && audit.readAtFrom !== 'PERSON' ? fromIso(preview.readAt) : audit.readAt
  return (
    <section className={classes.audit} aria-label={audit.name}>
      <Title order={3}>{audit.name}</Title>
      <Text>{about || t('noName')}</Text>
      <Box mt="xs" maw="22rem">
        <NumberFields value={noteWrong}>
          <MomentFields
            label={t('readAt')}
            hint={t(`readAtFrom.${preview && audit.readAtFrom !== 'PERSON' ? preview.readAtFrom : audit.readAtFrom}`)}
            value={refused ?? wallText(readAt, timezone)}
            min="1970-01-01"
            max={wallText(Date.now(), timezone).slice(0, 10)}
            error={refused ? t('readAtLater') : null}
            onChange={enter}
          />
        </NumberFields>
      </Box>
      {isKnown && <Alert mt="sm">{t('known')}</Alert>}
      {!reading.integrity.isWhole && (
        <Alert mt="sm" color="orange" icon={<IconAlertTriangle aria-hidden />}>
          {t('cut')}
        </Alert>
      )}
      {preview?.warnings.includes('AUDIT_DAMAGED') && (
        <Alert mt="sm" color="orange" icon={<IconAlertTriangle aria-hidden />}>
          {t('damaged')}
        </Alert>
      )}
      {preview && isDoubtful && (
        <AuditReasons reasons={preview.reasons}>
          {isManager ? (
            <Checkbox
              mt="xs"
              label={t('sure', { machine: machine.name })}
              checked={isSure}
              onChange={(event) => setSure(event.currentTarget.checked)}
            />
          ) : (
            <Text size="sm">{t('managerDecides')}</Text>
          )}
        </AuditReasons>
      )}
      {answer?.state === 'refused' && (
        <Alert mt="sm" color="red">
          {refusals(answer.code, { defaultValue: refusals('UNKNOWN', { code: answer.code }) })}
        </Alert>
      )}
      {answer && !preview && answer.state !== 'answered' && answer.state !== 'refused' && (
        <Text c="dimmed" mt="sm">
          {`${why(answer).title}. ${t('offline')}`}
        </Text>
      )}
      {preview?.kind === 'first' && <Text mt="sm">{t('first')}</Text>}
      {preview?.kind === 'other' && <Text mt="sm">{t('other')}</Text>}
      {preview?.kind === 'since' && preview.previous && (
        <Text mt="sm" fw={600}>
          {t(preview.turnover === undefined ? 'since' : 'sinceMoney', {
            count: preview.pieces,
            shown: formats().number(preview.pieces),
            at: dateTime(fromIso(preview.previous.readAt)),
            money: formats().money(preview.turnover ?? 0),
          })}
        </Text>
      )}
      <Selections audit={audit} preview={preview} />
      {preview?.figures && <AuditFigures figures={preview.figures} />}
      <AuditWarnings preview={preview} />
    </section>
  )
}

/** Only what needs an action. */
function AuditWarnings({ preview }: { preview: AuditPreview | null }) {
  const { t } = useTranslation('audits')
  const warnings = useAuditWarnings()(preview)
  if (warnings.length === 0) return null
  return (
    <Alert mt="sm" color="orange" title={t('odd')}>
      <ul className={classes.reasons}>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Alert>
  )
}

/** Selections with sales since the last reading, and the machine's own totals; without a network, their total sales. */
function Selections({ audit: { reading }, preview }: { audit: FoundAudit; preview: AuditPreview | null }) {
  const { t } = useTranslation('audits')
  const { number, money } = formats()
  const isKnown = preview?.kind === 'since'
  const brought = new Map(preview?.selections.map((one) => [one.selection, one]))
  const rows = isKnown
    ? preview.selections.map(({ selection }) => reading.selections.find(({ number: name }) => name === selection) ?? { number: selection })
    : reading.selections.filter(({ paid, isPseudo, paidBy }) => !isPseudo && paidBy !== 'price-lists' && (paid.count.init ?? 0) > 0)
  if (rows.length === 0) return null
  const withMoney = isKnown && preview.turnover !== undefined
  const total = reading.totals.paid.count.init
  const inAll = (row: (typeof rows)[number]) => ('paid' in row ? row.paid.count.init : null)
  const figure = (value: number | null) => (value === null ? '–' : number(value))
  return (
    <Table.ScrollContainer minWidth={280} mah={320} mt="sm">
      <Table aria-label={t('selections')} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('selection')}</Table.Th>
            <Table.Th scope="col" className={classes.figure}>
              {t('inAll')}
            </Table.Th>
            {isKnown && (
              <Table.Th scope="col" className={classes.figure}>
                {t('new')}
              </Table.Th>
            )}
            {withMoney && (
              <Table.Th scope="col" className={classes.figure}>
                {t('turnover')}
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.number}>
              <Table.Td>{'name' in row && row.name ? t('named', { selection: row.number, name: row.name }) : row.number}</Table.Td>
              <Table.Td className={classes.figure}>{figure(inAll(row))}</Table.Td>
              {isKnown && <Table.Td className={classes.figure}>{number(brought.get(row.number)?.pieces ?? 0)}</Table.Td>}
              {withMoney && <Table.Td className={classes.figure}>{money(brought.get(row.number)?.turnover ?? 0)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          {isKnown && (
            <Table.Tr>
              <Table.Th scope="row">{t('sum')}</Table.Th>
              <Table.Td />
              <Table.Td className={classes.figure}>{number(preview.pieces)}</Table.Td>
              {withMoney && <Table.Td className={classes.figure}>{money(preview.turnover ?? 0)}</Table.Td>}
            </Table.Tr>
          )}
          {total !== null && (
            <Table.Tr>
              <Table.Th scope="row">{t('machineTotal')}</Table.Th>
              <Table.Td className={classes.figure}>{number(total)}</Table.Td>
              {isKnown && <Table.Td className={classes.figure}>{figure(preview.figures?.pieces ?? null)}</Table.Td>}
              {withMoney && (
                <Table.Td className={classes.figure}>
                  {typeof preview.figures?.turnover === 'number' ? money(preview.figures.turnover) : '–'}
                </Table.Td>
              )}
            </Table.Tr>
          )}
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  )
}

/** A value of the fields for a day and a time, in the time zone of the company. */
const wallText = (at: Moment, timezone: string): string => toIso(wallClock(at, timezone)).slice(0, 16)
