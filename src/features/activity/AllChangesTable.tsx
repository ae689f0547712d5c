import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { AuditEntry } from '#contract/audit.ts'
import { fromIso } from '#domain/time.ts'
import classes from './AllChanges.module.css'
import { BeforeAndAfter } from './BeforeAndAfter.tsx'
import { linkOf, stockChangeOf } from './thing-link.ts'
import { nameIn, useAuditLabels } from './use-audit-labels.ts'

/** Entries of the audit log. */
export function AllChangesTable({ rows, isFading }: { rows: readonly AuditEntry[]; isFading: boolean }) {
  const { t } = useTranslation('auditLog')
  const columns: Column<AuditEntry>[] = [
    { key: 'what', label: t('column.what'), width: 'minmax(12rem, 1.2fr)', cell: (entry) => <What entry={entry} /> },
    { key: 'changes', label: t('column.changes'), width: 'minmax(16rem, 2fr)', cell: (entry) => <BeforeAndAfter entry={entry} /> },
    { key: 'who', label: t('column.who'), width: 'minmax(8rem, 0.8fr)', cell: (entry) => <Who entry={entry} /> },
    { key: 'when', label: t('column.when'), width: 'minmax(8rem, 0.8fr)', cell: (entry) => <When entry={entry} /> },
  ]
  return (
    <Table
      name="changes"
      isComplete={false}
      label={t('title')}
      columns={columns}
      rows={rows}
      keyOf={({ seq }) => seq}
      isFading={isFading}
    />
  )
}

/** What was done, and to which thing. */
function What({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('auditLog')
  const labels = useAuditLabels()
  const thing = labels.thing(entry)
  const link = linkOf(entry)
  const change = stockChangeOf(entry)
  return (
    <span className={classes.what}>
      <span className={classes.action}>{labels.action(entry.action)}</span>
      {thing !== null &&
        (link ? <Anchor renderRoot={(props) => <Link {...link} {...props} />}>{thing}</Anchor> : <Text span>{thing}</Text>)}
      {change && <Anchor renderRoot={(props) => <Link {...change} {...props} />}>{t('toStock')}</Anchor>}
    </span>
  )
}

/** The person, and the API key that acted in their name. */
function Who({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('auditLog')
  const { user, apiKey } = entry
  return (
    <>
      {user?.name ?? t('former')}
      {apiKey !== null && (
        <span className={classes.note}>{t('byKey', { name: nameIn(entry, 'api-key', apiKey) ?? t('numbered', { number: apiKey }) })}</span>
      )}
    </>
  )
}

/** When the server recorded it, and the device's own time if it was sent later. */
function When({ entry: { at, deviceAt } }: { entry: AuditEntry }) {
  const { t } = useTranslation('auditLog')
  const { dateTime } = formats()
  const [recorded, own] = [dateTime(fromIso(at)), deviceAt === null ? null : dateTime(fromIso(deviceAt))]
  return (
    <>
      <time dateTime={at}>{recorded}</time>
      {own !== null && own !== recorded && <span className={classes.note}>{t('offline', { at: own })}</span>}
    </>
  )
}
