import { valibotResolver } from '@hookform/resolvers/valibot'
import { Anchor, Button, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { Form } from '#app/components/form/Form.tsx'
import { LazyMachineMap } from '#app/components/position/LazyMachineMap.tsx'
import { PositionFields } from '#app/components/position/PositionFields.tsx'
import { isWhole, POSITION_FIELDS, positionOf, type TypedPosition, typedPosition } from '#app/components/position/position.ts'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { changeMachine } from '#app/data/machine-today.ts'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Machine } from '#contract/machines.ts'
import classes from './MachineCards.module.css'
import overview from './MachineOverview.module.css'
import { TitledCard } from './TitledCard.tsx'

/** The location of a machine; managers can change it, which needs a network. */
export function LocationCard({ machine, mayEdit }: { machine: Machine; mayEdit: boolean }) {
  const { t } = useTranslation('machines')
  const [isEditing, setEditing] = useState(false)
  const { address, lat, lng } = machine
  return (
    <TitledCard title={t('location')}>
      {isEditing ? (
        <LocationForm machine={machine} onClose={() => setEditing(false)} />
      ) : (
        <>
          <Text>{address ?? t('noAddress')}</Text>
          {lat !== null && lng !== null ? (
            <>
              <Anchor
                className={overview.map}
                href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=18/${lat}/${lng}`}
                target="_blank"
                rel="noreferrer"
              >
                <IconMapPin size={18} aria-hidden /> {t('openMap')}
              </Anchor>
              <LazyMachineMap name={machine.name} position={{ lat, lng }} />
            </>
          ) : (
            <Text c="dimmed">{t('noPosition')}</Text>
          )}
          {mayEdit && (
            <div className={classes.buttons}>
              <Button size="md" variant="default" onClick={() => setEditing(true)}>
                {t('editLocation')}
              </Button>
            </div>
          )}
        </>
      )}
    </TitledCard>
  )
}

const Location = v.pipe(
  v.object(POSITION_FIELDS),
  v.check((input) => isWhole(input)),
  v.transform(positionOf),
)

function LocationForm({ machine: { id, name, address, lat, lng }, onClose }: { machine: Machine; onClose(): void }) {
  const { t } = useTranslation('machines')
  const form = useForm({
    resolver: valibotResolver(Location),
    defaultValues: { address: address ?? '', ...typedPosition({ lat, lng }) },
  })
  const change = useServerMutation(changeMachine(id))
  const set = (position: Partial<TypedPosition>) => form.reset({ ...form.getValues(), ...position }, { keepDefaultValues: true })
  const save = (position: v.InferOutput<typeof Location>) =>
    change.mutate(position, {
      onSuccess: () => {
        onClose()
        toastSuccess(t('saved'))
      },
    })
  return (
    <Form form={form} onSubmit={save} submit={t('save')} mutation={change} onCancel={onClose}>
      <PositionFields name={name} value={form.watch()} onChange={set} />
    </Form>
  )
}
