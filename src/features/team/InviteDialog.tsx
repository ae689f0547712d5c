import { valibotResolver } from '@hookform/resolvers/valibot'
import { Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Form } from '#app/components/form/Form.tsx'
import { FormDialog } from '#app/components/form/FormDialog.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { fleetToday, groups, machinesOf, servicemen } from '#app/data/machine-today.ts'
import { isRefused } from '#app/data/server-requests.ts'
import { toastError } from '#app/ui/toasts.ts'
import { InvitationFields, type Invited } from '#contract/invitations.ts'
import type { MachineId } from '#domain/ids.ts'
import { inviteUser } from './invitations.queries.ts'
import { mayGrant, NEW_PERSON, PersonFields } from './PersonFields.tsx'
import { useNewLogin } from './use-new-login.ts'

/** `selected`: machines that were selected in a list. */
type Props = { opened: boolean; selected: readonly MachineId[] | undefined; onClose(): void; onInvited(invited: Invited): void }

/** Invites an employee: an account without a password, whose link signs in once. */
export function InviteDialog({ opened, ...props }: Props) {
  const { t } = useTranslation('employees')
  return (
    <FormDialog opened={opened} onClose={props.onClose} title={t('invite.title')} closeOnClickOutside={false}>
      <InviteForm {...props} />
    </FormDialog>
  )
}

function InviteForm({ selected, onClose, onInvited }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('employees')
  const form = useForm({ resolver: valibotResolver(InvitationFields), mode: 'onTouched', defaultValues: NEW_PERSON })
  const { loginOf, renew } = useNewLogin()
  const [source, setSource] = useState<string | null>(selected ? SELECTED : null)
  const machineIds = useMachinesIn(source, selected)
  const inviting = useKeyedMutation({
    ...inviteUser,
    onSuccess: ({ invited, left }) => {
      if (left > 0) toastError(t('invite.left', { n: left }))
      onClose()
      onInvited(invited)
    },
    // The login may be taken.
    onError: (error) => isRefused(error) && renew(),
  })
  const isServiceman = form.watch('companyRole') === 'ROLE_EMPLOYEE'
  const hasMachines = isServiceman && source !== null
  return (
    <Form
      form={form}
      onSubmit={({ isDeviceManager, ...person }) =>
        inviting.mutate({
          ...person,
          login: loginOf(person.firstName, person.lastName),
          ...(mayGrant() && { isDeviceManager }),
          ...(hasMachines && machineIds && machineIds.length > 0 && { machineIds: [...machineIds] }),
        })
      }
      submit={t('invite.submit')}
      mutation={inviting}
      isUnsettled={inviting.isUnsettled}
      isBlocked={hasMachines && machineIds === undefined}
      onCancel={onClose}
    >
      <FormProvider {...form}>
        <PersonFields />
      </FormProvider>
      {isServiceman && (
        <div>
          <MachinesPicker selected={selected?.length ?? 0} value={source} onChange={setSource} />
          {machineIds && (
            <Text size="sm" c="dimmed" mt={4} role="status">
              {t('machines', { count: machineIds.length })}
            </Text>
          )}
        </div>
      )}
      <Text size="sm" c="dimmed">
        {t('invite.means')}
      </Text>
    </Form>
  )
}

/** The choice of the machines that were selected in a list. */
const SELECTED = 'selected'

type PickerProps = { selected: number; value: string | null; onChange(value: string | null): void }

/** The machines of a group, or the same as another employee has. */
function MachinesPicker({ selected, value, onChange }: PickerProps) {
  const { t } = useTranslation('employees')
  const { data: known } = useQuery(groups())
  const { data: people } = useQuery(servicemen())
  const options = [
    ...(selected > 0 ? [{ value: SELECTED, label: t('invite.selected', { n: selected }) }] : []),
    {
      group: t('invite.group'),
      items: (known ?? []).map(({ machineGroupId, name }) => ({ value: `group ${machineGroupId}`, label: name })),
    },
    { group: t('invite.same'), items: (people ?? []).map(({ userId, name }) => ({ value: `person ${userId}`, label: name })) },
  ]
  return (
    <Select
      size="md"
      label={t('invite.machines')}
      placeholder={t('invite.noMachines')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('invite.noMachines') }}
      data={options}
      value={value}
      onChange={onChange}
    />
  )
}

/** The machines of a choice; undefined until they are known. */
function useMachinesIn(source: string | null, selected: readonly MachineId[] | undefined): readonly MachineId[] | undefined {
  const [kind, number] = source?.split(' ') ?? []
  const id = Number(number)
  const { data: fleet } = useQuery({ ...fleetToday(), enabled: kind === 'group' })
  const { data: theirs } = useQuery({ ...machinesOf(id), enabled: kind === 'person' })
  if (kind === SELECTED) return selected
  if (kind === 'person') return theirs ? [...theirs] : undefined
  if (kind !== 'group' || !fleet) return undefined
  return [...fleet.values()]
    .filter((machine) => machine.groups.some(({ machineGroupId }) => machineGroupId === id))
    .map((machine) => machine.id)
}
