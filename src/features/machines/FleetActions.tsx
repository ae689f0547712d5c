import { Button, Select, Text } from '@mantine/core'
import { IconFileSpreadsheet, IconReceipt2, IconRefresh, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { PartsNote } from '#app/components/PartsNote.tsx'
import { PrintStickers } from '#app/components/PrintStickers.tsx'
import { useIsShown } from '#app/components/use-is-shown.ts'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { assignMachines, groupMachines, groups, restartMachines, servicemen } from '#app/data/machine-today.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { toastWithUndo } from '#app/ui/undo-toast.tsx'
import { MAX_SELECTED_MACHINES } from '#contract/machines.ts'
import { MAX_PREVIEWED_MACHINES } from '#contract/templates.ts'
import type { MachineId } from '#domain/ids.ts'
import { CommissionForm } from './CommissionForm.tsx'
import classes from './FleetActions.module.css'
import type { FleetMachine } from './fleet-machine.ts'
import { useFleetFile } from './use-fleet-file.ts'

type Props = { machines: readonly FleetMachine[] }

/** In a list of employees: one who is invited now. */
const NEW = 0

/** Actions for the selected machines, each in one request. */
export function FleetActions({ machines }: Props) {
  const { t } = useTranslation('machines')
  const saveFile = useFleetFile()
  const [isSaving, setSaving] = useState(false)
  const navigate = useNavigate()
  const why = useWhyNot()
  const isShown = useIsShown()
  const onError = (error: Error) => isShown() || toastError(why(error).text)
  // Options of the mutations and not of one call, whose callbacks are dropped when the selection is cleared before the response.
  const assigning = useKeyedMutation({
    ...assignMachines,
    onSuccess: ({ changed }, { userId, assigned }) => {
      const name = people?.find((one) => one.userId === userId)?.name
      const text = t(assigned ? 'bulk.assigned' : 'bulk.unassigned', { count: changed.length, name })
      if (changed.length === 0) toastSuccess(text)
      else toastWithUndo(text, () => assigningBack.mutate({ userId, assigned: !assigned, machineIds: changed }))
    },
    onError,
  })
  const grouping = useKeyedMutation({
    ...groupMachines,
    onSuccess: ({ changed }, { groupId }) => {
      const name = known?.find((one) => one.machineGroupId === groupId)?.name
      const text = t('bulk.grouped', { count: changed.length, name })
      if (changed.length === 0) toastSuccess(text)
      else toastWithUndo(text, () => groupingBack.mutate({ groupId, grouped: false, machineIds: changed }))
    },
    onError,
  })
  // The undo is offered after the selection is cleared and on other pages too, which do not show the errors of these actions.
  const undone = { onSuccess: () => toastSuccess(t('bulk.undone')), onError: (error: Error) => toastError(why(error).text) }
  const assigningBack = useKeyedMutation({ ...assignMachines, ...undone })
  const groupingBack = useKeyedMutation({ ...groupMachines, ...undone })
  const { data: people } = useQuery(servicemen())
  const { data: known } = useQuery(groups())
  const machineIds = machines.map(({ id }) => id)
  const isPending = [assigning, grouping, assigningBack, groupingBack].some((one) => one.isPending)

  const assignTo = (userId: number, assigned: boolean) => {
    grouping.reset()
    assigning.mutate({ userId, assigned, machineIds })
  }
  const addTo = (groupId: number) => {
    assigning.reset()
    grouping.mutate({ groupId, grouped: true, machineIds })
  }

  // An address with more machines would be longer than servers accept.
  const inviteFor = (ids: readonly MachineId[]) =>
    void navigate({
      to: '/dashboard/settings/employees',
      ...(ids.length > MAX_SELECTED_MACHINES ? { state: { invite: ids } } : { search: { invite: [...ids] } }),
    })

  const persons = (people ?? []).map(({ userId, name }) => ({ value: String(userId), label: name }))
  return (
    <>
      <Picker
        label={t('bulk.assign')}
        data={[{ value: String(NEW), label: t('bulk.newEmployee') }, ...persons]}
        isDisabled={isPending}
        onPick={(id) => (id === NEW ? inviteFor(machineIds) : assignTo(id, true))}
      />
      <Picker label={t('bulk.unassign')} data={persons} isDisabled={isPending} onPick={(id) => assignTo(id, false)} />
      <Picker
        label={t('bulk.group')}
        data={(known ?? []).map(({ machineGroupId, name }) => ({ value: String(machineGroupId), label: name }))}
        isDisabled={isPending}
        onPick={addTo}
      />
      <LinkButton
        to="/dashboard/planograms"
        search={{ machines: machineIds.slice(0, MAX_PREVIEWED_MACHINES) }}
        disabled={machineIds.length > MAX_PREVIEWED_MACHINES}
        variant="default"
        leftSection={<IconTemplate size={18} aria-hidden />}
      >
        {t('templates:apply.choose')}
      </LinkButton>
      <CommissionButton machines={machines} />
      <PrintStickers machines={machines} />
      <RestartButton machines={machines} />
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
        loading={isSaving}
        onClick={() => {
          setSaving(true)
          void saveFile(machines)
            .catch(() => toastError(t('transactions:export.failed')))
            .finally(() => setSaving(false))
        }}
      >
        {t('transactions:export.ask')}
      </Button>
      <ErrorText text={assigning.errorText ?? grouping.errorText} />
      <PartsNote of={assigning} />
      <PartsNote of={grouping} />
      <PartsNote of={assigningBack} />
      <PartsNote of={groupingBack} />
    </>
  )
}

type PickerProps = { label: string; data: { value: string; label: string }[]; isDisabled: boolean; onPick(id: number): void }

/** A list with a search whose choice is an action. */
const Picker = ({ label, data, isDisabled, onPick }: PickerProps) => (
  <Select
    className={classes.picker ?? ''}
    aria-label={label}
    placeholder={label}
    searchable
    disabled={isDisabled || data.length === 0}
    value={null}
    data={data}
    comboboxProps={{ position: 'top-start', width: 'max-content' }}
    onChange={(value) => value !== null && onPick(Number(value))}
  />
)

/** Sets the commission of the sites of the machines. */
function CommissionButton({ machines }: Props) {
  const { t } = useTranslation('commissions')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconReceipt2 size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('bulk')}
      </Button>
      <FormDialog opened={isOpen} title={t('bulkTitle', { n: machines.length })} onClose={() => setOpen(false)}>
        <CommissionForm
          machineIds={machines.map(({ id }) => id)}
          onCancel={() => setOpen(false)}
          onSaved={(changed) => {
            toastSuccess(t('bulkSaved', { n: changed }))
            setOpen(false)
          }}
        />
      </FormDialog>
    </>
  )
}

