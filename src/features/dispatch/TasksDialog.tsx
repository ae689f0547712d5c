import { Button, Checkbox, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useIsShown } from '#app/components/use-is-shown.ts'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { MachineId } from '#domain/ids.ts'
import { TASKS, type Task } from '#domain/rounds/round.ts'
import type { RoundId } from './board.ts'
import { changeTasks } from './dispatch.queries.ts'

export type TasksOf = { round: RoundId; machineId: MachineId; name: string; tasks: readonly Task[] }

/** The tasks of a stop. */
export function TasksDialog({ of, onClose }: { of: TasksOf | null; onClose(): void }) {
  const { t } = useTranslation('dispatch')
  return (
    <Modal
      opened={of !== null}
      onClose={onClose}
      title={of && t('tasksOf', { machine: of.name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {of && <TasksForm key={`${of.round} ${of.machineId}`} of={of} onClose={onClose} />}
    </Modal>
  )
}

function TasksForm({ of: { round, machineId, name, tasks }, onClose }: { of: TasksOf; onClose(): void }) {
  const { t } = useTranslation('dispatch')
  const [chosen, setChosen] = useState<Task[]>([...tasks])
  const why = useWhyNot()
  const isShown = useIsShown()
  // Closing the dialog drops the callbacks of a call, but not those of the mutation.
  const change = useServerMutation({
    ...changeTasks,
    onSuccess: () => toastSuccess(t('tasksSaved', { machine: name })),
    onError: (error) => isShown() || toastError(why(error).text),
  })
  const save = () => change.mutate({ round, machineId, tasks: TASKS.filter((task) => chosen.includes(task)) }, { onSuccess: onClose })
  return (
    <Stack>
      {TASKS.map((task) => (
        <Checkbox
          key={task}
          size="md"
          label={t(`day:task.${task}`)}
          checked={chosen.includes(task)}
          onChange={({ currentTarget: { checked } }) => setChosen(checked ? [...chosen, task] : chosen.filter((one) => one !== task))}
        />
      ))}
      <ErrorText text={change.errorText} />
      <Group justify="flex-end" gap="sm" data-actions>
        <Button variant="default" size="md" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button size="md" loading={change.isPending} onClick={save}>
          {t('saveTasks')}
        </Button>
      </Group>
    </Stack>
  )
}
