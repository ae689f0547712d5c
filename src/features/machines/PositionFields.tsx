import { Autocomplete, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { placesFor } from '#app/data/places.ts'
import { siteInfo } from '#app/data/session.ts'
import { NumberTextInput } from '#app/ui/NumberInput.tsx'
import { readNumber, writeNumber } from '#domain/numbers.ts'
import { SECOND } from '#domain/time.ts'
import { LazyMachineMap } from './LazyMachineMap.tsx'
import classes from './MachineCards.module.css'

/** The input: an empty field means unknown. */
export type TypedPosition = { address: string; lat: string; lng: string }

/** The same rules as on the server. */
const RULES = { lat: { decimals: 9, min: -90, max: 90 }, lng: { decimals: 9, min: -180, max: 180 } }

const read = (field: 'lat' | 'lng', typed: string) => readNumber(typed, { locale: formats().locale, ...RULES[field] })

/** One coordinate alone is invalid and cannot be saved. */
export function isWhole({ lat, lng }: TypedPosition): boolean {
  const states = [read('lat', lat).state, read('lng', lng).state]
  return states.every((state) => state === 'empty') || states.every((state) => state === 'number')
}

const degrees = (field: 'lat' | 'lng', typed: string): number | null => {
  const found = read(field, typed)
  return found.state === 'number' ? found.value : null
}

/** The format of the request. */
export const positionOf = ({ address, lat, lng }: TypedPosition) => ({
  address: address.trim() || null,
  lat: degrees('lat', lat),
  lng: degrees('lng', lng),
})

/** A position as shown in its fields. */
export function typedPosition({ lat, lng }: { lat: number | null; lng: number | null }): Pick<TypedPosition, 'lat' | 'lng'> {
  const write = (value: number | null) => (value === null ? '' : writeNumber(value, formats().locale, { decimals: 9 }))
  return { lat: write(lat), lng: write(lng) }
}

const PAUSE = 0.4 * SECOND

type Props = { name: string; value: TypedPosition; onChange(changed: Partial<TypedPosition>): void }

/** The position of a machine: its address, which is looked up if the server can, its coordinates, and the pin on the map. */
export function PositionFields({ name, value, onChange }: Props) {
  const { t } = useTranslation('machines')
  const { data: site } = useQuery(siteInfo())
  const { lat, lng } = positionOf(value)
  const errorOf = (typed: string) => (typed.trim() === '' && (lat === null) !== (lng === null) ? t('positionHalf') : undefined)
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
        <NumberTextInput
          {...RULES.lat}
          label={t('lat')}
          error={errorOf(value.lat)}
          value={value.lat}
          onChange={(typed) => onChange({ lat: typed })}
        />
        <NumberTextInput
          {...RULES.lng}
          label={t('lng')}
          error={errorOf(value.lng)}
          value={value.lng}
          onChange={(typed) => onChange({ lng: typed })}
        />
      </div>
      <LazyMachineMap
        name={name}
        position={lat === null || lng === null ? null : { lat, lng }}
        onMove={(moved) => onChange(typedPosition(moved))}
      />
    </div>
  )
}

/** Looks up the input after a pause; a selected result sets the position. */
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
      // The service has already filtered.
      filter={({ options }) => options}
      onChange={(address) => onChange({ address })}
      onOptionSubmit={(chosen) => {
        const place = places?.find(({ address }) => address === chosen)
        if (place) onChange({ address: place.address, ...typedPosition(place) })
      }}
    />
  )
}
