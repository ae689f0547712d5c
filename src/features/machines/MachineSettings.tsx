import { Button, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useAsking } from '#app/components/use-asking.ts'
import { getSession } from '#app/data/device.ts'
import * as server from '#app/data/machine-today.ts'
import { sendNow } from '#app/data/outbox.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import { MACHINE_NAME, type Machine } from '#contract/machines.ts'
import { GROUP_NAME } from '#contract/team.ts'
import { AssignedCard } from './AssignedCard.tsx'
import classes from './MachineCards.module.css'
import overview from './MachineOverview.module.css'
import { MappingCard } from './MappingCard.tsx'
import { PaymentMethodsCard } from './PaymentMethodsCard.tsx'
import { StickerCard } from './StickerCard.tsx'
import { TitledCard } from './TitledCard.tsx'
import { type MachineDevice, useDeviceKind } from './use-device-kind.ts'

type Props = { machine: Machine; today: server.Today | undefined }

/** Settings of a machine. All of them need a network; otherwise a notice is shown. */
export function MachineSettings({ machine, today }: Props) {
  const { t } = useTranslation('machines')
  const { id } = machine
  const queryClient = useQueryClient()
  const { data: servicemen, error: servicemenError } = useQuery(server.machineServicemen(id))
  const { data: people } = useQuery(server.servicemen())
  const { data: groups } = useQuery(server.groups())
  const { data: devices, error: devicesError } = useQuery(server.machineDevices(id))
  const { data: now, error: nowError } = useQuery(server.machineToday(id))
  const { data: freeDevices } = useQuery(server.freeDevices())
  const again = (...keys: readonly (readonly unknown[])[]) => {
    for (const queryKey of [...keys, server.machineToday(id).queryKey]) void queryClient.invalidateQueries({ queryKey })
    sendNow()
  }
  const kindOfDevice = useDeviceKind()
  const nameOf = (device: MachineDevice) => `${kindOfDevice(device)} ${device.imei}`
  const keepsDevices = getSession().account.roles.includes('ROLE_DEVICE_MANAGER')
  return (
    <div className={overview.cards}>
      <DetailsCard machine={machine} onChange={() => again()} />
      {keepsDevices && (
        <AssignedCard
          title={t('connectDevices')}
          assigned={devices?.map((device) => ({ id: device.imei, name: nameOf(device) }))}
          error={devicesError}
          choices={(freeDevices ?? []).map((device) => ({ id: device.imei, name: nameOf(device) }))}
          picker={t('device')}
          none={t('NO_CONNECTED_DEVICES')}
          add={(imei) => server.connectDevice(id, imei)}
          remove={(imei) => server.disconnectDevice(id, imei)}
          onChange={() => again(server.machineDevices(id).queryKey, server.freeDevices().queryKey)}
        />
      )}
      <AssignedCard
        title={t('servicemen')}
        assigned={servicemen?.map(({ userId, name }) => ({ id: String(userId), name }))}
        error={servicemenError}
        choices={(people ?? []).map(({ userId, name }) => ({ id: String(userId), name }))}
        picker={t('serviceman')}
        none={t('NO_SERVICEMAN_ASSIGNED')}
        add={(user) => server.assign(id, Number(user))}
        remove={(user) => server.revoke(id, Number(user))}
        onChange={() => again(server.machineServicemen(id).queryKey)}
      />
      <AssignedCard
        title={t('assignedGroups')}
        assigned={(today ?? now)?.groups?.map(({ machineGroupId, name }) => ({ id: String(machineGroupId), name }))}
        error={nowError}
        choices={(groups ?? []).map(({ machineGroupId, name }) => ({ id: String(machineGroupId), name }))}
        picker={t('group')}
        none={t('noGroups')}
        add={(group) => server.putIntoGroup(id, Number(group))}
        remove={(group) => server.takeOutOfGroup(id, Number(group))}
        onChange={() => again(server.fleetToday().queryKey)}
      >
        <NewGroup onAdded={() => again(server.groups().queryKey)} />
      </AssignedCard>
      <MappingCard machineId={id} />
      <PaymentMethodsCard machineId={id} today={today} onChange={() => again()} />
      <StickerCard machine={machine} />
      <DeactivateCard machine={machine} />
    </div>
  )
}

