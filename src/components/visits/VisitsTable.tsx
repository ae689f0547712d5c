import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { Visit } from '#contract/rounds.ts'
import { useVisitLabels } from './use-visit-labels.ts'
import { VisitDialog } from './VisitDialog.tsx'
import classes from './VisitsTable.module.css'

type Props = {
  rows: readonly Visit[]
  isFading?: boolean
  /** The page already shows the machine. */
  isOfMachine?: boolean
}

/** Visits; each opens what was recorded in it. */
export function VisitsTable({ rows, isFading = false, isOfMachine = false }: Props) {
  const { t } = useTranslation('visits')
  const { number } = formats()
  const labels = useVisitLabels()
  const figure = (value: number) => (value === 0 ? '–' : number(value))
  const [open, setOpen] = useState<Visit | null>(null)
  const columns: Column<Visit>[] = [
    { key: 'when', label: t('column.when'), className: classes.unbroken, cell: (visit) => labels.when(visit) },
    ...(isOfMachine
      ? []
      : [
          {
            key: 'machine',
            label: t('column.machine'),
            cell: ({ machine: { id, name } }: Visit) => (
              <Anchor renderRoot={(props) => <Link to="/dashboard/machines/$machineId" params={{ machineId: String(id) }} {...props} />}>
                {name}
              </Anchor>
            ),
          },
        ]),
    { key: 'who', label: t('column.who'), cell: ({ user }) => user?.name ?? '–' },
    { key: 'length', label: t('column.length'), className: classes.unbroken, cell: (visit) => labels.length(visit) },
    { key: 'start', label: t('column.start'), cell: (visit) => labels.start(visit) || '–' },
    { key: 'added', label: t('column.added'), isNumber: true, cell: ({ added }) => figure(added) },
    { key: 'removed', label: t('column.removed'), isNumber: true, cell: ({ removed }) => figure(removed) },
    { key: 'withdrawals', label: t('column.withdrawals'), isNumber: true, cell: ({ withdrawals }) => figure(withdrawals) },
    {
      key: 'details',
      label: '',
      className: classes.unbroken,
      cell: (visit) => (
        <Button
          variant="subtle"
          size="compact-md"
          mih={40}
          miw={88}
          aria-label={t('detailsOf', { machine: visit.machine.name, when: labels.when(visit) })}
          onClick={() => setOpen(visit)}
        >
          {t('details')}
        </Button>
      ),
    },
  ]
  return (
    <>
      <Table
        label={t('title')}
        {...(isOfMachine ? {} : { name: 'visits' })}
        isComplete={false}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        isFading={isFading}
      />
      <VisitDialog visit={open} onClose={() => setOpen(null)} />
    </>
  )
}
