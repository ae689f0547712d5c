import { Anchor, Button, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useAsking } from '#app/components/use-asking.ts'
import { changeMachine } from '#app/data/machine-today.ts'
import { sendNow } from '#app/data/outbox.ts'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Machine } from '#contract/machines.ts'
import { LazyMachineMap } from './LazyMachineMap.tsx'
import classes from './MachineCards.module.css'
import overview from './MachineOverview.module.css'
import { isWhole, PositionFields, positionOf, type TypedPosition, typedPosition } from './PositionFields.tsx'
import { TitledCard } from './TitledCard.tsx'

/** The location of a machine; managers can change it, which needs a network. */
export function LocationCard({ machine, mayEdit }: { machine: Machine; mayEdit: boolean }) {
  const { t } = useTranslation('machines')
  const [typed, setTyped] = useState<TypedPosition | null>(null)
  const { isBusy, trouble, ask } = useAsking()
  const { address, lat, lng } = machine

  const save = async () => {
    if (!typed || !(await ask(() => changeMachine(machine.id, positionOf(typed))))) return
    setTyped(null)
    sendNow()
    toastSuccess(t('saved'))
  }
  return (
    <TitledCard title={t('location')}>
      {typed ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <PositionFields
            name={machine.name}
            value={typed}
            onChange={(changed) => setTyped((before) => before && { ...before, ...changed })}
          />
          <ErrorText text={trouble} />
          <div className={classes.buttons}>
            <Button type="submit" size="md" loading={isBusy} disabled={!isWhole(typed)}>
              {t('save')}
            </Button>
            <Button size="md" variant="default" onClick={() => setTyped(null)}>
              {t('cancel')}
            </Button>
          </div>
        </form>
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
              <Button size="md" variant="default" onClick={() => setTyped({ address: address ?? '', ...typedPosition({ lat, lng }) })}>
                {t('editLocation')}
              </Button>
            </div>
          )}
        </>
      )}
    </TitledCard>
  )
}
