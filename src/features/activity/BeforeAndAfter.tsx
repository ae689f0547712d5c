import { Button } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import type { AuditEntry } from '#contract/audit.ts'
import { type Change, changesOf } from '#domain/audit-changes.ts'
import classes from './AllChanges.module.css'
import { useAuditLabels } from './use-audit-labels.ts'

const FEW = 4

/** The changed fields of an entry by the part that they belong to: the value before, and the value after. Nothing if it has none. */
export function BeforeAndAfter({ entry }: { entry: AuditEntry }) {
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
