import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Issue } from '#contract/issues.ts'

type Staff = NonNullable<Issue['staff']>

/** Marks a report of an employee, and one of a machine that sells nothing. */
export function StaffMark({ staff }: { staff: Staff }) {
  const { t } = useTranslation('issues')
  return (
    <>
      {' '}
      <Badge color="slate" variant="light">
        {t('source.STAFF')}
      </Badge>
      {staff.outOfOrder && (
        <>
          {' '}
          <Badge color="red" variant="light">
            {t('kind.MACHINE_OUT_OF_SERVICE')}
          </Badge>
        </>
      )}
    </>
  )
}

/** The facts of an employee's report, as rows of the list of facts. */
export function StaffReport({ staff }: { staff: Staff }) {
  const { t } = useTranslation('issues')
  return (
    <>
      <dt>{t('list.reporter')}</dt>
      <dd>
        {staff.reporter.name}
        {staff.isUndone && ` · ${t('list.undone')}`}
      </dd>
      {staff.slot && (
        <>
          <dt>{t('problems:slot')}</dt>
          <dd>{staff.slot.number}</dd>
        </>
      )}
      <dt>{t('list.sells')}</dt>
      <dd>{t(staff.outOfOrder ? 'list.sellsNothing' : 'list.sellsOn')}</dd>
    </>
  )
}
