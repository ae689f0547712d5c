import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { freshness } from '#app/data/freshness.ts'
import { useAge } from '#app/ui/AgeText.tsx'
import type { Moment } from '#domain/time.ts'

/** When the server last said all of what a screen shows. */
export function LastUpdate() {
  const { t } = useTranslation('machines')
  const { data } = useSuspenseQuery(freshness())
  return data.asOf === null ? t('neverUpdated') : <Aged at={data.asOf} />
}

function Aged({ at }: { at: Moment }) {
  const { t } = useTranslation('machines')
  return t('lastUpdate', { age: useAge(at) })
}
