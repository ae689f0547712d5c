import { Anchor, Button, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { AuditEntry } from '#contract/audit.ts'
import { type Change, changesOf } from '#domain/audit-changes.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { fromIso } from '#domain/time.ts'
import classes from './AllChanges.module.css'
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

const FEW = 4

/** The changed fields of an entry by the part that they belong to: the value before, and the value after. Nothing if it has none. */
function BeforeAndAfter({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('auditLog')
  const labels = useAuditLabels()
  const [isWhole, setWhole] = useState(false)
  const all = changesOf(entry, getSession().account.currency)
  const shown = isWhole ? all : all.slice(0, FEW)
  if (all.length === 0) return null
  const partOf = ({ about }: Change) => (about ? labels.about(about, entry) : '')
  return (
    <>
      <ul className={classes.changes}>
        {shown.map((change, index) => {
          const part = partOf(change)
          const previous = shown[index - 1]
          const isFirst = part !== '' && part !== (previous ? partOf(previous) : '')
          return (
            <Fragment key={`${part} ${change.field}`}>
              {isFirst && <li className={classes.part}>{part}</li>}
              <li>
                <span className={classes.field}>{labels.field(change.field)}:</span>{' '}
                {change.before !== null && (
                  <>
                    <span className={classes.before}>{labels.value(change, change.before, entry)}</span> →{' '}
                  </>
                )}
                <span className={classes.after}>{labels.value(change, change.after, entry)}</span>
              </li>
            </Fragment>
          )
        })}
      </ul>
      {all.length > shown.length && (
        <Button variant="subtle" size="compact-md" mih={32} onClick={() => setWhole(true)}>
          {t('showMore', { number: all.length })}
        </Button>
      )}
    </>
  )
}

type Goal = Pick<LinkProps, 'to' | 'params' | 'search'>

/** Where the changed thing is; null if it has no page, or none any more. */
function linkOf(entry: AuditEntry): Goal | null {
  const { of, machine, action } = entry
  const name = nameIn(entry, of.kind, of.id)
  switch (of.kind) {
    case 'machine':
    case 'operation':
      return machine?.active ? { to: '/dashboard/machines/$machineId', params: { machineId: String(machine.id) } } : null
    case 'product':
      return name === undefined || action === 'product-deleted' ? null : { to: '/dashboard/assortment', search: { q: name } }
    case 'user':
      return name === undefined ? null : { to: '/dashboard/settings/employees', search: { q: name } }
    case 'group':
      return action === 'group-deleted' ? null : { to: '/dashboard/settings/machine-groups' }
    case 'device':
      return { to: '/dashboard/more/devices-list' }
    case 'supplier':
      return { to: '/dashboard/inventory', search: { tab: 'suppliers', ...(name === undefined ? {} : { q: name }) } }
    case 'purchase':
      return { to: '/dashboard/inventory', search: { tab: 'purchases' } }
    case 'template':
      return action === 'template-deleted' ? null : { to: '/dashboard/planograms', search: { template: Number(of.id) } }
    case 'order':
      return { to: '/dashboard/orders/$orderId', params: { orderId: String(of.id) } }
    case 'van':
      return { to: '/dashboard/vans/$vanId', params: { vanId: String(of.id) } }
    case 'issue':
      return { to: '/dashboard/more/issues', search: { issue: String(of.id) } }
    case 'pass':
      return { to: '/dashboard/more/employee-passes' }
    case 'api-key':
    case 'webhook':
      return { to: '/dashboard/more/developer' }
    default:
      return null
  }
}

/** The stock change that the entry is about, in its day of the list. */
function stockChangeOf({ activity, machine }: AuditEntry): Goal | null {
  if (!activity) return null
  const day = isoDay(dayOf(fromIso(activity.at), getSession().account.timezone))
  return { to: '/dashboard/more/refill-history', search: { day, change: activity.id, ...(machine ? { machine: machine.id } : {}) } }
}