/** Restarts the machines after a confirmation, and lists those that could not be restarted, with the reason. */
function RestartButton({ machines }: Props) {
  const { t } = useTranslation('machines')
  const [isOpen, setOpen] = useState(false)
  const why = useWhyNot()
  const isShown = useIsShown()
  // Options of the mutation and not of one call, whose callbacks are dropped when the user leaves the list before the response.
  const restarting = useKeyedMutation({
    ...restartMachines,
    onSuccess: (outcomes) => {
      toastSuccess(t('bulk.restarted', { count: outcomes.filter(({ refusal }) => refusal === null).length }))
      if (outcomes.every(({ refusal }) => refusal === null)) close()
    },
    onError: (error: Error) => isShown() || toastError(why(error).text),
  })
  const refused = restarting.data?.filter(({ refusal }) => refusal !== null) ?? []
  const close = () => setOpen(false)
  const open = () => {
    restarting.reset()
    setOpen(true)
  }
  return (
    <>
      <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={open}>
        {t('bulk.restart')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('bulk.restartTitle', { count: machines.length })}
        confirm={t('bulk.restart')}
        isBusy={restarting.isPending}
        isDisabled={restarting.data !== undefined}
        onClose={close}
        onConfirm={() => restarting.mutate({ machineIds: machines.map(({ id }) => id) })}
      >
        <Text>{t('bulk.restartText')}</Text>
        {refused.length > 0 && (
          <ul className={classes.refused} aria-label={t('bulk.notRestarted')}>
            {refused.map(({ machineId, refusal }) => (
              <li key={machineId}>
                {machines.find(({ id }) => id === machineId)?.name}: {t(`refusals:${refusal}`)}
              </li>
            ))}
          </ul>
        )}
        <ErrorText text={restarting.errorText} />
        <PartsNote of={restarting} />
      </ConfirmDialog>
    </>
  )
}
