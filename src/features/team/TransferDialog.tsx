import { Alert, Button, Checkbox, Group, Modal, Radio, Select, Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { PartsNote } from '#app/components/PartsNote.tsx'
import { useIsShown } from '#app/components/use-is-shown.ts'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { machinesOf, returnMachines, servicemen, type TransferResult, transferMachines } from '#app/data/machine-today.ts'
import { machineList } from '#app/data/machines.ts'
import { ScrolledRows } from '#app/ui/ScrolledRows.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { toastWithUndo } from '#app/ui/undo-toast.tsx'
import type { Machine } from '#contract/machines.ts'
import type { ListedUser } from '#contract/users.ts'
import type { MachineId } from '#domain/ids.ts'
import classes from './Team.module.css'

const ROW_PX = 48
const MAX_LISTED_PEOPLE = 12

type Props = { user: ListedUser | null; onClose(): void }

const nameOf = ({ firstName, lastName }: ListedUser) => `${firstName} ${lastName}`.trim()

/** Gives all machines of an employee, or some of them, to another. */
export function TransferDialog({ user, onClose }: Props) {
  const { t } = useTranslation('employees')
  // Here, because the toast outlives the dialog.
  const why = useWhyNot()
  const undoing = useKeyedMutation({
    ...returnMachines,
    onSuccess: () => toastSuccess(t('transfer.undone')),
    onError: (error) => toastError(why(error).text),
  })
  return (
    <Modal
      opened={user !== null}
      onClose={onClose}
      title={user ? t('transfer.title', { name: nameOf(user) }) : ''}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {user && <Transfer user={user} onClose={onClose} onUndo={undoing.mutate} />}
    </Modal>
  )
}

function Transfer({ user, onClose, onUndo }: { user: ListedUser; onClose(): void; onUndo(given: TransferResult): void }) {
  const { t } = useTranslation('employees')
  const { data: theirs } = useQuery(machinesOf(user.userId))
  const { data: machines } = useSuspenseQuery(machineList())
  const { data: people } = useQuery(servicemen())
  const [to, setTo] = useState<string | null>(null)
  const { data: others } = useQuery({ ...machinesOf(Number(to)), enabled: to !== null })
  const [kept, setKept] = useState<ReadonlySet<MachineId>>(new Set())
  const why = useWhyNot()
  const isShown = useIsShown()
  // Closing the dialog drops the callbacks of a call, but not those of the mutation.
  const giving = useKeyedMutation({
    ...transferMachines,
    onSuccess: ({ taken, given }, { from, to }) => {
      const name = people?.find(({ userId }) => userId === to)?.name
      toastWithUndo(t('transfer.done', { count: taken.length, name }), () => onUndo({ from, to, taken, given }))
    },
    onError: (error) => isShown() || toastError(why(error).text),
  })
  if (theirs === undefined) return <ListSkeleton />
  if (theirs === null) return <Alert color="orange">{t('transfer.needsNetwork')}</Alert>
  if (theirs.size === 0) return <Text>{t('transfer.none', { name: nameOf(user) })}</Text>

  const listed = machines.filter(({ id }) => theirs.has(id))
  const chosen = [...theirs].filter((id) => !kept.has(id))
  const both = chosen.filter((id) => others?.has(id)).length
  const receiver = people?.find(({ userId }) => String(userId) === to)
  const toggle = (id: MachineId) => setKept((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id])))
  const give = () => receiver && giving.mutate({ from: user.userId, to: receiver.userId, machineIds: chosen }, { onSuccess: onClose })
  return (
    <Stack gap="md">
      <ReceiverChoice people={(people ?? []).filter(({ userId }) => userId !== user.userId)} value={to} onChange={setTo} />
      <MachineChoice legend={t('machines', { count: chosen.length })} machines={listed} kept={kept} onToggle={toggle} />
      {receiver && both > 0 && <Text size="sm">{t('transfer.both', { count: both, name: receiver.name })}</Text>}
      <Text size="sm" c="dimmed">
        {t('transfer.unsent', { name: nameOf(user) })}
      </Text>
      <ErrorText text={giving.errorText} />
      <PartsNote of={giving} />
      <Group justify="flex-end" gap="sm" data-actions>
        <Button variant="default" size="md" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button size="md" disabled={!receiver || chosen.length === 0} loading={giving.isPending} onClick={give}>
          {t('transfer.give', { count: chosen.length })}
        </Button>
      </Group>
    </Stack>
  )
}

type ReceiverProps = { people: readonly { userId: number; name: string }[]; value: string | null; onChange(userId: string | null): void }

/** Few people are listed, because an open list would cover the machines. */
function ReceiverChoice({ people, value, onChange }: ReceiverProps) {
  const { t } = useTranslation('employees')
  const label = t('transfer.to')
  if (people.length > MAX_LISTED_PEOPLE) {
    const data = people.map(({ userId, name }) => ({ value: String(userId), label: name }))
    return <Select size="md" label={label} data-autofocus searchable data={data} value={value} onChange={onChange} />
  }
  return (
    <Radio.Group size="md" label={label} value={value} onChange={onChange}>
      <div className={classes.receivers}>
        {people.map(({ userId, name }, index) => (
          <Radio
            key={userId}
            size="md"
            className={classes.receiver ?? ''}
            value={String(userId)}
            label={name}
            data-autofocus={index === 0 || undefined}
          />
        ))}
      </div>
    </Radio.Group>
  )
}

type ChoiceProps = { legend: string; machines: readonly Machine[]; kept: ReadonlySet<MachineId>; onToggle(id: MachineId): void }

/** The machines to transfer, all chosen at first. */
const MachineChoice = ({ legend, machines, kept, onToggle }: ChoiceProps) => (
  <fieldset className={classes.machines}>
    <legend>{legend}</legend>
    <ScrolledRows items={machines} keyOf={({ id }) => id} rowPx={ROW_PX} className={classes.scroller}>
      {({ id, name }) => (
        <Checkbox size="md" className={classes.choice ?? ''} label={name} checked={!kept.has(id)} onChange={() => onToggle(id)} />
      )}
    </ScrolledRows>
  </fieldset>
)
