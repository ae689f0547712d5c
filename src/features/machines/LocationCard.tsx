import { Anchor, Button, NumberInput, Text, TextInput } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeMachine } from '#app/data/machine-today.ts'
import { sendNow } from '#app/data/outbox.ts'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Machine } from '#contract/machines.ts'
import classes from './MachineCards.module.css'
import overview from './MachineOverview.module.css'
import { TitledCard } from './TitledCard.tsx'
import { Trouble } from './Trouble.tsx'
import { useAsking } from './use-asking.ts'

/** Where a machine stands; a manager says so, which needs a network. */
export function LocationCard({ machine, mayEdit }: { machine: Machine; mayEdit: boolean }) {
  const { t } = useTranslation('machines')
  const [typed, setTyped] = useState<{ address: string; lat: number | string; lng: number | string } | null>(null)
  const { isBusy, trouble, ask } = useAsking()
  const { address, lat, lng } = machine
  const isWhole = typed !== null && (typed.lat === '') === (typed.lng === '')

  const save = async () => {
    if (!typed) return
    const numberOrNull = (value: number | string) => (value === '' ? null : Number(value))
    const body = { address: typed.address.trim() || null, lat: numberOrNull(typed.lat), lng: numberOrNull(typed.lng) }
    if (!(await ask(() => changeMachine(machine.id, body)))) return
    setTyped(null)
    sendNow()
    toastSuccess(t('saved'))
  }
  return (
    <TitledCard title={t('location')}>
      {typed ? (
        <form
          className={classes.fields}
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <TextInput
            label={t('address')}
            maxLength={300}
            value={typed.address}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, address: value })}
          />
          <div className={classes.pair}>
            <NumberInput
              label={t('lat')}
              min={-90}
              max={90}
              decimalScale={6}
              hideControls
              value={typed.lat}
              onChange={(value) => setTyped({ ...typed, lat: value })}
            />
            <NumberInput
              label={t('lng')}
              min={-180}
              max={180}
              decimalScale={6}
              hideControls
              value={typed.lng}
              onChange={(value) => setTyped({ ...typed, lng: value })}
            />
          </div>
          <Trouble text={trouble} />
          <div className={classes.buttons}>
            <Button type="submit" size="md" loading={isBusy} disabled={!isWhole}>
              {t('save')}
            </Button>
            <Button size="md" variant="default" onClick={() => setTyped(null)}>
              {t('cancel')}
            </Button>
          </div>
        </form>
      ) : (
        <>
          <Text>{address ?? '–'}</Text>
          {lat !== null && lng !== null && (
            <Anchor
              className={overview.map}
              href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=18/${lat}/${lng}`}
              target="_blank"
              rel="noreferrer"
            >
              <IconMapPin size={18} aria-hidden /> {t('openMap')}
            </Anchor>
          )}
          {mayEdit && (
            <div className={classes.buttons}>
              <Button size="md" variant="default" onClick={() => setTyped({ address: address ?? '', lat: lat ?? '', lng: lng ?? '' })}>
                {t('editLocation')}
              </Button>
            </div>
          )}
        </>
      )}
    </TitledCard>
  )
}
