import { Button, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlertLabels } from '#app/components/alert-labels.ts'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { restart } from '#app/data/machine-today.ts'
import { shareOf } from '#app/data/machines.ts'
import { waysOf } from '#app/data/ways.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import { Card } from '#app/ui/Card.tsx'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { FLUSH } from '#app/ui/flush.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { DashboardToday, NeedsAction } from '#contract/dashboard.ts'
import type { Machine } from '#contract/machines.ts'
import { isDown } from '#domain/machines/needs-action.ts'
import { fromIso } from '#domain/time.ts'
import classes from './NeedsActionTable.module.css'

/** The machines that need action, the highest loss first, each with one action. */
export function NeedsActionTable({ today, machines }: { today: DashboardToday; machines: readonly Machine[] }) {
  const { t } = useTranslation('dashboard')
  const { money } = formats()
  const { machine: wayTo } = waysOf(getSession().account)
  const why = useReasonLabels()
  const columns: Column<NeedsAction>[] = [
    {
      key: 'machine',
      label: t('today.column.machine'),
      width: 'minmax(8rem, 1.5fr)',
      className: classes.machine,
      cell: ({ machine }) => <Link {...wayTo(machine.id)}>{machine.name}</Link>,
    },
    {
      key: 'why',
      label: t('today.column.why'),
      width: 'minmax(8rem, 2fr)',
      hasNoPhoneLabel: true,
      className: classes.why,
      cell: (row) => (
        <span data-down={isDown(row.reason) || undefined} className={classes.reason}>
          {why(row)}
          {row.others > 0 && <span className={classes.others}> {t('today.others', { count: row.others })}</span>}
        </span>
      ),
    },
    {
      key: 'since',
      label: t('today.column.since'),
      width: 'minmax(9rem, 1fr)',
      isWord: true,
      hasNoPhoneLabel: true,
      className: classes.since,
      cell: ({ since }) => (since === null ? '–' : <AgeText at={fromIso(since)} />),
    },
    {
      key: 'loss',
      label: t('today.column.loss'),
      width: 'minmax(6rem, 0.75fr)',
      isNumber: true,
      hasNoPhoneLabel: true,
      className: classes.loss,
      cell: ({ lossPerHour }) => (!lossPerHour ? '–' : t('today.perHour', { amount: money(lossPerHour) })),
    },
    {
      key: 'who',
      label: t('today.column.who'),
      width: 'minmax(7rem, 1fr)',
      hasNoPhoneLabel: true,
      className: classes.who,
      cell: ({ assigned }) => (assigned.length === 0 ? t('today.nobody') : assigned.map(({ name }) => name).join(', ')),
    },
    { key: 'action', label: '', width: '8.5rem', className: classes.action, cell: (row) => <Action row={row} /> },
  ]
  return (
    <Card aria-label={t('today.needsAction')} py="xs">
      <div className={classes.head}>
        <Title order={2}>{t('today.needsAction')}</Title>
        {today.needsActionCount > 0 && (
          <LinkButton to="/dashboard/machines" search={{ only: 'action' }} {...FLUSH}>
            {t('today.all', { count: today.needsActionCount })}
          </LinkButton>
        )}
      </div>
      {today.needsAction.length === 0 ? (
        <NoAction machines={machines} />
      ) : (
        <Table
          label={t('today.needsAction')}
          columns={columns}
          rows={today.needsAction}
          keyOf={({ machine }) => machine.id}
          cardClass={classes.row}
        />
      )}
    </Card>
  )
}

/** The next step is the first machine whose stock is unknown: it never appears in this table as empty. */
function NoAction({ machines }: { machines: readonly Machine[] }) {
  const { t } = useTranslation('dashboard')
  const { machine: wayTo } = waysOf(getSession().account)
  const unset = machines.find((machine) => shareOf(machine) === null)
  if (!unset) return <EmptyState icon={<IconCircleCheck />} title={t('today.none')} text={t('today.noneText')} />
  return (
    <EmptyState
      icon={<IconCircleCheck />}
      title={t('today.none')}
      text={t('today.unset', { machine: unset.name })}
      action={
        <LinkButton {...wayTo(unset.id)} search={{ tab: 'installed_products' }}>
          {t('machines:editProducts')}
        </LinkButton>
      }
    />
  )
}

/** A machine without an employee is assigned first; a stopped one is restarted if it can be; the others are visited. */
function Action({ row: { machine, assigned, reason, canRestart } }: { row: NeedsAction }) {
  const { t } = useTranslation('dashboard')
  const { machine: wayTo, visit } = waysOf(getSession().account)
  if (reason === 'STOPPED' && canRestart) return <RestartMachine machine={machine} />
  const isAssigned = assigned.length > 0
  const way = isAssigned ? visit(machine.id) : { ...wayTo(machine.id), search: { tab: 'settings' } as const }
  const words = t(isAssigned ? 'today.visit' : 'today.assign')
  return (
    <LinkButton {...way} variant="default" size="sm" aria-label={t('today.actionFor', { action: words, machine: machine.name })}>
      {words}
    </LinkButton>
  )
}

function useReasonLabels() {
  const { t } = useTranslation('dashboard')
  const alert = useAlertLabels()
  return ({ reason, code, count }: NeedsAction): string => {
    if (reason === 'EMPTY') return t('machines:emptyPlaces', { count })
    if (reason === 'FAULT' && code !== null) return alert(code)
    if (reason === 'PROBLEM' && code !== null)
      return t('today.reported', { what: t([`problems:cause.${code}`, `issues:kind.${code}`, 'issues:kind.OTHER']) })
    return t(`today.reason.${reason}`)
  }
}

/** Restarts a machine after a confirmation. */
function RestartMachine({ machine }: Pick<NeedsAction, 'machine'>) {
  const { t } = useTranslation('machines')
  const [isOpen, setOpen] = useState(false)
  const restarting = useKeyedMutation(restart(machine.id))
  const close = () => {
    setOpen(false)
    restarting.reset()
  }
  const restartNow = () =>
    restarting.mutate(
      {},
      {
        onSuccess: () => {
          toastSuccess(t('restarted'))
          close()
        },
      },
    )
  return (
    <>
      <Button
        variant="default"
        size="sm"
        aria-label={t('dashboard:today.actionFor', { action: t('restart'), machine: machine.name })}
        onClick={() => setOpen(true)}
      >
        {t('restart')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('restartConfirm', { machine: machine.name })}
        confirm={t('restart')}
        isBusy={restarting.isPending}
        onClose={close}
        onConfirm={restartNow}
      >
        <Text>{t('restartMeans')}</Text>
        <ErrorText text={restarting.errorText} />
      </ConfirmDialog>
    </>
  )
}
