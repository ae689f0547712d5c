import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import { Card } from '#app/ui/Card.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { UncountedBag } from '#contract/collections.ts'
import { fromIso } from '#domain/time.ts'
import classes from './Cash.module.css'

type Props = { rows: readonly UncountedBag[]; onChoose(bag: UncountedBag): void }

/** Collections that are not counted yet, with their age and without any amount. */
export function UncountedTable({ rows, onChoose }: Props) {
  const { t } = useTranslation('collections')
  const { dateTime } = formats()
  const columns: Column<UncountedBag>[] = [
    {
      key: 'bag',
      label: t('column.bag'),
      sortBy: ({ bag }) => bag,
      cell: ({ bag, bagUsedTwice }) => (
        <>
          {bag ?? t('noBag')}
          {bagUsedTwice && <span className={classes.note}>{t('usedTwice')}</span>}
        </>
      ),
    },
    { key: 'machine', label: t('column.machine'), sortBy: ({ machine }) => machine.name, cell: ({ machine }) => machine.name },
    { key: 'user', label: t('column.user'), sortBy: ({ user }) => user?.name, cell: ({ user }) => user?.name ?? '–' },
    {
      key: 'created',
      label: t('column.created'),
      sortBy: ({ created }) => fromIso(created),
      cell: ({ created }) => (
        <>
          <AgeText at={fromIso(created)} />
          <span className={classes.note}>{dateTime(fromIso(created))}</span>
        </>
      ),
    },
    {
      key: 'count',
      label: t('column.count'),
      hasNoPhoneLabel: true,
      cell: (row) => (
        <Button variant="light" size="sm" onClick={() => onChoose(row)} aria-label={t('countOf', { machine: row.machine.name })}>
          {t('column.count')}
        </Button>
      ),
    },
  ]
  return (
    <Card component="div" p={0}>
      <Table label={t('uncounted.label')} columns={columns} rows={rows} keyOf={({ id }) => id} name="uncounted-bags" />
    </Card>
  )
}
