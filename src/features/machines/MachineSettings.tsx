import { Button, NativeSelect } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import * as server from '#app/data/machine-today.ts'
import { stickerPage, stickerPicture } from '#app/data/sticker-sheet.ts'
import { LANGUAGES } from '#app/i18n.ts'
import type { Machine } from '#contract/machines.ts'
import { AssignedCard } from './AssignedCard.tsx'
import { CommissionCard } from './CommissionCard.tsx'
import { DeactivateCard } from './DeactivateCard.tsx'
import { DetailsCard } from './DetailsCard.tsx'
import { GroupNameForm } from './GroupNameForm.tsx'
import classes from './MachineCards.module.css'
import overview from './MachineOverview.module.css'
import { MappingCard } from './MappingCard.tsx'
import { OpeningHoursCard } from './OpeningHoursCard.tsx'
import { PaymentMethodsCard } from './PaymentMethodsCard.tsx'
import { TitledCard } from './TitledCard.tsx'
import { type MachineDevice, useDeviceKind } from './use-device-kind.ts'

type Props = { machine: Machine; today: server.Today | undefined }

/** Settings of a machine. All of them need a network; otherwise a notice is shown. */
export function MachineSettings({ machine, today }: Props) {
  const { t } = useTranslation('machines')
  const { id } = machine
  const { data: servicemen, error: servicemenError } = useQuery(server.machineServicemen(id))
  const { data: people } = useQuery(server.servicemen())
  const { data: groups } = useQuery(server.groups())
  const { data: devices, error: devicesError } = useQuery(server.machineDevices(id))
  const { data: now, error: nowError } = useQuery(server.machineToday(id))
  const { data: freeDevices } = useQuery(server.freeDevices())
  const kindOfDevice = useDeviceKind()
  const nameOf = (device: MachineDevice) => `${kindOfDevice(device)} ${device.imei}`
  const keepsDevices = getSession().account.roles.includes('ROLE_DEVICE_MANAGER')
  return (
    <div className={overview.cards}>
      <DetailsCard machine={machine} />
      <OpeningHoursCard machine={machine} />
      {keepsDevices && (
        <AssignedCard
          title={t('connectDevices')}
          assigned={devices?.map((device) => ({ id: device.imei, name: nameOf(device) }))}
          error={devicesError}
          choices={(freeDevices ?? []).map((device) => ({ id: device.imei, name: nameOf(device) }))}
          picker={t('device')}
          none={t('NO_CONNECTED_DEVICES')}
          add={server.connectDevice(id)}
          remove={server.disconnectDevice(id)}
        />
      )}
      <AssignedCard
        title={t('servicemen')}
        assigned={servicemen?.map(({ userId, name }) => ({ id: String(userId), name }))}
        error={servicemenError}
        choices={(people ?? []).map(({ userId, name }) => ({ id: String(userId), name }))}
        picker={t('serviceman')}
        none={t('NO_SERVICEMAN_ASSIGNED')}
        add={server.assign(id)}
        remove={server.revoke(id)}
      />
      <AssignedCard
        title={t('assignedGroups')}
        assigned={(today ?? now)?.groups?.map(({ machineGroupId, name }) => ({ id: String(machineGroupId), name }))}
        error={nowError}
        choices={(groups ?? []).map(({ machineGroupId, name }) => ({ id: String(machineGroupId), name }))}
        picker={t('group')}
        none={t('noGroups')}
        add={server.putIntoGroup(id)}
        remove={server.takeOutOfGroup(id)}
      >
        <GroupNameForm label={t('newGroup')} submit={t('create')} change={server.addGroup} />
      </AssignedCard>
      <MappingCard machineId={id} />
      <CommissionCard machineId={id} />
      <PaymentMethodsCard machineId={id} today={today} />
      <StickerCard machine={machine} />
      <DeactivateCard machine={machine} />
    </div>
  )
}

/** The sticker of a machine, in the language of its customers. */
function StickerCard({ machine: { name, token } }: { machine: Machine }) {
  const { t, i18n } = useTranslation('stickers')
  const [language, setLanguage] = useState(i18n.language)
  const picture = stickerPicture(token, language)
  return (
    <TitledCard title={t('card')}>
      <div className={classes.fields}>
        <NativeSelect
          label={t('language')}
          value={language}
          onChange={({ currentTarget: { value } }) => setLanguage(value)}
          data={LANGUAGES.map(({ code, name: label }) => ({ value: code, label }))}
        />
        <img src={picture} alt={t('preview', { machine: name })} className={classes.sticker} />
      </div>
      <div className={classes.buttons}>
        <Button
          component="a"
          href={stickerPage(token, language)}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('download')}
        </Button>
        <Button
          component="a"
          href={picture}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {t('show')}
        </Button>
      </div>
    </TitledCard>
  )
}
