import { Autocomplete, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { siteInfo } from '#app/data/session.ts'
import { NumberTextInput } from '#app/ui/NumberInput.tsx'
import { MAX_ADDRESS_LENGTH } from '#contract/machines.ts'
import { type FoundPlace, findPlaces, MIN_ADDRESS_LENGTH } from '#contract/places.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { LazyMachineMap } from './LazyMachineMap.tsx'
import classes from './PositionFields.module.css'
import { positionOf, RULES, type TypedPosition, typedPosition } from './position.ts'

const PAUSE = 0.4 * SECOND

type Props = {
  name: string
  value: TypedPosition
  onChange(changed: Partial<TypedPosition>): void
  /** How to find the position if the server cannot look up addresses. */
  byHand?: string
  around?: ComponentProps<typeof LazyMachineMap>['around']
}

/** A position: its address, which is looked up if the server can, its coordinates, and the pin on the map. */
export function PositionFields({ name, value, onChange, byHand, around }: Props) {
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
          description={byHand ?? t('addressByHand')}
          maxLength={MAX_ADDRESS_LENGTH}
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
        {...(around && { around })}
        onMove={(moved) => onChange(typedPosition(moved))}
      />
    </div>
  )
}

/** Looks up the input after a pause; a selected result sets the position. */
function AddressSearch({ value, onChange }: Pick<Props, 'value' | 'onChange'>) {
  const { t } = useTranslation('machines')
  const [address] = useDebouncedValue(value.address.trim(), PAUSE)
  const { data: places = [], isFetching } = useQuery(placesFor(address))
  const hint = places === null ? t('addressesSilent') : isFetching ? t('addressSearching') : t('addressSearched')
  return (
    <Autocomplete
      label={t('address')}
      description={hint}
      maxLength={MAX_ADDRESS_LENGTH}
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

/** The positions of an address, likeliest first; null if the lookup failed. */
const placesFor = (words: string) =>
  queryOptions({
    queryKey: ['places', words],
    enabled: words.length >= MIN_ADDRESS_LENGTH,
    queryFn: async (): Promise<FoundPlace[] | null> => {
      const answer = await call(findPlaces, { query: { query: words } }, { timeoutMs: 10 * SECOND })
      return answer.state === 'answered' ? answer.value : null
    },
    placeholderData: keepPreviousData,
    staleTime: 5 * MINUTE,
    retry: false,
  })
