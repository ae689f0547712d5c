import { Autocomplete, NumberInput, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { placesFor } from '#app/data/places.ts'
import { siteInfo } from '#app/data/session.ts'
import { SECOND } from '#domain/time.ts'
import { LazyMachineMap } from './LazyMachineMap.tsx'
import classes from './MachineCards.module.css'

/** As it is typed: an empty field says that nobody knows. */
export type TypedPosition = { address: string; lat: number | string; lng: number | string }

/** Half a position is none, and cannot be saved. */
export const isWhole = ({ lat, lng }: TypedPosition): boolean => (lat === '') === (lng === '')

const numberOrNull = (value: number | string) => (value === '' || !Number.isFinite(Number(value)) ? null : Number(value))

/** As the server takes it. */
export const positionOf = ({ address, lat, lng }: TypedPosition) => ({
  address: address.trim() || null,
  lat: numberOrNull(lat),
  lng: numberOrNull(lng),
})

const PAUSE = 0.4 * SECOND

type Props = { name: string; value: TypedPosition; onChange(changed: Partial<TypedPosition>): void }

/** Where a machine stands: its address, which is looked up where the server can, its position in figures, and the pin on the map. */
export function PositionFields({ name, value, onChange }: Props) {
  const { t } = useTranslation('machines')
  const { data: site } = useQuery(siteInfo())
  const { lat, lng } = positionOf(value)
  const degrees = { decimalScale: 6, hideControls: true }
  return (
    <div className={classes.fields}>
      {site?.geocoder ? (
        <AddressSearch value={value} onChange={onChange} />
      ) : (
        <TextInput
          label={t('address')}
          description={t('addressByHand')}
          maxLength={300}
          value={value.address}
          onChange={({ currentTarget: { value: address } }) => onChange({ address })}
        />
      )}
      <div className={classes.pair}>
        <NumberInput {...degrees} label={t('lat')} min={-90} max={90} value={value.lat} onChange={(typed) => onChange({ lat: typed })} />
        <NumberInput {...degrees} label={t('lng')} min={-180} max={180} value={value.lng} onChange={(typed) => onChange({ lng: typed })} />
      </div>
      <LazyMachineMap name={name} position={lat === null || lng === null ? null : { lat, lng }} onMove={onChange} />
    </div>
  )
}

/** What is typed is looked up once somebody pauses; a choice brings its position. */
function AddressSearch({ value, onChange }: Omit<Props, 'name'>) {
  const { t } = useTranslation('machines')
  const [asked] = useDebouncedValue(value.address.trim(), PAUSE)
  const { data: places = [], isFetching } = useQuery(placesFor(asked))
  const hint = places === null ? t('addressesSilent') : isFetching ? t('addressSearching') : t('addressSearched')
  return (
    <Autocomplete
      label={t('address')}
      description={hint}
      maxLength={300}
      value={value.address}
      data={(places ?? []).map(({ address }) => address)}
      // The service has chosen already.
      filter={({ options }) => options}
      onChange={(address) => onChange({ address })}
      onOptionSubmit={(chosen) => {
        const place = places?.find(({ address }) => address === chosen)
        if (place) onChange(place)
      }}
    />
  )
}
