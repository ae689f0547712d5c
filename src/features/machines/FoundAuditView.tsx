import { Alert, Checkbox, Table, Text, TextInput, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auditPreview, type FoundAudit } from '#app/data/audits.ts'
import { openHere } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import type { AuditPreview, Machine } from '#contract/machines.ts'
import { toDecimal } from '#domain/money.ts'
import { seesMoney } from '#domain/team/permissions.ts'
import { DAY, fromIso, type Moment } from '#domain/time.ts'
import classes from './AuditCard.module.css'

type Props = { machine: Machine; audit: FoundAudit; onReadAt: (at: Moment) => void; onWait: (waits: boolean) => void }

/** One audit: whose it is, when it was read, what it brings, and what is odd about it. */
export function FoundAuditView({ machine, audit, onReadAt, onWait }: Props) {
  const { t } = useTranslation('audits')
  const { t: refusals } = useTranslation('refusals')
  const { dateTime } = formats()
  const { data: answer, isPending } = useQuery(auditPreview(machine.id, audit))
  const [isSure, setSure] = useState(false)
  const preview = answer?.state === 'answered' ? answer.value : null
  const { reading } = audit
  const isDoubtful = preview?.kind === 'other'
  const isKnown = preview?.kind === 'known'
  const waits = isKnown || (isDoubtful && !isSure)
  const tell = useEffectEvent(onWait)
  useEffect(() => tell(waits), [waits])

  const about = [reading.machine.model, reading.machine.serial && t('serial', { serial: reading.machine.serial })]
    .filter(Boolean)
    .join(' · ')
  const clock = reading.clock ? Date.parse(reading.clock) : null
  const codes = [...new Set(reading.warnings.map(({ code }) => code))]
  return (
    <section className={classes.audit} aria-label={audit.name}>
      <Title order={3} size="h5">
        {audit.name}
      </Title>
      <Text>{about || t('noName')}</Text>
      <TextInput
        type="datetime-local"
        label={t('readAt')}
        description={clock !== null && Math.abs(clock - audit.readAt) > DAY ? t('clock', { at: dateTime(clock) }) : undefined}
        value={localText(audit.readAt)}
        max={localText(Date.now())}
        onChange={({ currentTarget: { value } }) => {
          const at = Date.parse(value)
          if (!Number.isNaN(at)) onReadAt(Math.min(at, Date.now()))
        }}
        mt="xs"
        maw="20rem"
      />
      {isKnown && <Alert mt="sm">{t('known')}</Alert>}
      {isDoubtful && (
        <Alert mt="sm" color="orange" icon={<IconAlertTriangle aria-hidden />}>
          {t(`doubt.${preview.warnings[0]}`, { serial: preview.previous?.serial ?? '–' })}
          <Checkbox
            mt="xs"
            label={t('sure', { machine: machine.name })}
            checked={isSure}
            onChange={(event) => setSure(event.currentTarget.checked)}
          />
        </Alert>
      )}
      {answer?.state === 'refused' && (
        <Alert mt="sm" color="red">
          {refusals(answer.code, { defaultValue: refusals('UNKNOWN', { code: answer.code }) })}
        </Alert>
      )}
      {!isPending && !preview && answer?.state !== 'refused' && (
        <Text c="dimmed" mt="sm">
          {t('offline')}
        </Text>
      )}
      {preview?.kind === 'first' && <Text mt="sm">{t('first')}</Text>}
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
      <CashIdentity audit={audit} />
      {(codes.length > 0 || (preview && preview.kind !== 'other' && preview.warnings.length > 0)) && (
        <Alert mt="sm" color="orange" title={t('odd')}>
          <ul>
            {codes.map((code) => (
              <li key={code}>
                {t(`warning.${code}`, { lines: reading.warnings.flatMap((one) => (one.code === code ? [one.line] : [])).join(', ') })}
              </li>
            ))}
            {preview?.kind !== 'other' && preview?.warnings.map((code) => <li key={code}>{t(`brings.${code}`, code)}</li>)}
          </ul>
        </Alert>
      )}
    </section>
  )
}

/** Selections that ever sold something: what they sold in all, and since the last reading where that is known. */
function Selections({ audit: { reading }, preview }: { audit: FoundAudit; preview: AuditPreview | null }) {
  const { t } = useTranslation('audits')
  const { number, money } = formats()
  const brought = new Map(preview?.selections.map((one) => [one.selection, one]))
  const rows = reading.selections.filter(
    ({ number: name, paid, isPseudo }) => brought.has(name) || (!isPseudo && (paid.count.init ?? 0) > 0),
  )
  if (rows.length === 0) return null
  const isKnown = preview?.kind === 'since'
  const withMoney = isKnown && preview.turnover !== undefined
  return (
    <Table.ScrollContainer minWidth={280} mah={320} mt="sm">
      <Table aria-label={t('selections')}>
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
          {rows.map(({ number: selection, name, paid }) => (
            <Table.Tr key={selection}>
              <Table.Td>{name ? t('named', { selection, name }) : selection}</Table.Td>
              <Table.Td className={classes.figure}>{paid.count.init === null ? '–' : number(paid.count.init)}</Table.Td>
              {isKnown && <Table.Td className={classes.figure}>{number(brought.get(selection)?.pieces ?? 0)}</Table.Td>}
              {withMoney && <Table.Td className={classes.figure}>{money(brought.get(selection)?.turnover ?? 0)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** Whether box, tubes and bills add up to the cash that came in; for those who see money. */
function CashIdentity({ audit: { reading } }: { audit: FoundAudit }) {
  const { t } = useTranslation('audits')
  const { account } = openHere()
  const { cash, scale } = reading
  if (!seesMoney(account) || cash.in.init === null || scale.currency !== account.currency) return null
  const money = (minor: number | null) => formats().money(toDecimal(minor ?? 0, account.currency))
  const isSound = !reading.warnings.some(({ code }) => code === 'CASH_DOES_NOT_ADD_UP')
  return (
    <Text size="sm" mt="sm" c={isSound ? 'dimmed' : 'orange'}>
      {t(isSound ? 'cash' : 'cashOff', {
        all: money(cash.in.init),
        box: money(cash.toBox.init),
        tubes: money(cash.toTubes.init),
        bills: money(cash.bills.init),
      })}
    </Text>
  )
}

/** As a field for a moment wants it: by the clock on the wall. */
const localText = (at: Moment): string => {
  const moment = new Date(at)
  return new Date(at - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