/** Name, maker and model; the type follows from the machine. */
function DetailsCard({ machine, onChange }: { machine: Machine; onChange(): void }) {
  const { t } = useTranslation('machines')
  const [typed, setTyped] = useState({ name: machine.name, vendor: machine.vendor ?? '', model: machine.model ?? '' })
  const { isBusy, trouble, ask } = useAsking()
  // A name older than the limits stays until it is changed.
  const isRenamed = typed.name !== machine.name
  const isNamed = !isRenamed || typed.name.trim().length >= MACHINE_NAME.least
  const isChanged = isRenamed || typed.vendor !== (machine.vendor ?? '') || typed.model !== (machine.model ?? '')
  const save = async () => {
    const { name, vendor, model } = typed
    if (
      !(await ask(() =>
        server.changeMachine(machine.id, { ...(isRenamed && { name }), vendor: vendor.trim() || null, model: model.trim() || null }),
      ))
    )
      return
    onChange()
    toastSuccess(t('saved'))
  }
  return (
    <TitledCard title={t('details')}>
      <form
        className={classes.fields}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {(['name', 'vendor', 'model'] as const).map((field) => (
          <TextInput
            key={field}
            label={t(`field.${field}`)}
            maxLength={field === 'name' ? Math.max(MACHINE_NAME.most, machine.name.length) : 100}
            description={field === 'name' && isRenamed ? t('groups:lengths', MACHINE_NAME) : null}
            required={field === 'name'}
            withAsterisk={false}
            value={typed[field]}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [field]: value })}
          />
        ))}
        <Text>
          <Text span c="dimmed">
            {t('type')}:{' '}
          </Text>
          {t(machine.type)}
        </Text>
        <ErrorText text={trouble} />
        <div>
          <Button type="submit" size="md" loading={isBusy} disabled={!isChanged || !isNamed}>
            {t('save')}
          </Button>
        </div>
      </form>
    </TitledCard>
  )
}

function NewGroup({ onAdded }: { onAdded(): void }) {
  const { t } = useTranslation('machines')
  const [name, setName] = useState('')
  const { isBusy, trouble, ask } = useAsking()
  const add = async () => {
    if (!(await ask(() => server.addGroup(name.trim())))) return
    setName('')
    onAdded()
  }
  return (
    <form
      className={classes.pickers}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <TextInput
        flex={1}
        label={t('newGroup')}
        maxLength={GROUP_NAME.most}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <Button type="submit" variant="default" loading={isBusy} disabled={name.trim().length < GROUP_NAME.least}>
        {t('create')}
      </Button>
      <ErrorText text={trouble} />
    </form>
  )
}

function DeactivateCard({ machine }: { machine: Machine }) {
  const { t } = useTranslation('machines')
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { isBusy, trouble, ask } = useAsking()
  const deactivate = async () => {
    const done = await ask(() => server.deactivateMachine(machine.id))
    setAsking(false)
    if (!done) return
    toastSuccess(t('deactivated', { machine: machine.name }))
    sendNow()
    await navigate({ to: '/dashboard/machines' })
  }
  return (
    <TitledCard title={t('deactivate')}>
      <Text c="dimmed">{t('deactivateMeans')}</Text>
      <div className={classes.buttons}>
        <Button color="red" variant="light" size="md" onClick={() => setAsking(true)}>
          {t('deactivate')}
        </Button>
      </div>
      <ErrorText text={trouble} />
      <ConfirmDialog
        opened={isAsking}
        title={t('deactivateTitle', { machine: machine.name })}
        confirm={t('deactivate')}
        onConfirm={() => void deactivate()}
        onClose={() => setAsking(false)}
        isBusy={isBusy}
        isDangerous
      >
        <Text>{t('deactivateMeans')}</Text>
      </ConfirmDialog>
    </TitledCard>
  )
}
